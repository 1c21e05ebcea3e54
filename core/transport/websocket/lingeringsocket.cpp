// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/websocket/lingeringsocket.h"

#include <QCoreApplication>
#include <QTcpSocket>
#include <QTimer>

namespace Workbench {

using namespace std::chrono_literals;

namespace {

constexpr qint64 droppedAtMost = qint64{16} << 20;
constexpr auto quietBeforeClose = 250ms; // after this time without a byte, the peer is taken to have finished

} // namespace

void letGo(std::unique_ptr<QTcpSocket> owned, std::chrono::milliseconds atMost, bool mayStillTalk)
{
    if (!owned || owned->state() == QAbstractSocket::UnconnectedState) {
        if (owned)
            owned.release()->deleteLater();
        return;
    }
    QTcpSocket *const socket = owned.release();
    socket->setParent(QCoreApplication::instance());
    QObject::connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
    QTimer::singleShot(atMost, socket, [socket] {
        socket->abort();
        socket->deleteLater();
    });
    if (!mayStillTalk) {
        socket->disconnectFromHost();
        return;
    }
    auto *const calm = new QTimer(socket);
    calm->setSingleShot(true);
    QObject::connect(calm, &QTimer::timeout, socket, [socket] { socket->disconnectFromHost(); });
    calm->start(quietBeforeClose);
    const auto drop = [socket, calm, dropped = qint64{0}]() mutable {
        dropped += socket->readAll().size();
        if (dropped > droppedAtMost)
            socket->abort();
        else if (calm->isActive())
            calm->start(quietBeforeClose);
    };
    QObject::connect(socket, &QTcpSocket::readyRead, socket, drop);
    socket->readAll();
}

void letGo(WebSocketPtr owned, std::chrono::milliseconds atMost)
{
    if (!owned || owned->state() == QAbstractSocket::UnconnectedState)
        return;
    QWebSocket *const webSocket = owned.release();
    webSocket->setParent(QCoreApplication::instance());
    QObject::connect(webSocket, &QWebSocket::disconnected, webSocket, &QObject::deleteLater);
    QTimer::singleShot(atMost, webSocket, [webSocket] {
        webSocket->abort();
        webSocket->deleteLater();
    });
}

} // namespace Workbench
