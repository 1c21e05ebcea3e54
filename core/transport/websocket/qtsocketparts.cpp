// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/websocket/qtsocketparts.h"

#include <QChronoTimer>
#include <QCoreApplication>
#include <QSocketNotifier>
#include <QTcpSocket>

#ifdef Q_OS_UNIX
#include <fcntl.h>
#include <unistd.h>
#endif

namespace Workbench {

using namespace Qt::StringLiterals;

void DeleteLater::operator()(QWebSocket *webSocket) const
{
    webSocket->setParent(QCoreApplication::instance()); // which deletes it when no event loop comes any more
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

void keepAnswer(QTcpSocket &socket)
{
    if (socket.isOpen() && !socket.isTransactionStarted())
        socket.startTransaction();
}

QByteArray takeKeptAnswer(QTcpSocket &socket)
{
    if (!socket.isTransactionStarted())
        return {};
    socket.rollbackTransaction();
    return socket.peek(socket.bytesAvailable());
}

void unread(QTcpSocket &socket, QByteArrayView bytes)
{
    for (qsizetype at = bytes.size(); at > 0; --at)
        socket.ungetChar(bytes[at - 1]);
}

std::unique_ptr<QTcpSocket> secondEndOf(const QTcpSocket &socket)
{
#ifdef Q_OS_UNIX
    const qintptr descriptor = socket.socketDescriptor();
    const int copy = descriptor < 0 ? -1 : ::fcntl(int(descriptor), F_DUPFD_CLOEXEC, 3);
    if (copy < 0)
        return nullptr;
    auto second = std::make_unique<QTcpSocket>();
    if (second->setSocketDescriptor(copy))
        return second;
    ::close(copy);
#else
    Q_UNUSED(socket)
#endif
    return nullptr;
}

std::optional<QtFault> faultOf(const QString &reason)
{
    using enum QtFault::What;
    struct Row {
        const char *context;
        const char *text; // as in Qt's source, for it may be translated
        QtFault::What what;
        QLatin1StringView words;
    };
    static constexpr Row rows[] = {
        {"QWebSocketFrame", "Rsv field is non-zero", Frames,
            "set reserved bits in a frame, which only an extension gives a meaning"_L1},
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
        {"QWebSocketDataProcessor", "Payload of close frame is too small.", Frames,
            "sent a close frame with half a code"_L1},
        {"QWebSocketDataProcessor", "Received Continuation frame, while there is nothing to continue.",
            Frames, "continued a message that had not begun"_L1},
        {"QWebSocketDataProcessor",
            "All data frames after the initial data frame must have opcode 0 (continuation).", Frames,
            "began a message inside another"_L1},
        {"QWebSocketDataProcessor", "Invalid UTF-8 code encountered.", Utf8,
            "sent text that is not UTF-8, or a frame of text that ends inside a character"_L1},
    };
    for (const Row &row : rows) {
        if (reason == QCoreApplication::translate(row.context, row.text))
            return QtFault{row.what, QString(row.words)};
    }
    return std::nullopt;
}

QString closeTextOf(const QString &reason)
{
    constexpr qsizetype most = 123; // of a control frame, beside the code
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

} // namespace Workbench
