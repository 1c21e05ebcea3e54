// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/transport/http/httproute.h"

#include <QElapsedTimer>
#include <QHostAddress>
#include <QTimer>

class QSslError;
class QTcpSocket;

namespace Workbench {

//! Opens one connection: the name's address, judged where the route asks for it; TCP; TLS. failed() may come
//! from inside start(). The listener may delete the connector in opened().
class HttpConnector : public QObject {
    Q_OBJECT
public:
    HttpConnector(HttpRoute route, const Limits &limits);
    ~HttpConnector() override;

    void start();
    //! After opened().
    std::unique_ptr<QTcpSocket> takeSocket();
    //! What TLS agreed on.
    bool isHttp2() const { return m_isHttp2; }
    const RequestTiming &timing() const { return m_timing; }

Q_SIGNALS:
    void opened();
    //! The message is a predicate without a subject.
    void failed(const Workbench::Error &error);

private:
    void resolve();
    void connectIfPublic(const QList<QHostAddress> &addresses, const QString &problem);
    void connectSocket();
    void connectTls(const QString &peer);
    void judgeCertificate(const QList<QSslError> &errors);
    void noteState(int state);
    void open();
    void fail(const Error &error);

    HttpRoute m_route;
    Limits m_limits;
    QHostAddress m_checkedAddress; //!< null: the host's name is connected to
    std::unique_ptr<QTcpSocket> m_socket;
    bool m_isHttp2 = false;
    bool m_isDone = false;
    RequestTiming m_timing;
    QElapsedTimer m_step; //!< since the lookup, the connecting or the TLS handshake began
    QTimer m_deadline;
};

} // namespace Workbench
