// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"
#include "core/transport/process/filedescriptor.h"

#include <QWebSocket>

#include <chrono>
#include <memory>

class QTcpSocket;
class QWebSocketServer;

namespace Workbench {

// Behaviour of Qt that the WebSockets of this program rely on and that Qt does not document. Each part names
// the version of Qt that it was tested with, and tst_qtsocketparts fails when one of them changes.

//! Deletes from the event loop, because the QWebSocket may be the sender of the signal that runs now. Tested
//! with Qt 6.8.2: a QWebSocket must not be deleted in a slot of its own signals.
struct DeleteLater {
    void operator()(QWebSocket *webSocket) const;
};
using WebSocketPtr = std::unique_ptr<QWebSocket, DeleteLater>;

//! Returns the socket of a WebSocket; null before open() and after the socket was deleted. The socket of an
//! accepted WebSocket is found after adopt(). Tested with Qt 6.8.2: QWebSocket::open() makes its socket a
//! direct child, and slots that are connected to that socket later are called after Qt's own slots.
QTcpSocket *socketOf(const QWebSocket &webSocket);

//! Sets whether bytes are read from the system. Qt enables reading again each time it has read some bytes. So
//! a pause must be repeated in a slot of readyRead that was connected after Qt's own. Tested with Qt 6.8.2:
//! the notifiers are children of the socket's children, for plain, TLS and proxied sockets.
void setSocketReading(QTcpSocket &socket, bool reading);

//! Removes the timeout of five seconds within which Qt expects the rest of a first frame that has begun.
//! Tested with Qt 6.8.2: the only QChronoTimer below a QWebSocket.
void loosenFrameTimer(QWebSocket &webSocket);

//! Returns the sockets whose bytesToWrite() add up to the bytes that have not left this process: \a socket,
//! and the sockets of TLS and of a proxy below it. Tested with Qt 6.8.2: they are its children.
QList<QTcpSocket *> writingSockets(QTcpSocket &socket);

//! Keeps the answer to a handshake, since Qt shows neither its headers nor its body. Must be called before Qt
//! reads. Tested with Qt 6.8.2: rolling back a transaction of QIODevice restores the bytes that Qt has read.
void keepAnswer(QTcpSocket &socket);
//! Returns whether keepAnswer() is in effect for \a socket.
bool keepsAnswer(const QTcpSocket &socket);
//! Returns all bytes received since keepAnswer(), makes them readable again, and stops keeping them.
QByteArray takeKeptAnswer(QTcpSocket &socket);

//! Makes \a upgrade answer the request at the front of \a socket, whose head must be whole, with 101. Returns
//! the bytes after the head: Qt would read and drop them, so frames sent with the request would be lost.
//! Nothing more is read until giveBack(). Tested with Qt 6.8.2.
QByteArray handOver(QTcpSocket &socket, QWebSocketServer &upgrade);
//! Makes \a webSocket the parent of the \a socket that was handed over. Tested with Qt 6.8.2: Qt does not
//! change the parent of the socket.
void adopt(QWebSocket &webSocket, QTcpSocket &socket);
//! Makes the WebSocket on \a socket read \a early and then the bytes that the peer sends. Must be called in
//! the slot of newConnection(), after the receivers are connected. Tested with Qt 6.8.2.
void giveBack(QTcpSocket &socket, QByteArrayView early);

//! Returns a second descriptor of the connection, which stays open when Qt has closed its own. The descriptor
//! is not open if there is no connection.
FileDescriptor secondEndOf(const QTcpSocket &socket);
//! Returns whether the peer has reset the connection, which Qt reports like an orderly close. Returns false
//! where the system does not tell. Tested with Qt 6.8.2.
bool wasReset(const FileDescriptor &secondEnd);
//! Returns a socket that reads the bytes that arrive after Qt has closed its own descriptor. Qt closes with
//! unread bytes, which the peer may see as a reset that overtakes the close frame. Returns null if
//! \a secondEnd is not open. Tested with Qt 6.8.2: a closed socket is not shut down.
std::unique_ptr<QTcpSocket> socketOn(FileDescriptor secondEnd);

//! An error that Qt found in the data that the peer sent.
struct QtFault {
    enum class What : quint8 { Frames, Utf8, FrameBytes, MessageBytes, CloseFrame };
    What what = What::Frames;
    QString words; //!< a predicate without a subject; empty for FrameBytes and MessageBytes
};
//! Returns the fault that \a reason, the text of the close, stands for. Qt closes with a text of its own when
//! the peer's data are wrong, and with the peer's text when the peer closes. Returns nothing if \a reason is
//! not a text of Qt. Tested with Qt 6.8.2.
std::optional<QtFault> faultOf(const QString &reason);
//! Connects two slots, given by SLOT() and without arguments, to the reasons for which Qt itself closes. It
//! connects \a closed to a close frame of the peer, and \a refused to its invalid data. closeCode() and
//! closeReason() are valid in the slots, because Qt's own slots come first once the WebSocket is open.
//!
//! Qt's public signals do not tell the two apart if the peer runs on Qt, nor from a failed write. Returns
//! false, with nothing connected, if this Qt is built differently. Tested with Qt 6.8.2: the
//! QWebSocketDataProcessor below a QWebSocket.
bool tellEnds(const QWebSocket &webSocket, const QObject *receiver, const char *closed, const char *refused);
//! Returns whether \a reason is Qt's text for a close code that it does not know. Qt treats 1012, 1013 and
//! 1014 like invalid codes, and shows neither the code nor the text. Tested with Qt 6.8.2 and 6.11.2.
bool isUnknownCloseCode(const QString &reason);

//! Returns \a reason, shortened to fit into a close frame. Qt does not shorten it, which makes the frame
//! invalid. Tested with Qt 6.8.2.
QString closeTextOf(const QString &reason);

//! Limits above which Qt drops a handshake without an answer: bytes of one header line, and number of lines.
//! Tested with Qt 6.8.2.
inline constexpr qsizetype qtHeaderLineBytes = 8 * 1024;
inline constexpr qsizetype qtHeaderLines = 100;

// Closing in the background. This relies only on what Qt documents.

//! Takes over \a socket, lets it write its queued bytes, and closes it in the background. It is deleted
//! within \a atMost. With \a mayStillTalk the peer may still be sending, so its bytes are read and dropped
//! for a while. Closing a socket with unread bytes sends a reset, which could overtake the last bytes
//! written.
void letGo(std::unique_ptr<QTcpSocket> socket, std::chrono::milliseconds atMost, bool mayStillTalk);

//! Takes over \a webSocket, on which close() was called, and deletes it when it is disconnected, within
//! \a atMost.
void letGo(WebSocketPtr webSocket, std::chrono::milliseconds atMost);

} // namespace Workbench
