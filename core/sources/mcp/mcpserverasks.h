// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/limits.h"
#include "core/exchange/exchangelog.h"
#include "core/sources/mcp/jsonrpc.h"
#include "core/sources/mcp/mcpclientside.h"

#include <map>

namespace Workbench {

//! The requests that a server of the legacy era makes on one connection, each until its answer was accepted.
//! GUI thread.
class McpServerAsks : public QObject {
    Q_OBJECT
public:
    //! The call during which a request came.
    struct Call {
        //! Of our request whose end withdraws it; nothing: the protocol does not tell, or it came for a task
        //! between the requests about it.
        std::optional<qint64> id;
        QString exchangeId;
        QString operation;
    };
    McpServerAsks(QString sourceName, const Limits &limits);

    McpClientSide client; //!< what is announced

    //! Answers \a message by answered(); \a ticket names the answer in accepted(). Beyond
    //! limits.server.pendingRequests nothing is answered.
    void take(const JsonRpc::Message &message, quint64 ticket, const Call &call, const QString &revision);
    //! The answer was delivered, or cannot be.
    void accepted(quint64 ticket) { m_open.erase(ticket); }
    //! Our request \a id is over: what the server asked for it needs no answer.
    void callEnded(qint64 id);
    //! The call \a exchangeId is over, with all its requests.
    void exchangeEnded(const QString &exchangeId);
    //! The server withdrew its request.
    void withdrawn(const Json &requestId);
    //! The connection is over or another one.
    void clear();

Q_SIGNALS:
    //! \a message is the answer to a request, which came during the call \a exchangeId.
    void answered(
        quint64 ticket, const QString &label, const Workbench::Json &message, const QString &exchangeId);
    //! A person is asked for the call \a id from now on; 0: the call is not known. Not emitted for a task
    //! that no request waits for.
    void waiting(quint64 ticket, qint64 id);
    void waited(quint64 ticket); //!< and not any more
    void said(Workbench::LogLine::Level level, const QString &text);
    //! The server repeats requests that get no result.
    void stormed(const Workbench::Error &error);

private:
    struct Open {
        QByteArray idKey;
        Call call;
        std::stop_source stop;
    };
    void pong(quint64 ticket, const QString &label, const Json &id);
    void answer(quint64 ticket, const QString &label, const Json &id, const Result<Json> &result);

    QString m_sourceName;
    Limits m_limits;
    std::map<quint64, Open> m_open;
    bool m_saidTooMany = false;
    int m_failed = 0; // requests without a result since the last one that had one
};

} // namespace Workbench
