// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"
#include "core/transport/process/filedescriptor.h"

#include <QWebSocket>

#include <memory>

class QTcpSocket;
class QWebSocketServer;

namespace Workbench {

// What our WebSockets know of Qt's beyond its documentation. Each part names the Qt that it was tested with,
// and tst_qtsocketparts fails when one of them is not true any more.

//! Deletes from the event loop, because the QWebSocket may be the sender of the signal that runs now. Tested
//! with Qt 6.8.2: it is not to be deleted in a slot of its own signals.
struct DeleteLater {
    void operator()(QWebSocket *webSocket) const;
};
using WebSocketPtr = std::unique_ptr<QWebSocket, DeleteLater>;

//! The connection of a WebSocket; null before open() and after the connection was deleted. That of an
//! accepted WebSocket is found after adopt(). Tested with Qt 6.8.2: QWebSocket::open() makes its
//! socket a direct child, and what connects to the signals of that socket later is called after Qt's own
//! slots.
QTcpSocket *socketOf(const QWebSocket &webSocket);

//! Whether the system is asked for bytes. Qt asks again each time it has read some, so that a pause is to be
//! repeated in a slot of readyRead that was connected after Qt's own. Tested with Qt 6.8.2: the notifiers are
//! children of the socket's children, plain, TLS and through a proxy.
void setSocketReading(QTcpSocket &socket, bool reading);

//! Takes away the five seconds that Qt leaves a first frame that has begun. Tested with Qt 6.8.2: the one
//! QChronoTimer below a QWebSocket.
void loosenFrameTimer(QWebSocket &webSocket);

//! The sockets whose bytesToWrite() add up to what has not left this process: \a socket, and what TLS and a
//! proxy have below it. Tested with Qt 6.8.2: they are its children.
QList<QTcpSocket *> writingSockets(QTcpSocket &socket);

//! Keeps the answer to a handshake, of which Qt shows neither headers nor body. To be called before Qt reads.
//! Tested with Qt 6.8.2: a transaction of QIODevice undoes what Qt has read.
void keepAnswer(QTcpSocket &socket);
//! Whether an answer is kept.
bool keepsAnswer(const QTcpSocket &socket);
//! Returns what came since keepAnswer(), as if nothing had been read, and ends the keeping.
QByteArray takeKeptAnswer(QTcpSocket &socket);

//! Has \a upgrade answer the request that \a socket begins with, whose head is whole, with 101. Returns what
//! followed the head: Qt reads it and gives it to no object, so that frames sent with the request would be
//! lost. Nothing more is read until giveBack(). Tested with Qt 6.8.2.
QByteArray handOver(QTcpSocket &socket, QWebSocketServer &upgrade);
//! Makes \a webSocket the parent of the \a socket that was handed over. Tested with Qt 6.8.2: Qt leaves the
//! socket to the parent that it has.
void adopt(QWebSocket &webSocket, QTcpSocket &socket);
//! Has the WebSocket on \a socket read \a early, and then what the peer sends. To be called in the slot of
//! newConnection(), once the receivers are connected. Tested with Qt 6.8.2.
void giveBack(QTcpSocket &socket, QByteArrayView early);

//! A second descriptor of the connection, which stays when Qt has closed its own. Not open when there is no
//! connection.
FileDescriptor secondEndOf(const QTcpSocket &socket);
//! Whether the peer has reset the connection, for which Qt has the same error as for one that was closed in
//! order. False where the system does not tell. Tested with Qt 6.8.2.
bool wasReset(const FileDescriptor &secondEnd);
//! Reads what comes after Qt has closed its own end: Qt closes over unread bytes, which the peer may see as a
//! reset that overtakes our close frame. Null when \a secondEnd is not open. Tested with Qt 6.8.2: a closed
//! socket is not shut down.
std::unique_ptr<QTcpSocket> socketOn(FileDescriptor secondEnd);

//! What Qt found wrong with what the peer sent.
struct QtFault {
    enum class What : quint8 { Frames, Utf8, FrameBytes, MessageBytes, CloseFrame };
    What what = What::Frames;
    QString words; //!< a predicate without a subject; of too many bytes none
};
//! Qt closes with a text of its own where the peer is wrong, and with the peer's text where the peer closes.
//! Nothing when \a reason is not a text of Qt's. Tested with Qt 6.8.2.
std::optional<QtFault> faultOf(const QString &reason);
//! Connects the slots \a closed and \a refused, made by SLOT() and without arguments, to what Qt itself
//! closes over: a close frame of the peer, and something wrong that the peer sent. closeCode() and
//! closeReason() say which, for Qt's own slots come first once it is open. Qt's public signals tell neither
//! apart where the peer runs on Qt, nor from a write that failed. False and nothing is connected: this Qt is
//! built in another way. Tested with Qt 6.8.2: the QWebSocketDataProcessor below a QWebSocket.
bool tellEnds(const QWebSocket &webSocket, const QObject *receiver, const char *closed, const char *refused);
//! Qt treats 1012, 1013 and 1014 like codes that no peer may send, and shows neither the code nor the text.
//! Tested with Qt 6.8.2 and 6.11.2.
bool isUnknownCloseCode(const QString &reason);

//! Returns what of \a reason fits into a close frame; Qt sends a longer one whole, which makes the frame
//! invalid. Tested with Qt 6.8.2.
QString closeTextOf(const QString &reason);

//! Above these Qt drops a handshake without an answer. Tested with Qt 6.8.2.
inline constexpr qsizetype qtHeaderLineBytes = 8 * 1024;
inline constexpr qsizetype qtHeaderLines = 100;

} // namespace Workbench
