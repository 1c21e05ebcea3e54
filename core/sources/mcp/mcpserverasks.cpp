// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/mcp/mcpserverasks.h"

#include "core/base/visibletext.h"

#include <algorithm>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype maxShownAsk = 100;
constexpr int failedSaid = 20;
constexpr int failedAtMost = 1000;
constexpr qsizetype addressesKept = 1000;
constexpr qsizetype maxAddressId = 1024;
constexpr int rejected = -1; // as in the specification's example of a declined sampling request
constexpr QLatin1StringView tooManyCode{"mcp.too-many-requests"};

int codeOf(const Error &error)
{
    if (error.code == declinedCode || error.code == tooManyCode)
        return rejected;
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
    const qint64 most = m_limits.serverPendingRequests;
    const qint64 undelivered =
        std::ranges::count_if(m_open, [](const auto &entry) { return entry.second.isAnswered; });
    const qint64 waitingNow = qint64(m_open.size()) - undelivered;
    if (qint64(m_open.size()) <= most / 2)
        m_saidTooMany = false;
    if (undelivered >= most) { // over HTTP, each answer uses a connection
        return sayTooMany(
            u"Sends requests faster than it accepts our answers; requests beyond %1 at a time are not "
            u"answered (limit server.pendingRequests)."_s.arg(most));
    }
    const auto &[place, isNew] = m_open.try_emplace(ticket, JsonRpc::idKey(message.id), call);
    const QString label = u"answer to "_s + visibleText(message.method, false, maxShownAsk);
    if (message.method == "ping"_L1) {
        place->second.isAnswered = true;
        Q_EMIT answered(ticket, label, JsonRpc::response(message.id, Json::emptyObject()), {});
        return;
    }
    if (waitingNow >= most) {
        sayTooMany(u"Sends more than %1 requests at a time; further ones are refused (limit "
                   u"server.pendingRequests)."_s.arg(most));
        answer(ticket, label, message.id,
            std::unexpected(Error{ErrorKind::Limit, QString(tooManyCode),
                u"This client takes at most %1 requests at a time (limit server.pendingRequests)."_s.arg(
                    most)}));
        return;
    }
    noteAddress(message.params, call.exchangeId);
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

//! Emits \a text for the log, unless such a line was logged during this flood of requests.
void McpServerAsks::sayTooMany(const QString &text)
{
    if (!std::exchange(m_saidTooMany, true))
        Q_EMIT said(LogLine::Level::Warning, text);
}

void McpServerAsks::answer(quint64 ticket, const QString &label, const Json &id, const Result<Json> &result)
{
    const auto found = m_open.find(ticket);
    if (found == m_open.end()) // withdrawn
        return;
    found->second.isAnswered = true;
    m_failed = result ? 0 : m_failed + 1;
    if (!result && m_failed <= failedSaid && result.error().code != tooManyCode) {
        const auto level =
            result.error().code == notOfferedCode ? LogLine::Level::Notice : LogLine::Level::Warning;
        Q_EMIT said(level, result.error().message);
    }
    if (!result && result.error().code != declinedCode && result.error().code != notOfferedCode)
        Q_EMIT refused(found->second.call.exchangeId, result.error().message);
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

void McpServerAsks::noteAddress(const Json &params, const QString &exchangeId)
{
    const QString id = params.member("elicitationId"_L1).toString();
    if (id.isEmpty() || id.size() > maxAddressId || exchangeId.isEmpty())
        return;
    if (m_addresses.size() >= addressesKept) // a server may make up any number of ids
        m_addresses.clear();
    m_addresses.insert(id, exchangeId);
}

void McpServerAsks::clear()
{
    const std::map<quint64, Open> open = std::exchange(m_open, {});
    for (const auto &[ticket, one] : open)
        std::stop_source(one.stop).request_stop();
}

} // namespace Workbench

#include "moc_mcpserverasks.cpp"
