// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/serving/mock/httpmock.h"

#include "core/base/visibletext.h"
#include "core/transport/http/httptext.h"

#include <QPointer>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 enoughWaiting = qint64{1} << 20; // of a stream's bytes; the rest waits for the client
constexpr qsizetype shownTarget = 200;

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
        Q_EMIT unmatched(
            visibleText(u"%1 %2"_s.arg(request.method, request.target), false, shownTarget), turn.error());
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

} // namespace Workbench
