// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/mcp/mcpconnection.h"

#include "core/base/visibletext.h"
#include "core/json/jsonbuilder.h"
#include "core/sources/mcp/mcpnotices.h"

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr std::chrono::milliseconds listChangedPause{500};
constexpr int noiseSaidAtMost = 20;
constexpr qsizetype maxShownLabel = 200; // a method may be as long as a message

Error closedByUs(const QString &sourceName)
{
    return {ErrorKind::Cancelled, ErrorCode::aborted,
        u"The connection to \"%1\" was closed here."_s.arg(sourceName), {}, {}};
}

} // namespace

McpConnection::McpConnection(QString sourceName, const Limits &limits, ExchangeLog *log)
    : m_sourceName(std::move(sourceName))
    , m_limits(limits)
    , m_log(log)
    , m_calls(m_sourceName)
{
    m_listChanged.setSingleShot(true);
    m_listChanged.setInterval(listChangedPause);
    connect(&m_listChanged, &QTimer::timeout, this, &McpConnection::listChanged);
    connect(&m_calls, &PendingCalls::abandoned, this, &McpConnection::abandon);
    connect(&m_calls, &PendingCalls::progressFell, this, [this](qint64 id, const QString &) {
        say(LogLine::Level::Warning, u"The progress of request %1 did not rise."_s.arg(id));
    });
}

McpConnection::~McpConnection()
{
    dismantle();
}

void McpConnection::dismantle()
{
    disconnect();
    m_channel.reset();
    channelClosed(closedByUs(m_sourceName));
}

void McpConnection::setChannel(std::unique_ptr<McpChannel> channel)
{
    if (m_channel) {
        m_channel->disconnect(this);
        m_channel.release()->deleteLater();
    }
    m_answers.clear();
    m_channel = std::move(channel);
    connect(m_channel.get(), &McpChannel::received, this, &McpConnection::receive);
    connect(m_channel.get(), &McpChannel::delivered, this,
        [this](quint64 ticket) { settleDelivery(ticket, {}); });
    connect(m_channel.get(), &McpChannel::sendFailed, this, [this](quint64 ticket, const Error &error) {
        m_calls.settle(qint64(ticket), std::unexpected(error));
        settleDelivery(ticket, std::unexpected(error));
    });
    connect(m_channel.get(), &McpChannel::noise, this, [this](const QString &what) {
        if (m_noiseSaid++ < noiseSaidAtMost)
            say(LogLine::Level::Warning, u"Sent something that is no message: %1"_s.arg(what));
    });
    connect(m_channel.get(), &McpChannel::logged, this, &McpConnection::logged);
    connect(m_channel.get(), &McpChannel::degraded, this, &McpConnection::degraded);
    connect(m_channel.get(), &McpChannel::closed, this, &McpConnection::channelClosed);
}

Json McpConnection::paramsWithToken(const Json &params, qint64 token) const
{
    const Json base = params.isObject() ? params : Json::emptyObject();
    const Json meta = base.member("_meta"_L1);
    return withMember(base, u"_meta",
        withMember(meta.isObject() ? meta : Json::emptyObject(), u"progressToken", Json::integer(token)));
}

Json McpConnection::preview(const QString &method, const Json &params, bool wantsProgress) const
{
    const qint64 id = m_calls.lastId() + 1;
    return JsonRpc::request(id, method, wantsProgress ? paramsWithToken(params, id) : params);
}

QFuture<Result<Json>> McpConnection::request(Request request)
{
    const qint64 id = m_calls.nextId();
    PendingCalls::Call call;
    call.method = request.method;
    call.exchangeId = request.exchangeId;
    call.idle = request.idle.value_or(std::chrono::milliseconds(m_limits.requestTimeoutMs));
    call.total =
        request.total.value_or(std::max(call.idle, std::chrono::milliseconds(m_limits.requestMaxTotalMs)));
    call.onProgress = std::move(request.onProgress);
    call.cancellation = std::move(request.cancellation);
    call.mayAbandon = request.mayAbandon;
    const QFuture<Result<Json>> future = m_calls.open(id, std::move(call));
    if (future.isFinished() || !m_channel)
        return future;
    McpOutgoing outgoing;
    outgoing.message = JsonRpc::request(
        id, request.method, request.wantsProgress ? paramsWithToken(request.params, id) : request.params);
    outgoing.ticket = quint64(id);
    outgoing.wantsAnswer = true;
    outgoing.label = request.method;
    outgoing.exchangeId = request.exchangeId;
    m_channel->send(outgoing);
    return future;
}

QFuture<Result<void>> McpConnection::notify(
    const QString &method, const Json &params, std::optional<std::chrono::milliseconds> within)
{
    const quint64 ticket =
        quint64(m_calls.nextId()); // shares the numbers of requests, so that a ticket names one thing
    QPromise<Result<void>> &promise = m_deliveries[ticket];
    promise.start();
    const QFuture<Result<void>> future = promise.future();
    if (m_isClosed || !m_channel) {
        settleDelivery(ticket, std::unexpected(closedByUs(m_sourceName)));
        return future;
    }
    McpOutgoing outgoing;
    outgoing.message = JsonRpc::notification(method, params);
    outgoing.ticket = ticket;
    outgoing.label = method;
    outgoing.acceptedWithin = within.value_or(std::chrono::milliseconds(m_limits.requestTimeoutMs));
    m_channel->send(outgoing);
    return future;
}

void McpConnection::settleDelivery(quint64 ticket, Result<void> outcome)
{
    m_answers.remove(ticket);
    const auto found = m_deliveries.find(ticket);
    if (found == m_deliveries.end())
        return;
    QPromise<Result<void>> promise = std::move(found->second);
    m_deliveries.erase(found);
    promise.addResult(std::move(outcome));
    promise.finish();
}

void McpConnection::close()
{
    fail(closedByUs(m_sourceName));
}

void McpConnection::fail(const Error &reason)
{
    if (!m_failure)
        m_failure = reason;
    m_calls.closeAll(reason);
    if (m_channel)
        m_channel->close();
    else
        channelClosed(reason);
}

void McpConnection::channelClosed(const Error &reason)
{
    if (std::exchange(m_isClosed, true))
        return;
    const Error why = m_failure.value_or(reason);
    m_listChanged.stop();
    m_calls.closeAll(why);
    while (!m_deliveries.empty())
        settleDelivery(m_deliveries.begin()->first, std::unexpected(why));
    Q_EMIT closed(why);
}

void McpConnection::say(LogLine::Level level, const QString &text, const QString &origin)
{
    Q_EMIT logged({QDateTime::currentDateTimeUtc(), level, m_sourceName, origin, text});
}

void McpConnection::abandon(qint64 id, const QString &exchangeId, const QString &why)
{
    if (m_isClosed || !m_channel)
        return;
    McpOutgoing outgoing;
    outgoing.message = JsonRpc::notification(u"notifications/cancelled",
        Json::object({{u"requestId"_s, Json::integer(id)}, {u"reason"_s, Json::string(why)}}));
    outgoing.ticket = quint64(m_calls.nextId());
    outgoing.label = u"notifications/cancelled"_s;
    outgoing.exchangeId = exchangeId;
    m_channel->send(outgoing);
    m_channel->forget(quint64(id));
}

void McpConnection::note(const McpIncoming &incoming, const QString &label, const QString &exchangeId,
    const QString &remark, bool inBatch)
{
    if (!m_log)
        return;
    Frame frame;
    frame.source = m_sourceName;
    frame.channel = incoming.channel;
    // The array was noted whole; its messages are noted only for what they are.
    frame.bytes = inBatch ? QByteArray() : incoming.bytes;
    frame.label = label.size() > maxShownLabel ? visibleText(label, false, maxShownLabel) : label;
    frame.note = remark;
    frame.exchangeId = exchangeId;
    frame.headers = inBatch ? decltype(frame.headers){} : incoming.headers;
    m_log->note(frame);
}

void McpConnection::receive(const McpIncoming &incoming)
{
    if (!incoming.message.isArray()) {
        receiveOne(incoming.message, incoming, false);
        return;
    }
    const bool expected = agreement && agreement->revision == "2025-03-26"_L1;
    note(incoming, u"batch"_s, {}, expected ? QString() : u"batches exist only in revision 2025-03-26"_s,
        false);
    for (const Json &message : incoming.message.items())
        receiveOne(message, incoming, true);
}

void McpConnection::receiveOne(const Json &json, const McpIncoming &incoming, bool inBatch)
{
    const JsonRpc::Message message = JsonRpc::classify(json);
    switch (message.kind) {
    case JsonRpc::Kind::Response: return receiveResponse(message, incoming, inBatch);
    case JsonRpc::Kind::ConnectionError: return receiveConnectionError(message, incoming, inBatch);
    case JsonRpc::Kind::Notification: return receiveNotification(message, incoming, inBatch);
    case JsonRpc::Kind::Request:
        note(incoming, message.method, {}, message.remark, inBatch);
        return receiveRequest(message);
    case JsonRpc::Kind::Malformed:
        if (json.isObject() && json.size() == 0 && incoming.channel != "stdout"_L1) {
            note(incoming, u"stub"_s, {}, u"an empty object that stands for the start of a replayed stream"_s,
                inBatch);
            return;
        }
        note(incoming, u"malformed"_s, {}, message.remark, inBatch);
        say(LogLine::Level::Warning, u"Sent a message that is no JSON-RPC: %1."_s.arg(message.remark));
    }
}

void McpConnection::receiveResponse(
    const JsonRpc::Message &message, const McpIncoming &incoming, bool inBatch)
{
    const QLatin1StringView what = message.error.isAbsent() ? "result"_L1 : "error"_L1;
    if (const PendingCalls::Call *call = m_calls.find(message.id)) {
        const QString method = call->method;
        note(incoming, what + u" of "_s + method, call->exchangeId, message.remark, inBatch);
        if (!message.remark.isEmpty())
            say(LogLine::Level::Warning, u"Its answer to %1 %2."_s.arg(method, message.remark));
        renewedInVain = renewedInVain && method == "initialize"_L1;
        m_calls.settle(message.id, JsonRpc::outcomeOf(message, m_sourceName, method));
    } else if (const PendingCalls::Past *past = m_calls.findPast(message.id)) {
        note(incoming, what + u" of "_s + past->method, past->exchangeId,
            u"late or repeated answer, dropped"_s, inBatch);
    } else {
        note(incoming, QString(what), {}, u"answers no request of ours, dropped"_s, inBatch);
        say(LogLine::Level::Warning,
            u"Sent an answer with an id that no request of ours had; it was dropped."_s);
    }
}

void McpConnection::receiveConnectionError(
    const JsonRpc::Message &message, const McpIncoming &incoming, bool inBatch)
{
    std::optional<qint64> target = m_calls.only();
    if (incoming.origin != 0 && m_calls.find(Json::integer(qint64(incoming.origin))))
        target = qint64(incoming.origin);
    const PendingCalls::Call *call = target ? m_calls.find(Json::integer(*target)) : nullptr;
    const QString method = call ? call->method : u"no request in particular"_s;
    const Error error = JsonRpc::remoteError(message.error, m_sourceName, method);
    note(incoming, call ? QString(u"error of "_s + method) : u"error"_s, call ? call->exchangeId : QString(),
        u"an error without an id"_s, inBatch);
    if (call)
        m_calls.settle(*target, std::unexpected(error));
    else
        say(LogLine::Level::Error, error.message);
}

void McpConnection::receiveRequest(const JsonRpc::Message &message)
{
    if (!m_channel)
        return;
    if (qint64(m_answers.size()) >= m_limits.serverPendingRequests) { // each is a connection over HTTP
        if (!std::exchange(m_saidTooManyRequests, true))
            say(LogLine::Level::Warning,
                u"Asks faster than it takes our answers; requests beyond %1 at a time are not answered "
                u"(limits.server.pendingRequests)."_s.arg(m_limits.serverPendingRequests));
        return;
    }
    McpOutgoing outgoing;
    outgoing.ticket = quint64(m_calls.nextId());
    m_answers.insert(outgoing.ticket);
    outgoing.label = u"answer to "_s + visibleText(message.method, false, 100);
    if (message.method == "ping"_L1) {
        outgoing.message = JsonRpc::response(message.id, Json::emptyObject());
    } else {
        outgoing.message = JsonRpc::errorResponse(message.id, JsonRpc::methodNotFound, u"Method not found");
        say(LogLine::Level::Notice,
            u"Asked for %1, which this client does not offer."_s.arg(
                visibleText(message.method, false, 100)));
    }
    m_channel->send(outgoing);
}

void McpConnection::receiveNotification(
    const JsonRpc::Message &message, const McpIncoming &incoming, bool inBatch)
{
    if (message.method == "notifications/progress"_L1) {
        receiveProgress(message.params, incoming, inBatch);
        return;
    }
    const bool isListChange = message.method == "notifications/tools/list_changed"_L1
        || message.method == "notifications/prompts/list_changed"_L1
        || message.method == "notifications/resources/list_changed"_L1;
    note(incoming, message.method, {}, message.remark, inBatch);
    if (message.method == "notifications/message"_L1) {
        const McpServerLog line = serverLogLine(message.params);
        say(line.level, line.text, u"server log"_s);
    } else if (isListChange && agreement && !m_listChanged.isActive()) {
        m_listChanged.start();
    }
}

void McpConnection::receiveProgress(const Json &params, const McpIncoming &incoming, bool inBatch)
{
    const Json token = params.member("progressToken"_L1);
    const std::optional<Progress> progress = progressFrom(params);
    const PendingCalls::Call *call = m_calls.find(token);
    const PendingCalls::Past *past = call ? nullptr : m_calls.findPast(token);
    const QString exchangeId = call ? call->exchangeId : past ? past->exchangeId : QString();
    const QString remark = !progress ? u"not a progress notification"_s
        : call                       ? QString()
        : past                       ? u"progress of a finished request"_s
                                     : u"progress of no request of ours"_s;
    note(incoming, u"notifications/progress"_s, exchangeId, remark, inBatch);
    if (call && progress)
        m_calls.progress(token, *progress);
}

} // namespace Workbench
