// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/transport/http/httpclient.h"

#include <QTimer>

namespace Workbench {

class HttpHop;

//! What one request found on the way to a server.
struct ProbedConnection {
    RequestTiming timing{};
    QStringList
        addresses{}; //!< that a connection was tried to, in order; those of the proxy, if there is one
    QString proxy{}; //!< host and port, without user name and password; empty: none
    //! The chain of the server's certificate as it was sent, its own one first: for each what it is for, who
    //! issued it and until when it is valid. Control characters are visible.
    QStringList certificates{};
    int status = 0; //!< of the response; 0: there was none
    QString statusLine{}; //!< "HTTP/1.1 405 Method Not Allowed", control characters visible
    //! Why there is no response, a whole sentence; nothing: there is one, or the connection stands and
    //! nothing came in time.
    std::optional<Error> error{};
};

//! Opens a connection of its own and sends one GET without a header of the user, to measure the steps on the
//! way. No redirect is followed and no body is read. GUI thread. Deleting it ends it.
class ConnectionProbe : public QObject {
    Q_OBJECT
public:
    //! \a request: its address, the certificates that it accepts and its client certificate are used.
    ConnectionProbe(QString sourceName, const HttpRequest &request, const Limits &limits);
    ~ConnectionProbe() override;

    //! Once. finished() follows: when the head of the response came, when the connection failed, within
    //! connect.timeout, or when the server is silent for probe.timeout after the request was sent.
    void start();
    //! Valid after finished().
    const ProbedConnection &result() const { return m_result; }

Q_SIGNALS:
    void finished(); //!< once, from the event loop

private:
    void end(std::optional<Error> error);

    QString m_sourceName;
    std::unique_ptr<HttpHop> m_hop;
    QTimer m_silence;
    ProbedConnection m_result;
};

} // namespace Workbench
