// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/serving/mock/httprequestreader.h"

#include <QPointer>
#include <QTcpSocket>
#include <QTimer>

namespace Workbench {

//! One client. Reads a request, has it answered, reads the next. Deletes itself.
class HttpServer::Connection : public QObject {
public:
    Connection(std::unique_ptr<QTcpSocket> socket, HttpServer *server);
    ~Connection() override;

private:
    class Exchange;
    friend class Exchange;

    void read();
    void take();
    void refuse(const ServedAnswer &answer, const QString &why);
    void send(const QByteArray &bytes);
    void pump();
    void answered(bool mayBeKept); //!< all of the answer is in m_output
    void next();
    void wait(qint64 milliseconds);
    void overdue();
    void breakOff();
    QByteArray head(const ServedAnswer &answer, qint64 length, bool isChunked, bool keeps) const;

    HttpServer *m_server;
    std::unique_ptr<QTcpSocket> m_socket;
    QString m_peer;
    HttpRequestReader m_reader;
    QByteArray m_input; //!< read, and not of the request that is answered now
    QByteArray m_output;
    qsizetype m_sent = 0; //!< of m_output
    QTimer m_deadline;
    QPointer<Exchange> m_exchange;
    bool m_isHeadSeen = false;
    bool m_isAnswered = false;
    bool m_keeps = false;
};

} // namespace Workbench
