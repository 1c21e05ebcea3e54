// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/transport/http/httpclient.h"

#include <QTimer>

namespace Workbench {

class HttpHop;

//! The results of one request that probes the way to a server.
struct ProbedConnection {
    RequestTiming timing{};
    //! The addresses that a connection was tried to, in order; of the proxy if there is one.
    QStringList addresses{};
    QString proxy{}; //!< host and port, without user name and password; empty: no proxy
    //! The certificates that the server sent, its own first, one line each: subject, issuer, and the end of
    //! validity. Control characters are made visible.
    QStringList certificates{};
    int status = 0; //!< the HTTP status of the response; 0: there was no response
    QString statusLine{}; //!< "HTTP/1.1 405 Method Not Allowed", with control characters made visible
    //! The reason why there is no response, as a whole sentence. Not set if there is a response, or if the
    //! connection was made but no response came in time.
    std::optional<Error> error{};
};

//! Opens a connection of its own and sends one GET without the user's headers, to measure the steps of the
//! connection. Follows no redirect and reads no body. GUI thread. Deleting the probe ends it.
class ConnectionProbe : public QObject {
    Q_OBJECT
public:
    //! Uses the address, the accepted certificates and the client certificate of \a request.
    ConnectionProbe(QString sourceName, const HttpRequest &request, const Limits &limits);
    ~ConnectionProbe() override;

    //! Starts the probe; call it only once. finished() follows when the head of the response has arrived, or
    //! when the connection failed or took longer than connect.timeout. It also follows when the server stays
    //! silent for probe.timeout after the request was sent.
    void start();
    //! Returns the results; valid after finished().
    const ProbedConnection &result() const { return m_result; }

Q_SIGNALS:
    void finished(); //!< Emitted once, from the event loop.

private:
    void end(std::optional<Error> error);

    QString m_sourceName;
    std::unique_ptr<HttpHop> m_hop;
    QTimer m_silence;
    ProbedConnection m_result;
};

} // namespace Workbench
