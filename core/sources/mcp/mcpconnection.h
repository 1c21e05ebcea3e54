// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/settle.h"
#include "core/mcp/jsonrpc.h"
#include "core/sources/adapter.h"
#include "core/sources/mcp/mcpchannel.h"
#include "core/sources/mcp/mcprunningtasks.h"
#include "core/sources/mcp/mcpserverasks.h"
#include "core/sources/mcp/pendingcalls.h"

#include <QDeadlineTimer>
#include <QPointer>
#include <QSet>

#include <map>

namespace Workbench {

//! The protocol facts from the handshake, or from server/discover.
struct McpAgreement {
    QString revision;
    Json capabilities; //!< what the server announced
    QString listsOnly{}; //!< why only the lists are read and calls are refused; empty: no restriction
    bool isModern = false; //!< the server speaks the modern era, where each request stands alone
    bool isGuessed = false; //!< the server did not announce what it offers; all lists are read
    bool isPinned = false; //!< isGuessed, and only the settings name the era
    //! Returns whether the server announced \a capability, or announced nothing at all.
    bool has(QLatin1StringView capability) const
    {
        return isGuessed || capabilities.member(capability).isObject();
    }
    //! Returns whether the server announced \a feature of \a capability, for example listChanged of tools.
    bool has(QLatin1StringView capability, QLatin1StringView feature) const
    {
        return capabilities.member(capability).member(feature).toBoolean();
    }
};

//! One MCP connection: a channel and the requests that wait for answers on it. It routes answers, progress
//! and notifications, and answers the server's requests. Shared ownership, because coroutines that wait on
//! the connection may outlive the adapter. GUI thread.
class McpConnection : public QObject {
    Q_OBJECT
public:
    McpConnection(QString sourceName, const Limits &limits, ExchangeLog *log);
    ~McpConnection() override;

    const QString &sourceName() const { return m_sourceName; }
    const Limits &limits() const { return m_limits; }

    //! Replaces the channel; every later message uses \a channel.
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
        //! Receives the oddities in the JSON text of the answer (PendingCalls::Call::remarks); null: not
        //! wanted.
        std::shared_ptr<QList<JsonRemark>> remarks{};
        //! Added to the standard headers of the message (McpOutgoing::headers).
        QList<std::pair<QByteArray, QByteArray>> headers{};
        bool isLongLived = false; //!< the answer is a stream that may be silent for any time
        std::shared_ptr<qint64> id{}; //!< receives the id of the request; null: not wanted
        //! Called before the request is repeated in a new session. An error means that it must not be
        //! repeated, and is the answer. Empty: nothing can have changed.
        std::function<Task<Result<Json>>()> beforeRepeat{};
        bool isPoll = false; //!< PendingCalls::Call::isPoll
        std::function<void(const Json &)> onLate{}; //!< PendingCalls::Call::onLate
        bool beginsListing = false; //!< the first request of a discovery: nothing of a lost session was read
    };
    using SharedRequest = std::shared_ptr<const Request>; //!< keeps the frames of coroutines small
    //! Sends a request. The future settles exactly once, with the result or an error.
    QFuture<Result<Json>> request(const Request &request);
    //! Returns the message that request() would send for \a request.
    McpOutgoing preview(const Request &request) const { return outgoing(request, m_calls.nextId()); }
    //! Sends a notification. The future settles when it was written (stdio) or accepted (HTTP). HTTP may take
    //! \a within; nothing: limits.request.timeout.
    QFuture<Result<void>> notify(
        const QString &method, const Json &params, std::optional<std::chrono::milliseconds> within = {});

    //! Starts an orderly shutdown: pending requests settle now, closed() follows.
    void close() { fail(closedHere(m_sourceName)); }
    //! Closes the connection because of \a reason: pending requests fail with it now, and closed() reports
    //! it.
    void fail(const Error &reason);
    //! Closes the connection at once and without a signal, for the owner's destructor.
    void dismantle();
    bool isClosed() const { return m_isClosed; }
    //! Emits logged() with \a text, for the log pane.
    void say(LogLine::Level level, const QString &text, const QString &origin = QStringLiteral("protocol"));

    //! The revision of the modern era that every request carries; empty: the legacy era, or not known yet.
    QString modernRevision;
    QString logLevel; //!< the level to request from the server; empty: the server's default
    McpRunningTasks runningTasks; //!< the calls that became tasks
    //! Removes the running task \a id and withdraws the requests that the server made for it.
    void endTask(const QString &id) { m_asks.exchangeEnded(runningTasks.end(id).exchangeId); }

    //! McpServerAsks::noteAddress().
    void noteAddress(const Json &params, const QString &exchangeId)
    {
        m_asks.noteAddress(params, exchangeId);
    }

    McpClientSide &client() { return m_asks.client; } //!< what this client offers to the server
    const McpClientSide &client() const { return m_asks.client; }
    //! While \a outlives is true, the end of the channel only fails the pending requests, and setChannel()
    //! may replace it. If the channel ended and was not replaced, setting false ends the connection.
    void setOutlivesChannel(bool outlives);
    //! Returns whether the channel ended while the connection stays open (setOutlivesChannel()).
    bool hasLostChannel() const { return m_lost.has_value(); }
    //! Returns the lists ("tools", "resources", "prompts") that changed since the last call, and clears them.
    //! Empty if listChanged() was not emitted since then: the caller reads all lists, because the user or a
    //! call wants them now.
    QSet<QString> takeAnnouncedChanges();
    //! Notes that \a list ("tools", "resources", "prompts") may have changed. listStale() is emitted at once,
    //! and listChanged() after a pause.
    void listMayDiffer(const QString &list);

    //! Starts limits.connect.timeout, the one deadline for all steps of connecting. It is suspended while the
    //! user signs in.
    void beginConnecting();
    std::chrono::milliseconds connectTimeLeft() const;
    bool isSigningIn() const { return !m_heldForSignIn.isEmpty(); } //!< deadlines are suspended

    bool acceptsAnyRevision = false; //!< connects with an unknown revision too, for the lists only
    std::optional<McpAgreement> agreement; //!< set by the handshake
    bool isEraUncertain = false; //!< initialize was sent after a fault that may pass
    quint64 generation = 0; //!< counts handshakes, so that calls notice a new session
    //! The handshake that replaces a lost session, while it runs.
    std::optional<QFuture<Result<void>>> renewal;
    bool lacksCompletion = false; //!< the server answered that it does not support completion/complete
    bool renewedInVain = false; //!< no request was answered since the last renewal
    //! A new session let us read the lists again, and no call or user wanted them since then. A session that
    //! is shorter than its own listing would otherwise let us list without end.
    bool listsForRenewal = false;

Q_SIGNALS:
    //! Emitted when a list of the server changed. Changes within 500 ms are joined.
    void listChanged();
    //! Emitted at once for each change of a list that listChanged() reports later, and for a change that only
    //! the next call or the user causes to be read. \a isBeingRead: the running discovery reads it.
    void listStale(bool isBeingRead = false);
    //! Emitted for a notification about a resource or a task, and for the acknowledgement of a subscription.
    //! The notification is already noted in the exchange log. \a remarks are the oddities in its JSON text.
    void notified(
        const QString &method, const Workbench::Json &params, const QList<Workbench::JsonRemark> &remarks);
    //! Emitted when a new session replaced a lost one, with the result of its handshake. Subscriptions of the
    //! old session do not exist in it.
    void renewed(const Workbench::PeerInfo &peer);
    //! Emitted when a part of the connection does not work. An empty \a why means that it works again.
    void degraded(const QString &why);
    void logged(const Workbench::LogLine &line);
    //! Emitted once when the connection is closed.
    void closed(const Workbench::Error &reason);

private:
    void receive(const McpIncoming &incoming);
    void receiveBatch(const McpIncoming &incoming);
    void remark(const QString &exchangeId, const QString &text);
    void hearForeign(const QString &said, quint64 origin);
    PendingCalls::OnlyExchange onlyExchange() const;
    void hearNoise(const QByteArray &bytes, const QString &why, quint64 origin);
    void receiveNoise(const QByteArray &bytes, const QString &why, quint64 origin);
    void receiveOne(const Json &message, const McpIncoming &incoming, bool inBatch);
    void receiveResponse(const JsonRpc::Message &message, const McpIncoming &incoming, bool inBatch);
    void dropUnmatched(const JsonRpc::Message &message, const McpIncoming &incoming, bool inBatch);
    std::optional<qint64> requestOf(quint64 origin) const;
    QString exchangeOf(const McpIncoming &incoming, const JsonRpc::Message &message) const;
    void messageExceeded(quint64 origin, Error error);
    void receiveRequest(const JsonRpc::Message &message, const McpIncoming &incoming);
    McpServerAsks::Call callBehind(const McpIncoming &incoming, const Json &params) const;
    Result<Json> checkedResult(Result<Json> outcome, const QString &method) const;
    void receiveNotification(const JsonRpc::Message &message, const McpIncoming &incoming, bool inBatch);
    void receiveProgress(const Json &params, const McpIncoming &incoming, bool inBatch);
    void receiveConnectionError(const JsonRpc::Message &message, const McpIncoming &incoming, bool inBatch);
    void note(const McpIncoming &incoming, const QString &label, const QString &exchangeId,
        const QString &remark, bool inBatch);
    void sayProgressFell(const QString &operation);
    void abandon(qint64 id, const QString &exchangeId, const QString &why);
    void channelClosed(const Error &reason);
    void settleDelivery(quint64 ticket, Result<void> outcome);
    McpOutgoing outgoing(const Request &request, qint64 id) const;

    QString m_sourceName;
    Limits m_limits;
    QPointer<ExchangeLog> m_log;
    PendingCalls m_calls;
    std::map<quint64, Settling<Result<void>>> m_deliveries;
    QHash<quint64, QList<qint64>> m_held; //!< calls whose deadlines a request of the server suspends
    QHash<quint64, QList<qint64>> m_heldForSignIn; //!< calls whose deadlines a sign-in suspends
    QDeadlineTimer m_connectBy;
    std::chrono::milliseconds m_connectLeft{}; //!< time left when the running sign-in began
    McpServerAsks m_asks;
    bool m_saidForeignEra = false;
    bool m_saidUnaskedList = false;
    std::unique_ptr<McpChannel> m_channel;
    QTimer m_listChanged;
    QSet<QString> m_changedLists; // not announced yet
    QSet<QString> m_announcedLists;
    bool m_outlivesChannel = false;
    std::optional<Error> m_lost; // why the channel ended, while the connection goes on
    std::optional<Error> m_failure; // why we close it ourselves
    int m_noiseSaid = 0;
    int m_foreignSaid = 0; //!< batches and messages that are not JSON-RPC
    int m_progressSaid = 0;
    int m_repeatsSaid = 0;
    int m_unmatched = 0; //!< answers whose id no request of ours had
    bool m_isClosed = false;
};

} // namespace Workbench
