// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/mcp/mcpserverasks.h"

#include "core/base/visibletext.h"

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype maxShownAsk = 100;
constexpr int failedSaid = 20;
constexpr int failedAtMost = 1000;
constexpr int rejectedByUser = -1; // as in the specification's example of a declined sampling request

int codeOf(const Error &error)
{
    if (error.code == declinedCode)
        return rejectedByUser;
    return error.kind == ErrorKind::Usage ? JsonRpc::methodNotFound : JsonRpc::invalidParams;
}

} // namespace

McpServerAsks::McpServerAsks(QString sourceName, const Limits &limits)
    : m_sourceName(std::move(sourceName))
    , m_limits(limits)
{
}

void McpServerAsks::take(
    const JsonRpc::Message &message, quint64 ticket, const Call &call, const QString &revision)
{
    if (qint64(m_open.size()) >= m_limits.serverPendingRequests) { // over HTTP, each answer uses a connection
        if (!std::exchange(m_saidTooMany, true))
            Q_EMIT said(LogLine::Level::Warning,
                u"Sends requests faster than it accepts our answers; requests beyond %1 at a time are not "
                u"answered (limit server.pendingRequests)."_s.arg(m_limits.serverPendingRequests));
        return;
    }
    const auto &[place, isNew] = m_open.try_emplace(ticket, JsonRpc::idKey(message.id), call);
    const QString label = u"answer to "_s + visibleText(message.method, false, maxShownAsk);
    if (message.method == "ping"_L1) {
        Q_EMIT answered(ticket, label, JsonRpc::response(message.id, Json::emptyObject()), {});
        return;
    }
    McpAsk ask{message.method, message.params, m_sourceName, call.exchangeId, call.operation, revision,
        std::chrono::milliseconds(m_limits.serverAnswerWaitMs), place->second.stop.get_token()};
    if (call.id || call.exchangeId.isEmpty())
        Q_EMIT waiting(ticket, call.id.value_or(0));
    QCoro::connect(answerFor(client, std::move(ask)), this,
        [this, ticket, label, id = message.id](const Result<Json> &result) {
            Q_EMIT waited(ticket);
            answer(ticket, label, id, result);
        });
}

void McpServerAsks::answer(quint64 ticket, const QString &label, const Json &id, const Result<Json> &result)
{
    const auto found = m_open.find(ticket);
    if (found == m_open.end()) // withdrawn
        return;
    m_failed = result ? 0 : m_failed + 1;
    if (!result && m_failed <= failedSaid) {
        const auto level =
            result.error().code == notOfferedCode ? LogLine::Level::Notice : LogLine::Level::Warning;
        Q_EMIT said(level, result.error().message);
    }
    if (m_failed > failedAtMost) {
        if (m_failed > failedAtMost + 1)
            return;
        Q_EMIT stormed({ErrorKind::Protocol, u"mcp.request-storm"_s,
            u"\"%1\" sent more than %2 requests in a row that got no result; the connection was closed."_s
                .arg(m_sourceName, QString::number(failedAtMost))});
        return;
    }
    Q_EMIT answered(ticket, label,
        result ? JsonRpc::response(id, *result)
               : JsonRpc::errorResponse(id, codeOf(result.error()),
                     result.error().code == notOfferedCode ? u"Method not found"_s : result.error().message),
        found->second.call.exchangeId);
}

void McpServerAsks::callEnded(qint64 id)
{
    for (const auto &[ticket, open] : m_open) {
        if (open.call.id == id)
            std::stop_source(open.stop).request_stop();
    }
}

void McpServerAsks::exchangeEnded(const QString &exchangeId)
{
    for (const auto &[ticket, open] : m_open) {
        if (!exchangeId.isEmpty() && open.call.exchangeId == exchangeId)
            std::stop_source(open.stop).request_stop();
    }
}

void McpServerAsks::withdrawn(const Json &requestId)
{
    const QByteArray key = JsonRpc::idKey(requestId);
    const auto found =
        std::ranges::find_if(m_open, [&key](const auto &entry) { return entry.second.idKey == key; });
    if (found == m_open.end())
        return;
    std::stop_source stop = found->second.stop;
    m_open.erase(found); // a withdrawn request gets no answer
    stop.request_stop();
}

void McpServerAsks::clear()
{
    const std::map<quint64, Open> open = std::exchange(m_open, {});
    for (const auto &[ticket, one] : open)
        std::stop_source(one.stop).request_stop();
}

} // namespace Workbench

#include "moc_mcpserverasks.cpp"
