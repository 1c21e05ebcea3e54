// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/serving/mock/httpmock.h"

#include "core/envelope/httpbody.h"
#include "core/json/jsontext.h"
#include "core/transport/http/httptext.h"

#include <QPointer>
#include <QRegularExpression>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 enoughWaiting = qint64{1} << 20; // bytes of a stream; the rest waits for the client

ServedAnswer unmatchedAnswer(const Error &error)
{
    return HttpServer::problem(501, u"Not recorded"_s, error.message,
        Json::object({{u"code"_s, Json::string(error.code)}, {u"details"_s, error.details}}));
}

ServedAnswer injectedAnswer(const QString &code)
{
    bool isNumber = false;
    const int status = code.toInt(&isNumber);
    return HttpServer::problem(isNumber && status >= 400 && status <= 599 ? status : 500, u"Injected error"_s,
        code.isEmpty() || isNumber ? u"The option --fault injected this error."_s : code);
}

//! Returns the answer for a recorded failure that did not come from a peer.
ServedAnswer failedAnswer(const Error &error)
{
    return HttpServer::problem(error.kind == ErrorKind::Timeout ? 504 : 502, u"The recorded call failed"_s,
        error.message, Json::object({{u"code"_s, Json::string(error.code)}}));
}

bool hasEventStreamType(const ServedAnswer &answer)
{
    return std::ranges::any_of(answer.headers, [](const auto &field) {
        return isSameName(field.first, "content-type")
            && field.second.toLower().startsWith("text/event-stream");
    });
}

void answerTurn(ServedExchange *exchange, const MockTurn &turn)
{
    const Fixture &fixture = *turn.fixture;
    const Error error = fixture.error.isAbsent() ? Error{} : replayedError(fixture);
    const std::optional<ServedAnswer> recorded = servedAnswerOf(fixture);
    const bool wasCutOff = error.kind == ErrorKind::Closed || error.kind == ErrorKind::Network;
    if (turn.drops || (!turn.error && !recorded && !fixture.error.isAbsent() && wasCutOff)) {
        exchange->drop();
        return;
    }
    ServedAnswer answer;
    if (turn.error)
        answer = injectedAnswer(*turn.error);
    else if (recorded)
        answer = *recorded;
    else if (!fixture.error.isAbsent())
        answer = failedAnswer(error);
    else
        answer = {200, {{"content-type", "application/json"}}, fixture.envelope.member("data"_L1).toBytes()};
    if (turn.breaksAt)
        exchange->answerPartly(answer, turn.extentOf(answer.body.size()));
    else
        exchange->answer(answer);
}

// headers that belong to one connection, or that are not true of the answer of the mock
constexpr std::array notReplayed{"connection"_L1, "keep-alive"_L1, "proxy-connection"_L1,
    "proxy-authenticate"_L1, "proxy-authorization"_L1, "te"_L1, "trailer"_L1, "transfer-encoding"_L1,
    "upgrade"_L1, "content-length"_L1, "content-encoding"_L1};

//! Splits joined values of a header. Only cookies must be sent as separate headers.
QStringList valuesOf(const QString &name, const QString &joined)
{
    if (name != "set-cookie"_L1)
        return {joined};
    static const QRegularExpression between(u",\\s*(?=[^;,=\\s]+=)"_s);
    return joined.split(between);
}

HttpFields fieldsOf(const Json &headers, const QString &contentType, const QStringList &latin1Headers)
{
    HttpFields fields;
    for (const auto entry : headers.members()) {
        const QString name = entry.key().toLower();
        // The recorded server's cross-origin permissions do not apply to this server. R-120
        if (std::ranges::contains(notReplayed, name) || name.startsWith("access-control-"_L1))
            continue;
        const bool isLatin1 = latin1Headers.contains(name);
        for (const QString &value : valuesOf(name, entry.value().toString()))
            fields.emplaceBack(name.toUtf8(), isLatin1 ? value.toLatin1() : value.toUtf8());
    }
    if (headers.isAbsent() && !contentType.isEmpty()) // a fixture written by hand; a recorded one has headers
        fields.emplaceBack("content-type", contentType.toUtf8());
    return fields;
}

//! Returns the reason phrase of a recorded error, which only its message holds: "HTTP 404: Not Found".
std::optional<QByteArray> recordedReason(const Fixture &fixture, qint64 status)
{
    const QString message = fixture.error.member("message"_L1).toString();
    const QString start = u"HTTP %1"_s.arg(status);
    if (message == start)
        return QByteArray("");
    return message.startsWith(QString(start + u": "_s))
        ? std::optional(message.sliced(start.size() + 2).toLatin1())
        : std::nullopt;
}

bool isStatus(qint64 status)
{
    return status >= 200 && status <= 999;
}

//! Converts all line ends to line feeds, because a carriage return also ends a line of an event.
QByteArray withLineFeeds(QByteArray text)
{
    return text.replace("\r\n", "\n").replace('\r', '\n');
}

} // namespace

HttpMock::HttpMock(std::shared_ptr<MockPlayer> player, HttpServer *server, QObject *parent)
    : QObject(parent)
    , m_player(std::move(player))
{
    connect(server, &HttpServer::asked, this, &HttpMock::serve);
}

void HttpMock::serve(ServedExchange *exchange)
{
    const ServedRequest &asked = exchange->request();
    const FixtureRequest request{QString::fromLatin1(asked.method), QString::fromUtf8(asked.target),
        QString::fromUtf8(asked.header("content-type")), asked.body};
    const bool wantsEvents = asked.header("accept").toLower().contains("text/event-stream");
    const Result<MockTurn> turn = m_player->turn(request, wantsEvents);
    if (!turn) {
        Q_EMIT unmatched(turn.error());
        exchange->answer(unmatchedAnswer(turn.error()));
        return;
    }
    const Fixture &fixture = *turn->fixture;
    const bool isStream = fixture.isStream() && (fixture.error.isAbsent() || !fixture.events.isEmpty());
    if (isStream && !turn->error && !turn->drops) {
        stream(exchange, *turn);
        return;
    }
    if (turn->wait.count() == 0) {
        answerTurn(exchange, *turn);
        return;
    }
    auto *const timer = new QTimer(exchange); // deleted with the exchange
    timer->setSingleShot(true);
    timer->setTimerType(Qt::PreciseTimer);
    connect(timer, &QTimer::timeout, this, [exchange = QPointer(exchange), turn = *turn] {
        if (exchange)
            answerTurn(exchange, turn);
    });
    timer->start(turn->wait);
}

void HttpMock::stream(ServedExchange *exchange, const MockTurn &turn)
{
    ServedAnswer head = servedAnswerOf(*turn.fixture)
                            .value_or(ServedAnswer{200, {{"content-type", "text/event-stream"}}, {}});
    const QList<FixtureEvent> &recorded = turn.fixture->events;
    const bool hasEvents =
        hasEventStreamType(head) || recorded.isEmpty() || !recorded.constFirst().sse.isAbsent();
    if (!hasEvents && recorded.size() == 1) { // a stream was requested, but a single answer was recorded
        const Json meta = recorded.constFirst().envelope.member("meta"_L1);
        head.body = bodyOfData(recorded.constFirst().envelope.member("data"_L1),
            meta.member("contentType"_L1).toString(), false);
        exchange->answer(head);
        return;
    }
    head.body.clear();
    exchange->begin(head);
    FixtureStream *const items = m_player->streamOf(turn, {}).release();
    items->setParent(exchange);
    connect(items, &ItemStream::item, exchange,
        [exchange, items, hasEvents, lastId = QString()](const StreamValue &value) mutable {
            const ResponseEnvelope *envelope = envelopeOf(value.value);
            const Json data = envelope ? envelope->data : std::get<Json>(value.value);
            std::optional<SseFields> fields = value.sse;
            const QString id = fields ? fields->lastEventId : QString();
            const bool isSameId = std::exchange(lastId, id) == id;
            if (!isSameId && id.isEmpty() && hasEvents)
                exchange->write("id:\n"); // an empty id resets the last one
            if (isSameId && fields && !data.hasMember("id"_L1))
                fields->lastEventId.clear(); // the client still has it from an earlier event
            exchange->write(hasEvents ? serverSentEvent(data, fields) : data.toBytes() + '\n');
            if (exchange->bytesToWrite() > enoughWaiting)
                items->setReading(false);
        });
    connect(exchange, &ServedExchange::bytesWritten, items, [exchange, items] {
        if (exchange->bytesToWrite() <= enoughWaiting / 2)
            items->setReading(true);
    });
    connect(items, &ItemStream::ended, exchange, [exchange](EndReason reason) {
        if (reason == EndReason::Completed)
            exchange->finish();
        else
            exchange->drop(); // as the recorded stream was
    });
    items->start();
}

std::optional<ServedAnswer> servedAnswerOf(const Fixture &fixture)
{
    const Json stream = fixture.events.isEmpty() ? Json() : fixture.events.constFirst().envelope;
    const Json meta = (fixture.envelope.isAbsent() ? stream : fixture.envelope).member("meta"_L1);
    const bool isFailure = meta.isAbsent() || !fixture.error.isAbsent();
    const Json head = isFailure ? fixture.error.member("details"_L1) : meta;
    const std::optional<qint64> status = head.member("statusCode"_L1).toInteger();
    if (!status || !isStatus(*status))
        return {};
    const QString contentType = head.member("contentType"_L1).toString();
    ServedAnswer answer{
        int(*status), fieldsOf(head.member("headers"_L1), contentType, fixture.latin1Headers)};
    if (fixture.isStream() && !isFailure)
        return answer;
    answer.body = fixture.body.isEmpty() ? fixture.plainBody() : fixture.body;
    if (!fixture.error.isAbsent())
        answer.reason = recordedReason(fixture, *status);
    return answer;
}

QByteArray serverSentEvent(const Json &data, const std::optional<SseFields> &fields)
{
    QByteArray event;
    if (fields && !fields->eventType.isEmpty() && fields->eventType != "message"_L1)
        event += "event: " + withLineFeeds(jsonUtf8(fields->eventType)).replace('\n', ' ') + '\n';
    if (fields && !fields->lastEventId.isEmpty())
        event += "id: " + withLineFeeds(jsonUtf8(fields->lastEventId)).replace('\n', ' ') + '\n';
    if (fields && fields->retryMs)
        event += "retry: " + QByteArray::number(*fields->retryMs) + '\n';
    const bool isKnown = fields && fields->data;
    for (const QByteArray &line : withLineFeeds(isKnown ? *fields->data : dataOfEvent(data)).split('\n'))
        event += "data: " + line + '\n';
    return event + '\n';
}

} // namespace Workbench

#include "moc_httpmock.cpp"
