// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/mcp/mcprounds.h"

#include "core/base/advice.h"
#include "core/base/delay.h"
#include "core/base/visibletext.h"
#include "core/json/jsonbuilder.h"
#include "core/mcp/jsonrpc.h"
#include "core/mcp/mcpmeta.h"
#include "core/sources/mcp/mcphandshake.h"

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr std::chrono::milliseconds pauseWithoutQuestions{200};
constexpr qsizetype maxShownKey = 60;
constexpr int addressesRequired = -32042;

Error badRound(const McpConnection &connection, const QString &method, const QString &fault)
{
    return {ErrorKind::Protocol, u"mcp.input-required"_s,
        u"\"%1\" answered %2 with resultType \"input_required\", and %3."_s.arg(
            connection.sourceName(), method, fault)};
}

} // namespace

Error tooManyRounds(const McpConnection &connection, const QString &method)
{
    const qint64 most = connection.limits().inputRounds;
    return advisingLimit({ErrorKind::Limit, u"limit.input.rounds"_s,
                             u"\"%1\" asked for more input %2 times during one %3."_s.arg(
                                 connection.sourceName(), QString::number(most), method)},
        u"input.rounds", most);
}

Task<Result<Json>> answersOf(std::shared_ptr<McpConnection> connection, Json requests, QString method,
    QString operation, QString exchangeId, std::stop_token cancellation)
{
    QList<Json::Member> responses;
    for (qsizetype i = 0; i < requests.size(); ++i) {
        const Json request = requests.at(i);
        const McpAsk ask{request.member("method"_L1).toString(), request.member("params"_L1),
            connection->sourceName(), exchangeId, operation, connection->modernRevision,
            std::chrono::milliseconds(connection->limits().serverAnswerWaitMs), cancellation};
        if (ask.method.isEmpty()) {
            co_return std::unexpected(badRound(*connection, method,
                u"the request \"%1\" in inputRequests has no method"_s.arg(
                    visibleText(requests.keyAt(i), false, maxShownKey))));
        }
        const Result<Json> answer = co_await answerFor(connection->client(), ask);
        if (cancellation.stop_requested())
            co_return std::unexpected(cancelledHere());
        if (!answer) {
            Error error = answer.error();
            // The server must ask only for announced methods, in the right form.
            if (error.code == notOfferedCode || error.code == "mcp.bad-request"_L1)
                error.kind = ErrorKind::Protocol;
            co_return std::unexpected(error);
        }
        responses.append({requests.keyAt(i), *answer});
    }
    co_return Json::object(responses);
}

Task<Error> askForAddresses(std::shared_ptr<McpConnection> connection, Error error, QString operation,
    McpConnection::SharedRequest call)
{
    const Json wanted = error.details.member("data"_L1).member("elicitations"_L1);
    if (JsonRpc::remoteCode(error) != addressesRequired || !connection->modernRevision.isEmpty()
        || wanted.size() == 0)
        co_return error;
    qsizetype agreed = 0;
    QString refusal; // why the user was not asked about an address
    const qsizetype most = connection->limits().serverPendingRequests;
    for (qsizetype i = 0; i < std::min(wanted.size(), most); ++i) {
        const McpAsk ask{u"elicitation/create"_s, withMember(wanted.at(i), u"mode", Json::string(u"url")),
            connection->sourceName(), call->exchangeId, operation,
            connection->agreement.value_or(McpAgreement()).revision,
            std::chrono::milliseconds(connection->limits().serverAnswerWaitMs), call->cancellation};
        connection->noteAddress(ask.params, call->exchangeId);
        const Result<Json> answer = co_await answerFor(connection->client(), ask);
        if (call->cancellation.stop_requested())
            co_return cancelledHere();
        if (!answer) {
            connection->say(LogLine::Level::Warning, answer.error().message);
            refusal = answer.error().message;
        }
        agreed += answer && answer->member("action"_L1).toString() == "accept"_L1 ? 1 : 0;
    }
    if (agreed == wanted.size())
        error.message += u" Invoke it again when you are done at the address that it named."_s;
    else if (refusal.isEmpty())
        error.message += u" It requires an address to be opened first, and that was declined."_s;
    else
        error.message +=
            u" It requires an address to be opened first, and that was refused: %1"_s.arg(refusal);
    co_return error;
}

Task<Result<Json>> askInRounds(std::shared_ptr<McpConnection> connection,
    McpConnection::SharedRequest request, QString operation, QString pinned, bool mayRepeat)
{
    const Json params = request->params;
    for (qint64 round = 0;; ++round) {
        const Result<Json> answer = co_await askWithSession(connection, request, pinned, mayRepeat);
        if (!answer || resultType(*answer) != "input_required"_L1)
            co_return answer;
        if (round == connection->limits().inputRounds)
            co_return std::unexpected(tooManyRounds(*connection, request->method));
        const Json asked = answer->member("inputRequests"_L1);
        const Json state = answer->member("requestState"_L1);
        if (asked.isAbsent() && state.isAbsent()) {
            co_return std::unexpected(
                badRound(*connection, request->method, u"it has neither inputRequests nor requestState"_s));
        }
        if ((!asked.isAbsent() && !asked.isObject()) || (!state.isAbsent() && !state.isString())) {
            co_return std::unexpected(badRound(*connection, request->method,
                u"its inputRequests is not an object, or its requestState is not a string"_s));
        }
        if (asked.size() > connection->limits().serverPendingRequests) {
            co_return std::unexpected(badRound(*connection, request->method,
                u"it asks for %1 answers at once, more than %2"_s.arg(asked.size())
                    .arg(connection->limits().serverPendingRequests)));
        }
        const auto next = std::make_shared<McpConnection::Request>(*request);
        next->params = params;
        if (asked.size() > 0) {
            const Result<Json> responses = co_await answersOf(
                connection, asked, request->method, operation, request->exchangeId, request->cancellation);
            if (!responses)
                co_return std::unexpected(responses.error());
            next->params = withMember(params, u"inputResponses", *responses);
        } else {
            const QFuture<bool> pause = delay(pauseWithoutQuestions, request->cancellation);
            const bool goesOn = co_await pause;
            if (!goesOn)
                co_return std::unexpected(cancelledHere());
        }
        next->params = withMember(next->params, u"requestState", state);
        request = next;
        if (connection->isClosed())
            co_return std::unexpected(Error{ErrorKind::Closed, u"connection.closed"_s,
                u"The connection to \"%1\" was lost."_s.arg(connection->sourceName())});
    }
}

} // namespace Workbench
