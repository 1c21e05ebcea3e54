// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/mcp/mcpconnection.h"

#include "core/base/visibletext.h"
#include "core/mcp/mcpmeta.h"
#include "core/sources/mcp/mcpheaders.h"
#include "core/sources/mcp/mcpnotices.h"

#include <QLoggingCategory>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

Q_LOGGING_CATEGORY(mcpLog, "workbench.mcp", QtWarningMsg)

constexpr std::chrono::milliseconds listChangedPause{500};
constexpr int noiseSaidAtMost = 20;
constexpr int unmatchedAtMost = 1000; // a peer that guesses ids would send far more
constexpr qsizetype maxShownId = 60;
constexpr qsizetype maxShownLabel = 200; // a method may be as long as a message

} // namespace

McpConnection::McpConnection(QString sourceName, const Limits &limits, ExchangeLog *log)
    : m_sourceName(std::move(sourceName))
    , m_limits(limits)
    , m_log(log)
    , m_calls(m_sourceName)
    , m_asks(m_sourceName, limits)
{
    m_listChanged.setSingleShot(true);
    m_listChanged.setInterval(listChangedPause);
    connect(&m_listChanged, &QTimer::timeout, this, [this] {
        m_announcedLists += std::exchange(m_changedLists, {});
        Q_EMIT listChanged();
    });
    m_calls.lastWords = [this] { return m_channel ? m_channel->sideNotes() : QString(); };
    m_calls.unfinished = [this] { return m_channel ? m_channel->unfinished() : QByteArray(); };
    m_calls.unconnected = [this](qint64 id, QStringView key,
                              std::chrono::milliseconds waited) -> std::optional<Error> {
        if (!m_channel)
            return {};
        if (agreement)
            return m_channel->unconnected(quint64(id), key, waited);
        // All steps of connecting share one deadline.
        return m_channel->unconnected(
            quint64(id), u"connect.timeout", std::chrono::milliseconds(m_limits.connectTimeoutMs));
    };
    connect(&m_calls, &PendingCalls::abandoned, this, &McpConnection::abandon);
    connect(&m_calls, &PendingCalls::progressFell, this,
        [this](const QString &method, const QString &exchangeId) {
            const ExchangeRecord *record = m_log ? m_log->findRecord(exchangeId) : nullptr;
            sayProgressFell(record ? record->operation : method);
        });
    connect(&m_calls, &PendingCalls::ended, &m_asks, &McpServerAsks::callEnded);
    connect(&m_asks, &McpServerAsks::waiting, this, [this](quint64 ticket, qint64 id) {
        if (agreement) // connecting has one deadline for all its steps
            m_held.insert(ticket, m_calls.hold(id));
    });
    connect(&m_asks, &McpServerAsks::waited, this,
        [this](quint64 ticket) { m_calls.release(m_held.take(ticket)); });
    connect(&m_asks, &McpServerAsks::said, this,
        [this](LogLine::Level level, const QString &text) { say(level, text); });
    connect(&m_asks, &McpServerAsks::refused, this, [this](const QString &exchangeId, const QString &why) {
        remark(exchangeId, u"A request of the server was refused: %1"_s.arg(why));
    });
    connect(&m_asks, &McpServerAsks::stormed, this, &McpConnection::fail, Qt::QueuedConnection);
    connect(&m_asks, &McpServerAsks::answered, this,
        [this](quint64 ticket, const QString &label, const Json &message, const QString &exchangeId) {
            if (m_channel)
                m_channel->send(
                    {.message = message, .ticket = ticket, .label = label, .exchangeId = exchangeId});
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
    m_outlivesChannel = false;
    channelClosed(closedHere(m_sourceName));
}

void McpConnection::setChannel(std::unique_ptr<McpChannel> channel)
{
    if (m_channel) {
        m_channel->disconnect(this);
        m_channel.release()->deleteLater();
    }
    m_asks.clear();
    m_lost.reset();
    m_channel = std::move(channel);
    connect(m_channel.get(), &McpChannel::received, this, &McpConnection::receive);
    connect(m_channel.get(), &McpChannel::delivered, this,
        [this](quint64 ticket) { settleDelivery(ticket, {}); });
    connect(m_channel.get(), &McpChannel::sendFailed, this, [this](quint64 ticket, const Error &error) {
        Error full = error;
        if (error.code == streamEndedCode || error.code == noAnswerCode)
            full = m_calls.withHeard(qint64(ticket), error);
        if (m_asks.waitsFor(ticket) && !m_isClosed) {
            say(LogLine::Level::Warning,
                u"Our answer to a request of the server did not reach it. %1"_s.arg(error.message));
        }
        m_calls.settle(qint64(ticket), std::unexpected(full));
        settleDelivery(ticket, std::unexpected(error));
    });
    connect(m_channel.get(), &McpChannel::noise, this, &McpConnection::receiveNoise);
    connect(m_channel.get(), &McpChannel::unreadable, this, &McpConnection::messageExceeded);
    connect(m_channel.get(), &McpChannel::signInWaiting, this, [this](quint64 ticket) {
        if (m_heldForSignIn.isEmpty())
            m_connectLeft = connectTimeLeft();
        m_heldForSignIn.insert(ticket, m_calls.hold(0));
    });
    connect(m_channel.get(), &McpChannel::signInWaited, this, [this](quint64 ticket) {
        m_calls.release(m_heldForSignIn.take(ticket));
        if (m_heldForSignIn.isEmpty())
            m_connectBy.setRemainingTime(m_connectLeft);
    });
    connect(m_channel.get(), &McpChannel::logged, this, &McpConnection::logged);
    connect(m_channel.get(), &McpChannel::degraded, this, &McpConnection::degraded);
    connect(m_channel.get(), &McpChannel::closed, this, &McpConnection::channelClosed);
}

McpOutgoing McpConnection::outgoing(const Request &request, qint64 id) const
{
    QList<Json::Member> meta;
    if (request.wantsProgress)
        meta.append({u"progressToken"_s, Json::integer(id)});
    McpOutgoing outgoing;
    if (!modernRevision.isEmpty()) {
        meta += requestMeta(modernRevision, client().capabilities(modernRevision), logLevel);
        outgoing.revision = modernRevision;
        outgoing.headers = standardHeaders(request.method, request.params) + request.headers;
    }
    outgoing.message = JsonRpc::request(id, request.method, request.params, meta);
    outgoing.ticket = quint64(id);
    outgoing.wantsAnswer = true;
    outgoing.label = request.method;
    outgoing.exchangeId = request.exchangeId;
    outgoing.isLongLived = request.isLongLived;
    return outgoing;
}

QFuture<Result<Json>> McpConnection::request(const Request &request)
{
    if (request.method == "initialize"_L1)
        m_asks.clear(); // requests of the old session do not belong to the new one
    const qint64 id = m_calls.takeId();
    if (request.id)
        *request.id = id;
    PendingCalls::Call call;
    call.method = request.method;
    call.exchangeId = request.exchangeId;
    call.idle = request.idle.value_or(std::chrono::milliseconds(m_limits.requestTimeoutMs));
    call.total = request.total.value_or(std::chrono::milliseconds(m_limits.requestMaxTotalMs));
    call.onProgress = request.onProgress;
    call.cancellation = request.cancellation;
    call.maxHeld = std::chrono::milliseconds(m_limits.serverAnswerWaitMs);
    call.isStanding = request.isLongLived;
    call.isPoll = request.isPoll;
    call.onLate = request.onLate;
    call.mayAbandon = request.mayAbandon;
    call.remarks = request.remarks;
    const QFuture<Result<Json>> future = m_calls.open(id, std::move(call));
    if (future.isFinished() || !m_channel)
        return future;
    if (m_lost) {
        m_calls.settle(id, std::unexpected(*m_lost));
        return future;
    }
    const McpOutgoing message = outgoing(request, id);
    qCDebug(mcpLog) << m_sourceName << "request" << id << request.method;
    m_channel->send(message);
    return future;
}

QFuture<Result<void>> McpConnection::notify(
    const QString &method, const Json &params, std::optional<std::chrono::milliseconds> within)
{
    const quint64 ticket = m_calls.takeTicket();
    const QFuture<Result<void>> future = m_deliveries[ticket].future();
    if (m_isClosed || !m_channel || m_lost) {
        settleDelivery(ticket, std::unexpected(m_lost.value_or(closedHere(m_sourceName))));
        return future;
    }
    m_channel->send({.message = JsonRpc::notification(method, params),
        .ticket = ticket,
        .label = method,
        .exchangeId = {},
        .acceptedWithin = within.value_or(std::chrono::milliseconds(m_limits.requestTimeoutMs))});
    return future;
}

void McpConnection::settleDelivery(quint64 ticket, Result<void> outcome)
{
    m_asks.accepted(ticket);
    if (auto delivery = m_deliveries.extract(ticket))
        delivery.mapped().settle(std::move(outcome));
}

void McpConnection::beginConnecting()
{
    m_connectBy.setRemainingTime(m_limits.connectTimeoutMs);
    m_connectLeft = connectTimeLeft();
}

std::chrono::milliseconds McpConnection::connectTimeLeft() const
{
    return m_heldForSignIn.isEmpty() ? std::chrono::milliseconds(m_connectBy.remainingTime()) : m_connectLeft;
}

void McpConnection::fail(const Error &reason)
{
    if (!m_failure)
        m_failure = reason;
    m_calls.closeAll(reason);
    if (m_channel && !m_lost)
        m_channel->close();
    else
        channelClosed(reason);
}

void McpConnection::setOutlivesChannel(bool outlives)
{
    m_outlivesChannel = outlives;
    if (!outlives && m_lost)
        channelClosed(*std::exchange(m_lost, {}));
}

QSet<QString> McpConnection::takeAnnouncedChanges()
{
    m_listChanged.stop();
    const QSet<QString> later = std::exchange(m_changedLists, {});
    return m_announcedLists.isEmpty() ? QSet<QString>() : std::exchange(m_announcedLists, {}) + later;
}

void McpConnection::channelClosed(const Error &reason)
{
    if (m_outlivesChannel && !m_failure) {
        m_lost = reason;
        m_asks.clear();
        m_calls.failAll(reason);
        while (!m_deliveries.empty())
            settleDelivery(m_deliveries.begin()->first, std::unexpected(reason));
        return;
    }
    if (std::exchange(m_isClosed, true))
        return;
    m_asks.clear();
    const Error why = m_failure.value_or(reason);
    qCDebug(mcpLog) << m_sourceName << "closed:" << why.code;
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
    // In the modern era over HTTP, closing the stream tells the server.
    if (why.isEmpty() || (!modernRevision.isEmpty() && m_channel->isHttp())) {
        m_channel->forget(quint64(id));
        return;
    }
    const QString method = u"notifications/cancelled"_s;
    const Json params = Json::object({{u"requestId"_s, Json::integer(id)}, {u"reason"_s, Json::string(why)}});
    m_channel->send({.message = JsonRpc::notification(method, params),
        .ticket = m_calls.takeTicket(),
        .label = method,
        .exchangeId = exchangeId});
    m_channel->forget(quint64(id));
}

void McpConnection::note(const McpIncoming &incoming, const QString &label, const QString &exchangeId,
    const QString &remark, bool inBatch)
{
    qCDebug(mcpLog) << m_sourceName << "received" << incoming.bytes.size()
                    << "bytes:" << label.left(maxShownLabel) << remark;
    if (!m_log)
        return;
    Frame frame;
    frame.source = m_sourceName;
    frame.channel = incoming.channel;
    // The bytes of the whole array were noted already; its messages are noted without bytes.
    frame.bytes = inBatch ? QByteArray() : incoming.bytes;
    frame.label = label.size() > maxShownLabel ? visibleText(label, false, maxShownLabel) : label;
    frame.note = frameRemark(remark, incoming.remarks);
    frame.exchangeId = exchangeId;
    if (!inBatch) {
        frame.head = incoming.head;
        frame.raw = incoming.raw;
    }
    m_log->note(std::move(frame));
}

void McpConnection::receive(const McpIncoming &incoming)
{
    if (!incoming.message.isArray()) {
        receiveOne(incoming.message, incoming, false);
        return;
    }
    if (!agreement || agreement->revision != "2025-03-26"_L1)
        return receiveBatch(incoming);
    const QString oddity = incoming.message.size() == 0 ? u"an empty batch"_s : QString();
    note(incoming, u"batch"_s, {}, oddity, false);
    if (!oddity.isEmpty()) {
        if (m_foreignSaid++ < noiseSaidAtMost)
            say(LogLine::Level::Warning, u"Sent an empty batch, which JSON-RPC forbids."_s);
        hearForeign(u"It sent an empty batch."_s, incoming.origin);
    }
    for (const McpIncoming &one : messagesOf(incoming))
        receiveOne(one.message, one, true);
}

//! Handles a batch that the revision does not allow: the requests that it answers fail, and the rest is
//! ignored.
void McpConnection::receiveBatch(const McpIncoming &incoming)
{
    const QString fault = agreement
        ? u"MCP %1 has no batches"_s.arg(visibleText(agreement->revision, false, maxShownLabel))
        : u"batches are not allowed before the handshake is done"_s;
    note(incoming, u"batch"_s, {}, u"%1; the batch was rejected"_s.arg(fault), false);
    if (m_foreignSaid++ < noiseSaidAtMost)
        say(LogLine::Level::Error, u"Sent a batch, which was rejected: %1."_s.arg(fault));
    hearForeign(u"It sent a batch: %1."_s.arg(fault), incoming.origin);
    for (const Json &json : incoming.message.items()) {
        const JsonRpc::Message message = JsonRpc::classify(json);
        const bool isError = message.kind == JsonRpc::Kind::ConnectionError;
        const Json id = isError ? Json::integer(requestOf(incoming.origin).value_or(0)) : message.id;
        const PendingCalls::Call *call =
            isError || message.kind == JsonRpc::Kind::Response ? m_calls.find(id) : nullptr;
        if (!call)
            continue;
        m_calls.settle(id,
            std::unexpected(Error{ErrorKind::Protocol, u"mcp.batch"_s,
                u"\"%1\" answered %2 inside a batch: %3. Only MCP 2025-03-26 allows batches."_s.arg(
                    m_sourceName, call->method, fault)}));
    }
}

//! Adds \a text to the remarks on the call \a exchangeId, which may be a task without an open request.
void McpConnection::remark(const QString &exchangeId, const QString &text)
{
    m_calls.remark(exchangeId, text);
    if (const auto *task = runningTasks.withExchange(exchangeId); task && task->remarks)
        PendingCalls::addRemark(*task->remarks, text);
}

//! Adds a message without effect to the call during which it came, and to the errors of unanswered calls.
void McpConnection::hearForeign(const QString &said, quint64 origin)
{
    const PendingCalls::Call *call = m_calls.ofOrigin(origin);
    remark(call ? call->exchangeId : origin == 0 ? onlyExchange().id : QString(), said);
    m_calls.heardForeign(said, origin);
}

//! Returns the only exchange that waits, or the exchange of the only task, which may be between two polls.
PendingCalls::OnlyExchange McpConnection::onlyExchange() const
{
    PendingCalls::OnlyExchange only = m_calls.onlyExchange();
    if (const auto *task = runningTasks.only(); task && only.id.isEmpty() && !only.areSeveral)
        only.id = task->exchangeId;
    return only;
}

//! Reports bytes that are not a message. They do not answer a request.
void McpConnection::hearNoise(const QByteArray &bytes, const QString &why, quint64 origin)
{
    if (m_noiseSaid++ < noiseSaidAtMost)
        say(LogLine::Level::Warning,
            u"Sent something that is not a message: %1%2"_s.arg(shownNoise(bytes), shownReason(bytes, why)));
    m_calls.heardNoise(bytes, why, origin);
}

//! Handles bytes that are not JSON. If they were meant to answer one of our requests, that request fails,
//! because no other answer will come.
void McpConnection::receiveNoise(const QByteArray &bytes, const QString &why, quint64 origin)
{
    hearNoise(bytes, why, origin);
    const Json id = Json::integer(answeredId(bytes));
    const PendingCalls::Call *call = m_calls.find(id);
    if (!call)
        return;
    const QString hint = noiseHint(bytes);
    m_calls.settle(id,
        std::unexpected(Error{ErrorKind::Protocol, u"jsonrpc.unreadable"_s,
            u"\"%1\" answered %2 with text that is not JSON%3. %4It begins with: %5"_s.arg(m_sourceName,
                call->method, hint.isEmpty() ? shownReason(bytes, why) : QString(),
                hint.isEmpty() ? hint : QString(hint + u' '), shownNoise(bytes))}));
}

void McpConnection::receiveOne(const Json &json, const McpIncoming &incoming, bool inBatch)
{
    // Some programs log to stdout as JSON, with members that are also called id and method. A line of a log
    // has more members than an answer.
    const bool isAnswer =
        json.size() == 2 && json.member("result"_L1).isObject() && m_calls.find(json.member("id"_L1));
    if (incoming.channel == "stdout"_L1 && json.isObject() && !json.hasMember("jsonrpc"_L1) && !isAnswer) {
        note(incoming, u"noise"_s, {}, u"JSON without \"jsonrpc\", which is not a message"_s, inBatch);
        return hearNoise(inBatch ? json.toBytes() : incoming.bytes, {}, incoming.origin);
    }
    const JsonRpc::Message message = JsonRpc::classify(json);
    switch (message.kind) {
    case JsonRpc::Kind::Response: return receiveResponse(message, incoming, inBatch);
    case JsonRpc::Kind::ConnectionError: return receiveConnectionError(message, incoming, inBatch);
    case JsonRpc::Kind::Notification: return receiveNotification(message, incoming, inBatch);
    case JsonRpc::Kind::Request:
        note(incoming, message.method, callBehind(incoming, message.params).exchangeId, message.remark,
            inBatch);
        return receiveRequest(message, incoming);
    case JsonRpc::Kind::Malformed:
        if (json.isObject() && json.size() == 0 && incoming.channel != "stdout"_L1) {
            note(incoming, u"stub"_s, {}, u"an empty object that marks the start of a replayed stream"_s,
                inBatch);
            return;
        }
        note(incoming, u"malformed"_s, {}, message.remark, inBatch);
        if (m_foreignSaid++ < noiseSaidAtMost)
            say(LogLine::Level::Warning, u"Sent a message that is not JSON-RPC: %1."_s.arg(message.remark));
        hearForeign(u"It sent a message that is not JSON-RPC: %1."_s.arg(message.remark), incoming.origin);
    }
}

void McpConnection::receiveResponse(
    const JsonRpc::Message &message, const McpIncoming &incoming, bool inBatch)
{
    const QLatin1StringView what = message.error.isAbsent() ? "result"_L1 : "error"_L1;
    if (const PendingCalls::Call *call = m_calls.find(message.id)) {
        const QString method = call->method;
        note(incoming, what + u" of "_s + method, call->exchangeId, message.remark, inBatch);
        // A caller that asked for the remarks on the text reports them.
        const QString said = call->remarks ? message.remark : frameRemark(message.remark, incoming.remarks);
        if (!said.isEmpty())
            say(LogLine::Level::Warning, u"About its answer to %1: %2"_s.arg(method, said));
        renewedInVain = renewedInVain && method == "initialize"_L1;
        Result<Json> outcome = checkedResult(JsonRpc::outcomeOf(message, m_sourceName, method), method);
        if (call->remarks && message.error.isAbsent()) {
            *call->remarks += remarksWithin(incoming.remarks, "result"_L1);
        } else if (call->remarks) { // an error has no notes
            QStringList lines;
            for (const JsonRemark &remark : std::as_const(*call->remarks))
                lines.append(remark.message);
            addRemarks(lines, u"error"_s, remarksWithin(incoming.remarks, "error"_L1));
            outcome.error().detail = lines.join(u'\n');
        }
        m_calls.settle(message.id, std::move(outcome));
    } else if (const PendingCalls::Past *past = m_calls.findPast(message.id)) {
        note(incoming, what + u" of "_s + past->method, past->exchangeId,
            u"late or repeated answer, dropped"_s, inBatch);
        if (const auto onLate = m_calls.takeOnLate(message.id); onLate && message.error.isAbsent())
            onLate(message.result);
        if (past->isAnswered && m_repeatsSaid++ < noiseSaidAtMost)
            say(LogLine::Level::Warning,
                u"Answered %1 a second time; the repetition was dropped."_s.arg(past->method));
    } else if (!message.error.isAbsent() && m_calls.find(Json::integer(qint64(incoming.origin)))) {
        // An error in the HTTP answer to a POST can only mean the request of that POST.
        receiveConnectionError(message, incoming, inBatch);
    } else {
        dropUnmatched(message, incoming, inBatch);
    }
}

//! Drops an answer whose id no request of ours had. Ids are random, so the peer answered before the request,
//! or guessed the id.
void McpConnection::dropUnmatched(const JsonRpc::Message &message, const McpIncoming &incoming, bool inBatch)
{
    const bool isError = !message.error.isAbsent();
    const QString id = visibleText(QString::fromUtf8(message.id.toBytes()), false, maxShownId);
    note(incoming, isError ? u"error"_s : u"result"_s, exchangeOf(incoming, message),
        u"answers no request of ours, dropped"_s, inBatch);
    if (m_unmatched < noiseSaidAtMost)
        say(LogLine::Level::Warning,
            u"Sent an answer with the id %1, which no request of ours had; it was dropped."_s.arg(id));
    const bool isText = m_calls.find(Json::integer(message.id.toString().toLongLong())) != nullptr;
    const QString unlike = isText ? u": the id of the request is a number, not a string"_s : QString();
    hearForeign(isError ? u"It sent an error with the id %1, which no request had: %2"_s.arg(
                              id, JsonRpc::errorWords(message.error))
                        : u"It sent an answer with the id %1, which no request had%2."_s.arg(id, unlike),
        incoming.origin);
    if (++m_unmatched <= unmatchedAtMost || m_isClosed)
        return;
    fail({ErrorKind::Protocol, u"mcp.unmatched-answers"_s,
        u"\"%1\" sent more than %2 answers to requests that were never made; the connection was closed."_s
            .arg(m_sourceName, QString::number(unmatchedAtMost))});
}

//! Returns the id of the request that a message without an id answers: the request whose HTTP answer held it,
//! or the only pending request. Returns nothing if it is unknown.
std::optional<qint64> McpConnection::requestOf(quint64 origin) const
{
    return m_calls.ofOrigin(origin) ? std::optional(qint64(origin)) : m_calls.only();
}

void McpConnection::receiveConnectionError(
    const JsonRpc::Message &message, const McpIncoming &incoming, bool inBatch)
{
    const std::optional<qint64> target = requestOf(incoming.origin);
    const PendingCalls::Call *call = target ? m_calls.find(Json::integer(*target)) : nullptr;
    const QString method = call ? call->method : u"an unknown request"_s;
    const Error error = JsonRpc::remoteError(message.error, m_sourceName, method);
    const bool hasId = !message.id.isAbsent() && !message.id.isNull();
    const QString remark = hasId ? u"an error with the id %1, which no request had"_s.arg(visibleText(
                                       QString::fromUtf8(message.id.toBytes()), false, maxShownId))
                                 : u"an error without an id"_s;
    note(incoming, call ? QString(u"error of "_s + method) : u"error"_s, call ? call->exchangeId : QString(),
        remark, inBatch);
    if (call && hasId)
        say(LogLine::Level::Warning, u"Its answer to %1 is %2."_s.arg(method, remark));
    if (call)
        m_calls.settle(*target, std::unexpected(error));
    else
        say(LogLine::Level::Error, error.message);
}

//! Returns the exchange of the call to which a message belongs: its task, or the call whose answer stream it
//! came on. Empty if the protocol names none.
QString McpConnection::exchangeOf(const McpIncoming &incoming, const JsonRpc::Message &message) const
{
    if (const McpRunningTasks::Running *task = runningTasks.of(message.method, message.params))
        return task->exchangeId;
    if (message.method == "notifications/elicitation/complete"_L1)
        return m_asks.exchangeOfAddress(message.params.member("elicitationId"_L1).toString());
    const PendingCalls::Call *call = m_calls.ofOrigin(incoming.origin);
    return call ? call->exchangeId : QString();
}

//! Handles a message that exceeded a limit. If the request that it answers is unknown, the error goes to the
//! log.
void McpConnection::messageExceeded(quint64 origin, Error error)
{
    error.message.prepend(u"Server \"%1\": "_s.arg(m_sourceName));
    if (const std::optional<qint64> target = requestOf(origin))
        m_calls.settle(*target, std::unexpected(error));
    else
        say(LogLine::Level::Error, error.message);
}

//! Returns \a outcome, or an error if the type of the result does not fit the era and the method.
Result<Json> McpConnection::checkedResult(Result<Json> outcome, const QString &method) const
{
    if (!outcome)
        return outcome;
    if (const std::optional<Error> fault =
            resultTypeFault(*outcome, method, m_sourceName, !modernRevision.isEmpty()))
        return std::unexpected(*fault);
    return outcome;
}

//! Returns the call during which a message came: the call whose task it names, the call whose answer stream
//! it came on, or the only pending call.
McpServerAsks::Call McpConnection::callBehind(const McpIncoming &incoming, const Json &params) const
{
    McpServerAsks::Call behind;
    const PendingCalls::OnlyExchange only = onlyExchange();
    const bool isOnStream = m_calls.ofOrigin(incoming.origin) != nullptr;
    behind.id = isOnStream ? std::optional(qint64(incoming.origin)) : only.call;
    const PendingCalls::Call *call = behind.id ? m_calls.find(Json::integer(*behind.id)) : nullptr;
    const McpRunningTasks::Running *task = runningTasks.of({}, params);
    if (!task)
        task = runningTasks.withExchange(call ? call->exchangeId : only.id);
    // What the server requests for a task is withdrawn when the task ends, not when a poll ends.
    if (task && (!call || call->exchangeId != task->exchangeId || call->isPoll))
        return {{}, task->exchangeId, task->operation};
    if (!call)
        return {};
    behind.exchangeId = call->exchangeId;
    if (const ExchangeRecord *record = m_log ? m_log->findRecord(call->exchangeId) : nullptr)
        behind.operation = record->operation;
    if (task)
        behind.operation = task->operation;
    return behind;
}

void McpConnection::receiveRequest(const JsonRpc::Message &message, const McpIncoming &incoming)
{
    if (!m_channel)
        return;
    const bool isBare = message.result.isAbsent() && message.error.isAbsent(); // as our requests are
    if (const PendingCalls::Call *call = m_calls.find(message.id);
        call && call->method == message.method && isBare) {
        m_calls.settle(message.id,
            std::unexpected(Error{ErrorKind::Protocol, u"mcp.echo"_s,
                u"\"%1\" sent the request %2 back instead of an answer. It repeats what it receives, so it "
                "does not speak MCP. Check the command or the address."_s.arg(m_sourceName, call->method)}));
        return;
    }
    if (modernRevision.isEmpty())
        return m_asks.take(message, m_calls.takeTicket(), callBehind(incoming, message.params),
            agreement ? agreement->revision : QString());
    hearForeign(
        u"It sent the request %1. In MCP %2, servers do not send requests, so it gets no answer."_s.arg(
            visibleText(message.method, false, 100), modernRevision),
        incoming.origin);
    if (!std::exchange(m_saidForeignEra, true))
        say(LogLine::Level::Error,
            u"Sent the request %1. In MCP %2, servers do not send requests, so it gets no answer."_s.arg(
                visibleText(message.method, false, 100), modernRevision));
}

void McpConnection::receiveNotification(
    const JsonRpc::Message &message, const McpIncoming &incoming, bool inBatch)
{
    if (message.method == "notifications/progress"_L1) {
        receiveProgress(message.params, incoming, inBatch);
        return;
    }
    note(incoming, message.method, exchangeOf(incoming, message), message.remark, inBatch);
    runningTasks.notified(message.method, message.params);
    static const QString prefix = u"notifications/"_s;
    static const QString suffix = u"/list_changed"_s;
    if (message.method == "notifications/message"_L1) {
        const McpServerLog line = serverLogLine(message.params);
        say(line.level, line.text, line.origin);
    } else if (message.method == "notifications/cancelled"_L1) {
        m_asks.withdrawn(message.params.member("requestId"_L1));
        Q_EMIT notified(message.method, message.params, {});
    } else if (message.method.startsWith(prefix) && message.method.endsWith(suffix)) {
        const QString list = message.method.sliced(prefix.size()).chopped(suffix.size());
        const bool isUnasked = agreement && agreement->isModern && agreement->listsOnly.isEmpty()
            && !agreement->has(QLatin1StringView(list.toLatin1()), "listChanged"_L1);
        if (isUnasked && !std::exchange(m_saidUnaskedList, true))
            say(LogLine::Level::Warning,
                u"Sent %1 without a subscription to it. The list is read again all the same."_s.arg(
                    visibleText(message.method, false, 100)));
        listMayDiffer(list);
    } else {
        Q_EMIT notified(message.method, message.params, remarksWithin(incoming.remarks, "params"_L1));
    }
}

void McpConnection::listMayDiffer(const QString &list)
{
    static const QStringList lists{u"tools"_s, u"prompts"_s, u"resources"_s};
    if (!agreement || !lists.contains(list))
        return;
    m_changedLists.insert(list);
    if (!m_listChanged.isActive())
        m_listChanged.start();
    Q_EMIT listStale();
}

void McpConnection::receiveProgress(const Json &params, const McpIncoming &incoming, bool inBatch)
{
    const Json token = params.member("progressToken"_L1);
    const std::expected<Progress, QString> progress = progressFrom(params);
    const PendingCalls::Call *call = m_calls.find(token);
    const PendingCalls::Past *past = call ? nullptr : m_calls.findPast(token);
    const McpRunningTasks::Running *task = call ? nullptr : runningTasks.withToken(token);
    QString exchangeId = past ? past->exchangeId : QString();
    if (call || task)
        exchangeId = call ? call->exchangeId : task->exchangeId;
    const QString remark = !progress ? progress.error()
        : call || task               ? QString()
        : past                       ? u"progress of a finished request"_s
        : token.isAbsent()           ? u"its progressToken is missing"_s
                                     : u"progress of an unknown request"_s;
    note(incoming, u"notifications/progress"_s, exchangeId, remark, inBatch);
    if (!remark.isEmpty() && !past && !task && m_progressSaid++ < noiseSaidAtMost) {
        const QString shown = visibleText(QString::fromUtf8(token.toBytes()), false, maxShownId);
        say(LogLine::Level::Warning,
            u"Sent notifications/progress%1: %2."_s.arg(
                token.isAbsent() ? QString() : u" with the token %1"_s.arg(shown), remark));
    }
    if (call && progress)
        m_calls.progress(token, *progress);
    if (!task || !progress)
        return;
    if (const std::optional<QString> operation =
            runningTasks.progress(token, *progress, past ? past->lastProgress : std::nullopt))
        sayProgressFell(*operation);
}

void McpConnection::sayProgressFell(const QString &operation)
{
    say(LogLine::Level::Warning,
        u"The progress of \"%1\" was negative or did not rise."_s.arg(
            visibleText(operation, false, maxShownLabel)));
}

} // namespace Workbench

#include "moc_mcpconnection.cpp"
