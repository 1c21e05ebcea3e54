// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sources/mcp/jsonrpc.h"
#include "core/sources/mcp/mcpchannel.h"
#include "core/sources/mcp/mcpserverasks.h"
#include "core/sources/mcp/pendingcalls.h"

#include <QDeadlineTimer>
#include <QPointer>
#include <QSet>

#include <map>

namespace Workbench {

//! What was agreed on in the handshake, or learnt by server/discover.
struct McpAgreement {
    QString revision;
    Json capabilities; //!< of the server
    QString listsOnly{}; //!< as in PeerInfo
    bool isModern = false; //!< each request stands alone
    bool isGuessed = false; //!< the server did not say what it offers, so everything is asked for
    bool has(QLatin1StringView capability) const
    {
        return isGuessed || capabilities.member(capability).isObject();
    }
    //! Whether the server announced \a feature of \a capability, for example listChanged of tools.
    bool has(QLatin1StringView capability, QLatin1StringView feature) const
    {
        return capabilities.member(capability).member(feature).toBoolean();
    }
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
        std::shared_ptr<QList<JsonRemark>> remarks{}; //!< as in PendingCalls::Call
        QList<std::pair<QByteArray, QByteArray>> headers{}; //!< McpOutgoing::headers beside the standard ones
        bool isLongLived = false; //!< as in McpOutgoing
        std::shared_ptr<qint64> id{}; //!< receives its id; null: not wanted
    };
    using SharedRequest = std::shared_ptr<const Request>; //!< keeps the frames of coroutines small
    //! Sends it; the future settles exactly once with the result or an error.
    QFuture<Result<Json>> request(const Request &request);
    //! The message that request() would send next.
    McpOutgoing preview(const Request &request) const;
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

    //! The revision of the modern era that every request carries; empty: the legacy era, or none yet.
    QString modernRevision;
    QString logLevel; //!< that the server is asked for; empty: its own
    //! A call that became a task, for what the server sends about it while no request of it is open.
    struct RunningTask {
        qint64 token = 0; //!< of its progress
        QString exchangeId;
        QString operation;
        std::function<void(const Progress &)> onProgress;
    };
    QHash<QString, RunningTask> runningTasks; //!< by the server's id
    //! Removes the running task \a id and withdraws what the server asked for it.
    void endTask(const QString &id);

    McpClientSide &client() { return m_asks.client; } //!< what is announced to the server
    const McpClientSide &client() const { return m_asks.client; }
    //! While \a outlives, the end of the channel fails what waits and nothing else: another channel may
    //! follow. Where none did, the connection ends with it when this is over.
    void setOutlivesChannel(bool outlives);
    bool hasLostChannel() const { return m_lost.has_value(); } //!< and goes on without it
    //! "tools", "resources", "prompts": those for which listChanged() was emitted since this was called.
    QSet<QString> takeAnnouncedChanges() { return std::exchange(m_announcedLists, {}); }
    //! All lists are read now, so that changes which were not announced yet are known.
    void forgetChanges();

    //! limits.connect.timeout begins: connecting has one deadline for everything together. It stands still
    //! while the user signs in.
    void beginConnecting();
    std::chrono::milliseconds connectTimeLeft() const;

    bool acceptsAnyRevision = false; //!< one that is not known here serves for lists
    std::optional<McpAgreement> agreement; //!< set by the handshake
    quint64 generation = 0; //!< counts handshakes, so that calls can tell a session from the next
    std::optional<QFuture<Result<void>>> renewal; //!< a handshake that replaces a lost session, while it runs
    bool lacksCompletion = false; //!< the server answered that it has no completion/complete
    bool renewedInVain = false; //!< nothing was answered since the last renewal

Q_SIGNALS:
    void listChanged(); //!< coalesced
    //! A notification about a resource or a task, or the acknowledgement of a subscription; noted already.
    void notified(const QString &method, const Workbench::Json &params);
    void renewed(); //!< a lost session was replaced by a new one, which knows nothing of the old
    void degraded(const QString &why);
    void logged(const Workbench::LogLine &line);
    void closed(const Workbench::Error &reason);

private:
    void receive(const McpIncoming &incoming);
    void receiveBatch(const McpIncoming &incoming);
    void hearNoise(const QByteArray &bytes);
    void receiveNoise(const QByteArray &bytes);
    void receiveOne(const Json &message, const McpIncoming &incoming, bool inBatch);
    void receiveResponse(const JsonRpc::Message &message, const McpIncoming &incoming, bool inBatch);
    void dropUnmatched(const JsonRpc::Message &message, const McpIncoming &incoming, bool inBatch);
    void messageExceeded(quint64 origin, Error error);
    void receiveRequest(const JsonRpc::Message &message, const McpIncoming &incoming);
    McpServerAsks::Call callBehind(const McpIncoming &incoming, const Json &params) const;
    Result<Json> checkedResult(Result<Json> outcome, const QString &method) const;
    void receiveListChange(const QString &list);
    void receiveNotification(const JsonRpc::Message &message, const McpIncoming &incoming, bool inBatch);
    void receiveProgress(const Json &params, const McpIncoming &incoming, bool inBatch);
    void receiveConnectionError(const JsonRpc::Message &message, const McpIncoming &incoming, bool inBatch);
    void note(const McpIncoming &incoming, const QString &label, const QString &exchangeId,
        const QString &remark, bool inBatch);
    void abandon(qint64 id, const QString &exchangeId, const QString &why);
    void channelClosed(const Error &reason);
    void settleDelivery(quint64 ticket, Result<void> outcome);
    McpOutgoing outgoing(const Request &request, qint64 id) const;

    QString m_sourceName;
    Limits m_limits;
    QPointer<ExchangeLog> m_log;
    PendingCalls m_calls;
    std::map<quint64, QPromise<Result<void>>> m_deliveries;
    QHash<quint64, QList<qint64>> m_held; //!< calls that stand still while a request of the server waits
    QHash<quint64, QList<qint64>> m_heldForSignIn;
    QDeadlineTimer m_connectBy;
    std::chrono::milliseconds m_connectLeft{}; //!< when the sign-in that goes on began
    McpServerAsks m_asks;
    bool m_saidForeignEra = false;
    std::unique_ptr<McpChannel> m_channel;
    QTimer m_listChanged;
    QSet<QString> m_changedLists; // not announced yet
    QSet<QString> m_announcedLists;
    bool m_outlivesChannel = false;
    std::optional<Error> m_lost; // why the channel ended, while the connection goes on
    std::optional<Error> m_failure; // why we close it ourselves
    int m_noiseSaid = 0;
    int m_progressSaid = 0;
    int m_unmatched = 0; //!< answers that no request of ours had asked for
    bool m_isClosed = false;
};

} // namespace Workbench
