// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

#include <QWebSocket>

#include <memory>

class QTcpSocket;

namespace Workbench {

// What our WebSockets know of Qt's beyond its documentation; nothing else in the project does. Each part
// names the Qt that it was tested with, and tst_qtsocketparts fails when one of them is not true any more.

//! Never inside a call: a QWebSocket may be the sender of the signal that runs now.
struct DeleteLater {
    void operator()(QWebSocket *webSocket) const;
};
using WebSocketPtr = std::unique_ptr<QWebSocket, DeleteLater>;

//! The connection below; null before open() and after it was deleted. Of an accepted WebSocket only once it
//! is its parent. Tested with Qt 6.8.2: QWebSocket::open() makes its socket a direct child.
QTcpSocket *socketOf(const QWebSocket &webSocket);

//! Whether the system is asked for bytes. Qt asks again each time it has read some, so that a pause is to be
//! repeated in a slot of readyRead that was connected after Qt's own. Tested with Qt 6.8.2: the notifiers are
//! children of the socket's children, plain, TLS and through a proxy.
void setSocketReading(QTcpSocket &socket, bool reading);

//! Takes away the five seconds that Qt leaves a first frame that has begun. Tested with Qt 6.8.2: the one
//! QChronoTimer below a QWebSocket.
void loosenFrameTimer(QWebSocket &webSocket);

//! Keeps the answer to a handshake, of which Qt shows neither headers nor body. Before Qt reads it. Tested
//! with Qt 6.8.2: Qt reads as a transaction of QIODevice can undo.
void keepAnswer(QTcpSocket &socket);
//! What came since keepAnswer(), as if nothing had been read. Not kept any more.
QByteArray takeKeptAnswer(QTcpSocket &socket);

//! Puts \a bytes before what \a socket has to be read. Needed for an upgrade: what follows its head is given
//! to no object when Qt makes the QWebSocket. Tested with Qt 6.8.2.
void unread(QTcpSocket &socket, QByteArrayView bytes);

//! A second end of the same connection that keeps it open and reads what comes when Qt has closed its own,
//! for Qt closes over unread bytes, which the peer may see as a reset. Null where the system has none. Tested
//! with Qt 6.8.2: a closed socket is not shut down.
std::unique_ptr<QTcpSocket> secondEndOf(const QTcpSocket &socket);

//! What Qt found wrong with what the peer sent.
struct QtFault {
    enum class What : quint8 { Frames, Utf8, FrameBytes, MessageBytes };
    What what = What::Frames;
    QString words; //!< a predicate without a subject; of too many bytes none
};
//! Qt closes with a text of its own where the peer is wrong, and with the peer's where the peer closes.
//! Nothing when \a reason is none of Qt's. Tested with Qt 6.8.2.
std::optional<QtFault> faultOf(const QString &reason);
//! Qt takes 1012, 1013 and 1014 for invalid, as it does all that no peer may send, and tells neither the code
//! nor the text. Tested with Qt 6.8.2 and 6.11.2.
bool isUnknownCloseCode(const QString &reason);

//! What of \a reason fits into a close frame; Qt cuts a longer one inside a character. Tested with Qt 6.8.2.
QString closeTextOf(const QString &reason);

//! Above these Qt drops a handshake without an answer. Tested with Qt 6.8.2.
inline constexpr qsizetype qtHeaderLineBytes = 8 * 1024;
inline constexpr qsizetype qtHeaderLines = 100;

} // namespace Workbench
