// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/support/rawwebsocket.h"

#include <QCryptographicHash>
#include <QTimer>
#include <QtEndian>

#include <sys/socket.h>

namespace {

QByteArray bigEndian(quint64 value, int bytes)
{
    QByteArray out;
    for (int shift = (bytes - 1) * 8; shift >= 0; shift -= 8)
        out.append(char(value >> shift));
    return out;
}

void resetNow(QTcpSocket &socket)
{
    const linger hard{1, 0};
    ::setsockopt(int(socket.socketDescriptor()), SOL_SOCKET, SO_LINGER, &hard, sizeof hard);
    socket.abort();
}

} // namespace

QByteArray RawFrame::bytes() const
{
    const quint64 said = length.value_or(quint64(payload.size()));
    const int wide = lengthBytes > 0 ? lengthBytes : said > 65535 ? 8 : said > 125 ? 2 : 0;
    QByteArray out;
    out.append(char((isFinal ? 0x80 : 0) | (reserved << 4) | opcode));
    const int mask = isMasked ? 0x80 : 0;
    out.append(char(mask | (wide == 8 ? 127 : wide == 2 ? 126 : int(said))));
    out += bigEndian(said, wide);
    if (!isMasked)
        return out + payload;
    const QByteArray key = "\x12\x34\x56\x78";
    out += key;
    for (qsizetype i = 0; i < payload.size(); ++i)
        out.append(char(payload[i] ^ key[i % 4]));
    return out;
}

void RawFrameReader::feed(const QByteArray &bytes)
{
    m_buffer += bytes;
    while (m_buffer.size() >= 2) {
        RawFrame frame;
        frame.opcode = m_buffer[0] & 0x0F;
        frame.isFinal = (m_buffer[0] & 0x80) != 0;
        frame.isMasked = (m_buffer[1] & 0x80) != 0;
        const int code = m_buffer[1] & 0x7F;
        const qsizetype wide = code == 127 ? 8 : code == 126 ? 2 : 0;
        const qsizetype head = 2 + wide + (frame.isMasked ? 4 : 0);
        if (m_buffer.size() < head)
            return;
        quint64 size = quint64(code);
        for (qsizetype i = 0; i < wide; ++i)
            size = (i == 0 ? 0 : size << 8) | uchar(m_buffer[2 + i]);
        if (quint64(m_buffer.size() - head) < size)
            return;
        frame.payload = m_buffer.sliced(head, qsizetype(size));
        for (qsizetype i = 0; frame.isMasked && i < frame.payload.size(); ++i)
            frame.payload[i] = char(frame.payload[i] ^ m_buffer[head - 4 + i % 4]);
        m_buffer = m_buffer.sliced(head + qsizetype(size));
        frames.append(frame);
    }
}

int RawFrameReader::closeCode() const
{
    for (const RawFrame &frame : frames) {
        if (frame.opcode == 8)
            return frame.payload.size() < 2 ? 1005 : qFromBigEndian<quint16>(frame.payload.constData());
    }
    return 0;
}

QByteArray RawFrameReader::closeText() const
{
    for (const RawFrame &frame : frames) {
        if (frame.opcode == 8)
            return frame.payload.sliced(std::min<qsizetype>(2, frame.payload.size()));
    }
    return {};
}

RawWebSocketServer::RawWebSocketServer(Script script)
    : m_script(std::move(script))
{
    connect(&m_server, &QTcpServer::newConnection, this, [this] {
        socket = m_server.nextPendingConnection();
        if (m_script.isDeaf)
            socket->setReadBufferSize(8192);
        connect(socket, &QTcpSocket::readyRead, this, &RawWebSocketServer::read);
        connect(socket, &QTcpSocket::disconnected, this, [this] { isClosed = true; });
    });
    if (!m_server.listen(QHostAddress::LocalHost))
        qFatal("no port to listen on");
}

QUrl RawWebSocketServer::url() const
{
    return QUrl(QStringLiteral("ws://127.0.0.1:%1/ws?x=1").arg(m_server.serverPort()));
}

void RawWebSocketServer::reset()
{
    resetNow(*socket);
}

void RawWebSocketServer::read()
{
    if (m_hasAnswered) {
        if (m_script.isDeaf)
            return;
        const qsizetype known = reader.frames.size();
        reader.feed(socket->readAll());
        for (qsizetype i = known; onFrame && i < reader.frames.size(); ++i)
            onFrame(reader.frames[i]);
        return;
    }
    request += socket->readAll();
    if (!request.contains("\r\n\r\n") || m_script.isSilent)
        return;
    m_hasAnswered = true;
    QByteArray key;
    for (const QByteArray &line : request.split('\n')) {
        if (line.toLower().startsWith("sec-websocket-key:"))
            key = line.sliced(18).trimmed();
    }
    const QByteArray right = QCryptographicHash::hash(
        QByteArray(key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"), QCryptographicHash::Sha1)
                                 .toBase64();
    const QByteArray accept = m_script.accept.value_or(right);
    QByteArray head = "HTTP/1.1 " + m_script.status + "\r\n" + m_script.upgrade;
    if (!accept.isEmpty())
        head += "Sec-WebSocket-Accept: " + accept + "\r\n";
    socket->write(head + m_script.headers + "\r\n" + m_script.body);
    writeNext();
}

void RawWebSocketServer::writeNext()
{
    if (!socket || socket->state() != QAbstractSocket::ConnectedState)
        return;
    socket->flush();
    if (socket->bytesToWrite() > 0) {
        QTimer::singleShot(1, this, [this] { writeNext(); });
        return;
    }
    if (m_next < m_script.pieces.size()) {
        socket->write(m_script.pieces[m_next++]);
        QTimer::singleShot(0, this, [this] { writeNext(); });
        return;
    }
    switch (m_script.then) {
    case Script::Then::Stay: break;
    case Script::Then::Close: socket->disconnectFromHost(); break;
    case Script::Then::Reset: QTimer::singleShot(50, this, [this] { resetNow(*socket); }); break;
    case Script::Then::Shut: ::shutdown(int(socket->socketDescriptor()), SHUT_WR); break;
    }
}

RawWebSocketClient::RawWebSocketClient(
    const QUrl &url, const QByteArray &extraHeaders, const QByteArray &head, const QByteArray &early)
{
    connect(&socket, &QTcpSocket::connected, this, [this, url, extraHeaders, head, early] {
        const QByteArray target = url.toEncoded(QUrl::RemoveScheme | QUrl::RemoveAuthority);
        const QByteArray right = "GET " + target + " HTTP/1.1\r\nHost: " + url.authority().toLatin1()
            + "\r\nUpgrade: websocket\r\nConnection: keep-alive, Upgrade\r\nSec-WebSocket-Version: 13\r\n"
              "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            + extraHeaders + "\r\n";
        socket.write((head.isEmpty() ? right : head) + early);
    });
    connect(&socket, &QTcpSocket::disconnected, this, [this] { isClosed = true; });
    connect(&socket, &QTcpSocket::readyRead, this, [this] {
        if (status() == 101 && answer.contains("\r\n\r\n")) {
            reader.feed(socket.readAll());
            return;
        }
        answer += socket.readAll();
        const qsizetype end = answer.indexOf("\r\n\r\n");
        if (status() == 101 && end >= 0) {
            reader.feed(answer.sliced(end + 4));
            answer.truncate(end + 4);
        }
    });
    socket.connectToHost(url.host(), quint16(url.port()));
}

void RawWebSocketClient::reset()
{
    resetNow(socket);
}

int RawWebSocketClient::status() const
{
    return answer.startsWith("HTTP/1.1 ") && answer.size() >= 12 ? answer.sliced(9, 3).toInt() : 0;
}
