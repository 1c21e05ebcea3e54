// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sources/mcp/jsonrpc.h"
#include "core/sources/mcp/mcpchannel.h"
#include "core/sources/mcp/pendingcalls.h"

#include <QPointer>
#include <QSet>

#include <map>

namespace Workbench {

//! What was agreed on in the handshake.
struct McpAgreement {
    QString revision;
    Json capabilities; //!< of the server
    QString listsOnly{}; //!< as in PeerInfo
    bool has(QLatin1StringView capability) const { return capabilities.member(capability).isObject(); }
};

//! One MCP connection: a channel and what waits for answers on it. Routes answers, progress and
//! notifications; answers the server's requests. Held by count, because coroutines that wait on it may
//! outlive the adapter.
class McpConnection : public QObject {
    Q_OBJECT
public:
    McpConnection(QString sourceName, const Limits &limits, ExchangeLog *log);
    ~McpConnection() override;

    const QString &sourceName() const { return m_sourceName; }
    const Limits &limits() const { return m_limits; }

    //! Takes the channel's place in which every later message travels.
    void setChannel(std::unique_ptr<McpChannel> channel);
    McpChannel *channel() const { return m_channel.get(); }

    struct Request {
        QString method;
        Json params;
        QString exchangeId;
        std::optional<std::chrono::milliseconds> idle; //!< none: limits.request.timeout
        std::optional<std::chrono::milliseconds> total; //!< none: limits.request.maxTotal
        std::function<void(const Progress &)> onProgress;
        std::stop_token cancellation;
        bool wantsProgress = false; //!< adds a progress token
        bool mayAbandon = true;
    };
    //! Sends it; the future settles exactly once with the result or an error.
    QFuture<Result<Json>> request(Request request);
    //! The message that request() would send next.
    Json preview(const QString &method, const Json &params, bool wantsProgress) const;
    //! Settles when it was written, or over HTTP accepted, which may take as long as \a within says; none:
    //! limits.request.timeout.
    QFuture<Result<void>> notify(
        const QString &method, const Json &params, std::optional<std::chrono::milliseconds> within = {});

    //! Starts the orderly end: whatever waits settles now, closed() follows.
    void close();
    //! The same, with \a reason for whoever waits and for closed().
    void fail(const Error &reason);
    //! Ends at once and without a signal: for the owner's destructor.
    void dismantle();
    bool isClosed() const { return m_isClosed; }
    //! A line for the log pane.
    void say(LogLine::Level level, const QString &text, const QString &origin = QStringLiteral("protocol"));

    bool acceptsAnyRevision = false; //!< one that is not known here serves for lists
    std::optional<McpAgreement> agreement; //!< set by the handshake
    quint64 generation = 0; //!< counts handshakes, so that calls can tell a session from the next
    std::optional<QFuture<Result<void>>> renewal; //!< a handshake that replaces a lost session, while it runs
    bool renewedInVain = false; //!< nothing was answered since the last renewal

Q_SIGNALS:
    void listChanged(); //!< coalesced
    void degraded(const QString &why);
    void logged(const Workbench::LogLine &line);
    void closed(const Workbench::Error &reason);

private:
    void receive(const McpIncoming &incoming);
    void receiveOne(const Json &message, const McpIncoming &incoming, bool inBatch);
    void receiveResponse(const JsonRpc::Message &message, const McpIncoming &incoming, bool inBatch);
    void receiveRequest(const JsonRpc::Message &message);
    void receiveNotification(const JsonRpc::Message &message, const McpIncoming &incoming, bool inBatch);
    void receiveProgress(const Json &params, const McpIncoming &incoming, bool inBatch);
    void receiveConnectionError(const JsonRpc::Message &message, const McpIncoming &incoming, bool inBatch);
    void note(const McpIncoming &incoming, const QString &label, const QString &exchangeId,
        const QString &remark, bool inBatch);
    void abandon(qint64 id, const QString &exchangeId, const QString &why);
    void channelClosed(const Error &reason);
    void settleDelivery(quint64 ticket, Result<void> outcome);
    Json paramsWithToken(const Json &params, qint64 token) const;

    QString m_sourceName;
    Limits m_limits;
    QPointer<ExchangeLog> m_log;
    PendingCalls m_calls;
    std::map<quint64, QPromise<Result<void>>> m_deliveries;
    QSet<quint64> m_answers; // to the server's requests, not accepted yet
    bool m_saidTooManyRequests = false;
    std::unique_ptr<McpChannel> m_channel;
    QTimer m_listChanged;
    std::optional<Error> m_failure; // why we close it ourselves
    int m_noiseSaid = 0;
    bool m_isClosed = false;
};

} // namespace Workbench
