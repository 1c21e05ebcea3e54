// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/limits.h"
#include "core/exchange/exchangelog.h"
#include "core/mcp/jsonrpc.h"
#include "core/sources/mcp/mcpclientside.h"

#include <map>

namespace Workbench {

//! Holds the requests of a legacy server on one connection, each until its answer was accepted. GUI thread.
class McpServerAsks : public QObject {
    Q_OBJECT
public:
    //! The call during which a request came.
    struct Call {
        //! Id of our request whose end withdraws the server's request. Nothing if the protocol does not tell
        //! it, or if the request came for a task between our requests about that task.
        std::optional<qint64> id;
        QString exchangeId;
        QString operation;
    };
    McpServerAsks(QString sourceName, const Limits &limits);

    McpClientSide client; //!< what this client offers to the server

    //! Answers the request \a message by answered(). \a ticket identifies the answer in accepted(). While
    //! limits.server.pendingRequests requests wait, further ones are answered with an error, except ping.
    //! A request gets no answer while the server has not accepted that number of our answers.
    void take(const JsonRpc::Message &message, quint64 ticket, const Call &call, const QString &revision);
    //! Returns whether the answer \a ticket was not delivered yet.
    bool waitsFor(quint64 ticket) const { return m_open.contains(ticket); }
    //! Called when the answer \a ticket was delivered, or cannot be delivered.
    void accepted(quint64 ticket) { m_open.erase(ticket); }
    //! Called when our request \a id is over. Withdraws the requests that the server made for it.
    void callEnded(qint64 id);
    //! Called when the call \a exchangeId is over. Withdraws the requests that the server made for it.
    void exchangeEnded(const QString &exchangeId);
    //! Called when the server withdrew its request \a requestId.
    void withdrawn(const Json &requestId);
    //! Keeps the exchange \a exchangeId that \a params, an elicitation in URL mode, belongs to.
    void noteAddress(const Json &params, const QString &exchangeId);
    //! Returns the exchange whose address the server announces as done, by its elicitationId. Empty: unknown.
    QString exchangeOfAddress(const QString &elicitationId) const { return m_addresses.value(elicitationId); }
    //! Withdraws all requests, because the connection or the session ended.
    void clear();

Q_SIGNALS:
    //! Emitted with the answer \a message to a request that came during the call \a exchangeId.
    void answered(
        quint64 ticket, const QString &label, const Workbench::Json &message, const QString &exchangeId);
    //! Emitted when the user is asked for the call \a id; 0: the call is not known. Not emitted for a task
    //! without an open request.
    void waiting(quint64 ticket, qint64 id);
    //! Emitted when the request \a ticket does not wait for the user any more.
    void waited(quint64 ticket);
    //! Emitted when a request during the exchange \a exchangeId got an error, except the refusal of the user
    //! and of a method that was not announced. \a why is its message.
    void refused(const QString &exchangeId, const QString &why);
    //! Emitted with a line for the log.
    void said(Workbench::LogLine::Level level, const QString &text);
    //! Emitted when too many requests of the server in a row got no result; the owner closes the connection.
    void stormed(const Workbench::Error &error);

private:
    struct Open {
        QByteArray idKey;
        Call call;
        std::stop_source stop;
        bool isAnswered = false; // the answer is on its way
    };
    void sayTooMany(const QString &text);
    void answer(quint64 ticket, const QString &label, const Json &id, const Result<Json> &result);

    QString m_sourceName;
    Limits m_limits;
    std::map<quint64, Open> m_open;
    QHash<QString, QString> m_addresses; // exchanges by elicitationId
    bool m_saidTooMany = false; // reset when at most half of the limit is open
    int m_failed = 0; // requests without a result since the last request with a result
};

} // namespace Workbench
