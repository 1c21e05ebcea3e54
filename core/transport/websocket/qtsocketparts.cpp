// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/websocket/qtsocketparts.h"

#include <QChronoTimer>
#include <QCoreApplication>
#include <QSocketNotifier>
#include <QTcpSocket>
#include <QTimer>
#include <QWebSocketServer>

#include <fcntl.h>
#ifdef Q_OS_LINUX
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#endif

namespace Workbench {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

void unread(QTcpSocket &socket, QByteArrayView bytes)
{
    for (qsizetype at = bytes.size(); at > 0; --at)
        socket.ungetChar(bytes[at - 1]);
}

constexpr qint64 droppedAtMost = qint64{16} << 20;
constexpr auto quietBeforeClose = 250ms; // after this time without a byte, the peer is taken to have finished

} // namespace

void DeleteLater::operator()(QWebSocket *webSocket) const
{
    webSocket->setParent(QCoreApplication::instance()); // deletes it if no event loop runs any more
    webSocket->deleteLater();
}

QTcpSocket *socketOf(const QWebSocket &webSocket)
{
    return webSocket.findChild<QTcpSocket *>(Qt::FindDirectChildrenOnly);
}

void setSocketReading(QTcpSocket &socket, bool reading)
{
    for (QSocketNotifier *const notifier : socket.findChildren<QSocketNotifier *>()) {
        if (notifier->type() == QSocketNotifier::Read)
            notifier->setEnabled(reading);
    }
}

void loosenFrameTimer(QWebSocket &webSocket)
{
    for (QChronoTimer *const timer : webSocket.findChildren<QChronoTimer *>())
        timer->setInterval(std::chrono::years(1));
}

QList<QTcpSocket *> writingSockets(QTcpSocket &socket)
{
    QList<QTcpSocket *> all = socket.findChildren<QTcpSocket *>();
    all.prepend(&socket);
    return all;
}

void keepAnswer(QTcpSocket &socket)
{
    if (socket.isOpen() && !socket.isTransactionStarted())
        socket.startTransaction();
}

bool keepsAnswer(const QTcpSocket &socket)
{
    return socket.isTransactionStarted();
}

QByteArray takeKeptAnswer(QTcpSocket &socket)
{
    if (!socket.isTransactionStarted())
        return {};
    socket.rollbackTransaction();
    return socket.peek(socket.bytesAvailable());
}

QByteArray handOver(QTcpSocket &socket, QWebSocketServer &upgrade)
{
    const QByteArray bytes = socket.readAll();
    const qsizetype end = bytes.indexOf("\r\n\r\n") + 4;
    unread(socket, QByteArrayView(bytes).first(end));
    socket.setReadBufferSize(0);
    setSocketReading(socket, false);
    upgrade.handleConnection(&socket);
    return bytes.sliced(end);
}

void adopt(QWebSocket &webSocket, QTcpSocket &socket)
{
    socket.setParent(&webSocket);
}

void giveBack(QTcpSocket &socket, QByteArrayView early)
{
    unread(socket, early);
    if (!early.isEmpty())
        Q_EMIT socket.readyRead();
    setSocketReading(socket, true);
}

FileDescriptor secondEndOf(const QTcpSocket &socket)
{
    const qintptr descriptor = socket.socketDescriptor();
    return FileDescriptor(descriptor < 0 ? -1 : ::fcntl(int(descriptor), F_DUPFD_CLOEXEC, 3));
}

bool wasReset(const FileDescriptor &secondEnd)
{
#ifdef Q_OS_LINUX
    tcp_info information{};
    socklen_t size = sizeof information;
    return secondEnd.isOpen()
        && ::getsockopt(secondEnd.number(), IPPROTO_TCP, TCP_INFO, &information, &size) == 0
        && information.tcpi_state == TCP_CLOSE;
#else
    Q_UNUSED(secondEnd)
    return false;
#endif
}

std::unique_ptr<QTcpSocket> socketOn(FileDescriptor secondEnd)
{
    auto socket = std::make_unique<QTcpSocket>();
    if (!secondEnd.isOpen() || !socket->setSocketDescriptor(secondEnd.number()))
        return nullptr;
    secondEnd.release();
    return socket;
}

std::optional<QtFault> faultOf(const QString &reason)
{
    using enum QtFault::What;
    struct Row {
        const char *context;
        const char *text; // as in the source of Qt; it may be translated
        QtFault::What what;
        QLatin1StringView words;
    };
    static constexpr Row rows[] = {
        {"QWebSocketFrame", "Rsv field is non-zero", Frames,
            "set reserved bits in a frame, though no extension was agreed on"_L1},
        {"QWebSocketFrame", "Used reserved opcode", Frames, "used a reserved opcode"_L1},
        {"QWebSocketFrame", "Control frame is larger than 125 bytes", Frames,
            "sent a control frame of more than 125 bytes"_L1},
        {"QWebSocketFrame", "Control frames cannot be fragmented", Frames,
            "sent a control frame in pieces"_L1},
        {"QWebSocketFrame", "Lengths smaller than 126 must be expressed as one byte.", Frames,
            "wrote a length in more bytes than it needs"_L1},
        {"QWebSocketFrame", "Lengths smaller than 65536 (2^16) must be expressed as 2 bytes.", Frames,
            "wrote a length in more bytes than it needs"_L1},
        {"QWebSocketFrame", "Highest bit of payload length is not 0.", Frames,
            "sent a frame length whose highest bit is set"_L1},
        {"QWebSocketFrame", "Maximum framesize exceeded.", FrameBytes, {}},
        {"QWebSocketDataProcessor", "Received message is too big.", MessageBytes, {}},
        {"QWebSocketDataProcessor", "Payload of close frame is too small.", CloseFrame,
            "sent a close frame with half a code"_L1},
        {"QWebSocketDataProcessor", "Received Continuation frame, while there is nothing to continue.",
            Frames, "continued a message that had not begun"_L1},
        {"QWebSocketDataProcessor",
            "All data frames after the initial data frame must have opcode 0 (continuation).", Frames,
            "began a message inside another"_L1},
        {"QWebSocketDataProcessor", "Invalid UTF-8 code encountered.", Utf8,
            "sent text that is not UTF-8, or split a character between two frames, which Qt reads from 6.11 on"_L1},
    };
    for (const Row &row : rows) {
        if (reason == QCoreApplication::translate(row.context, row.text))
            return QtFault{row.what, QString(row.words)};
    }
    return std::nullopt;
}

bool tellEnds(const QWebSocket &webSocket, const QObject *receiver, const char *closed, const char *refused)
{
    for (const QObject *const child : webSocket.findChildren<QObject *>()) {
        const QMetaObject *const made = child->metaObject();
        if (!child->inherits("QWebSocketDataProcessor")
            || made->indexOfSignal("closeReceived(QWebSocketProtocol::CloseCode,QString)") < 0
            || made->indexOfSignal("errorEncountered(QWebSocketProtocol::CloseCode,QString)") < 0)
            continue;
        QObject::connect(
            child, SIGNAL(closeReceived(QWebSocketProtocol::CloseCode, QString)), receiver, closed);
        QObject::connect(
            child, SIGNAL(errorEncountered(QWebSocketProtocol::CloseCode, QString)), receiver, refused);
        return true;
    }
    return false;
}

QString closeTextOf(const QString &reason)
{
    constexpr qsizetype most = 123; // the bytes of a control frame besides the code
    QByteArray text = reason.toUtf8();
    text.truncate(most);
    while (!text.isValidUtf8())
        text.chop(1);
    return QString::fromUtf8(text);
}

bool isUnknownCloseCode(const QString &reason)
{
    return reason
        == QCoreApplication::translate("QWebSocketDataProcessor", "Invalid close code %1 detected.")
               .arg(1002);
}

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
