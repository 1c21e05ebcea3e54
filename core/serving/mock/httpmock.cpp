// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/serving/mock/httpmock.h"

#include "core/json/jsonparser.h"
#include "core/json/jsontext.h"
#include "core/transport/http/httptext.h"

#include <QPointer>
#include <QRegularExpression>
#include <QStringEncoder>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 enoughWaiting = qint64{1} << 20; // of a stream's bytes; the rest waits for the client

ServedAnswer unmatchedAnswer(const Error &error)
{
    return HttpServer::problem(501, u"Not recorded"_s, error.message,
        Json::object({{u"code"_s, Json::string(error.code)}, {u"details"_s, error.details}}));
}

ServedAnswer injectedAnswer(const QString &code)
{
    bool isNumber = false;
    const int status = code.toInt(&isNumber);
    return HttpServer::problem(isNumber && status >= 400 && status <= 599 ? status : 500,
        u"An error on demand"_s, code.isEmpty() || isNumber ? u"It was asked for with --fault."_s : code);
}

//! Of a failure that no peer told of.
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

// of one connection, or no longer true of what is sent
constexpr std::array notReplayed{"connection"_L1, "keep-alive"_L1, "proxy-connection"_L1,
    "proxy-authenticate"_L1, "proxy-authorization"_L1, "te"_L1, "trailer"_L1, "transfer-encoding"_L1,
    "upgrade"_L1, "content-length"_L1, "content-encoding"_L1};

QString bareType(const QString &contentType)
{
    return contentType.section(u';', 0, 0).trimmed().toLower();
}

bool isJsonType(const QString &bare)
{
    return bare.endsWith("/json"_L1) || bare.endsWith("+json"_L1);
}

QByteArray charsetOf(const QString &contentType)
{
    static const QRegularExpression charset(
        u";\\s*charset\\s*=\\s*\"?([^\";\\s]+)"_s, QRegularExpression::CaseInsensitiveOption);
    const QRegularExpressionMatch match = charset.match(contentType);
    return match.hasMatch() ? match.captured(1).toLatin1() : QByteArray("UTF-8");
}

QByteArray encodedText(const QString &text, const QString &contentType)
{
    QStringEncoder encoder(charsetOf(contentType).constData());
    if (!encoder.isValid())
        return jsonUtf8(text);
    const QByteArray bytes = encoder(text);
    return encoder.hasError() ? jsonUtf8(text) : bytes;
}

//! Text that was read as JSON is told from text that only claimed to be by the warning it left.
QByteArray bodyOf(const Json &data, const QString &contentType, bool wasParsed)
{
    if (data.isAbsent())
        return {};
    const QString bare = bareType(contentType);
    if (!data.isString() || (isJsonType(bare) && wasParsed))
        return data.toBytes();
    const QString text = data.toString();
    // What is neither JSON nor text was kept in base64; a fixture written by hand may have text there.
    const bool isKnownText = bare.isEmpty() || bare.startsWith("text/"_L1) || isJsonType(bare)
        || bare.contains("xml"_L1) || bare.contains("yaml"_L1) || bare.contains("script"_L1);
    if (!isKnownText) {
        const auto decoded = QByteArray::fromBase64Encoding(
            text.toLatin1(), QByteArray::Base64Encoding | QByteArray::AbortOnBase64DecodingErrors);
        if (decoded)
            return *decoded;
    }
    return encodedText(text, contentType);
}

bool hasKeyword(const QList<Warning> &warnings, QLatin1StringView keyword)
{
    return std::ranges::any_of(
        warnings, [keyword](const Warning &warning) { return warning.keyword == keyword; });
}

//! Values of one name were joined; cookies are the ones that must stand apart.
QStringList valuesOf(const QString &name, const QString &joined)
{
    if (name != "set-cookie"_L1)
        return {joined};
    static const QRegularExpression between(u",\\s*(?=[^;,=\\s]+=)"_s);
    return joined.split(between);
}

HttpFields fieldsOf(const Json &headers, const QString &contentType)
{
    HttpFields fields;
    bool hasType = false;
    for (const auto entry : headers.members()) {
        const QString name = entry.key().toLower();
        // What pages of others may do there is not what they may do here. R-120
        if (std::ranges::contains(notReplayed, name) || name.startsWith("access-control-"_L1))
            continue;
        hasType = hasType || name == "content-type"_L1;
        for (const QString &value : valuesOf(name, entry.value().toString()))
            fields.emplaceBack(name.toUtf8(), value.toUtf8());
    }
    if (!hasType && !contentType.isEmpty())
        fields.emplaceBack("content-type", contentType.toUtf8());
    return fields;
}

bool isStatus(qint64 status)
{
    return status >= 200 && status <= 999;
}

//! A line of an event's ends at a carriage return as well.
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
    const Result<MockTurn> turn = m_player->turn(request);
    if (!turn) {
        Q_EMIT unmatched(turn.error());
        exchange->answer(unmatchedAnswer(turn.error()));
        return;
    }
    const bool isStream = turn->fixture->isStream() && !turn->fixture->events.isEmpty();
    if (isStream && !turn->error && !turn->drops) {
        stream(exchange, *turn);
        return;
    }
    if (turn->wait.count() == 0) {
        answerTurn(exchange, *turn);
        return;
    }
    auto *const timer = new QTimer(exchange); // goes with it
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
    const bool hasEvents = hasEventStreamType(head) || !turn.fixture->events.constFirst().sse.isAbsent();
    head.body.clear();
    exchange->begin(head);
    FixtureStream *const items = m_player->streamOf(turn, {}).release();
    items->setParent(exchange);
    connect(items, &ItemStream::item, exchange, [exchange, items, hasEvents](const StreamValue &value) {
        const ResponseEnvelope *envelope = envelopeOf(value.value);
        const Json data = envelope ? envelope->data : std::get<Json>(value.value);
        exchange->write(hasEvents ? serverSentEvent(data, value.sse) : data.toBytes() + '\n');
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
            exchange->drop(); // as the recorded one was
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
    const Json headers = head.member("headers"_L1);
    QString contentType = head.member("contentType"_L1).toString();
    if (contentType.isEmpty())
        contentType = headers.member("content-type"_L1).toString();
    ServedAnswer answer{int(*status), fieldsOf(headers, contentType)};
    if (fixture.isStream() && !isFailure)
        return answer;
    if (!fixture.body.isEmpty()) {
        answer.body = fixture.body;
        return answer;
    }
    const Json data = isFailure ? head.member("body"_L1) : fixture.envelope.member("data"_L1);
    bool wasParsed = !hasKeyword(fixture.warnings, "parse"_L1);
    for (const Json &warning : head.member("warnings"_L1).items())
        wasParsed = wasParsed && warning.member("keyword"_L1).utf8() != "parse";
    answer.body = bodyOf(data, contentType, wasParsed);
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
    QByteArray text = data.toBytes();
    if (data.isString() && !parseJson(jsonUtf8(data.toString())))
        text = withLineFeeds(jsonUtf8(data.toString())); // it was no JSON on the wire
    for (const QByteArray &line : text.split('\n'))
        event += "data: " + line + '\n';
    return event + '\n';
}

} // namespace Workbench

#include "moc_httpmock.cpp"
