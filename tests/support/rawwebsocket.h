// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArrayList>
#include <QLibraryInfo>
#include <QTcpServer>
#include <QTcpSocket>
#include <QUrl>

#include <functional>
#include <memory>

//! Returns whether the running Qt is older than the version that fixed a deviation; see
//! core/transport/websocket/README.md.
inline bool isQtBefore(int major, int minor)
{
    return QLibraryInfo::version() < QVersionNumber(major, minor);
}

//! One WebSocket frame, valid or not.
struct RawFrame {
    int opcode = 1;
    QByteArray payload{};
    bool isFinal = true;
    int reserved = 0; //!< the three reserved bits as 4, 2 and 1
    bool isMasked = false;
    //! The length in the header in place of the size of the payload. lengthBytes is its size: 2 or 8 bytes,
    //! or 0 for the smallest that fits.
    std::optional<quint64> length{};
    int lengthBytes = 0;

    QByteArray bytes() const;
};

//! Reads valid frames of either side and removes masks.
class RawFrameReader {
public:
    void feed(const QByteArray &bytes);
    QList<RawFrame> frames;
    //! Returns the code of the first close frame; 0: no close frame was received, 1005: it had no code.
    int closeCode() const;
    QByteArray closeText() const;

private:
    QByteArray m_buffer;
};

//! Accepts a connection on 127.0.0.1, answers its handshake as the script says, and then writes the bytes of
//! a test.
class RawWebSocketServer : public QObject {
public:
    struct Script {
        QByteArray status = "101 Switching Protocols";
        QByteArray upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\n";
        std::optional<QByteArray> accept{}; //!< value in place of the correct one; empty: no such header
        QByteArray headers{};
        QByteArray body{}; //!< written together with the head
        QByteArrayList pieces{}; //!< written afterwards, one per turn of the event loop
        enum class Then : quint8 { Stay, Close, Reset, Shut } then = Then::Stay;
        bool isSilent = false; //!< never answers the handshake
        bool isDeaf = false; //!< reads nothing after the handshake
    };
    explicit RawWebSocketServer(Script script);

    QUrl url() const;
    QByteArray request; //!< the head of the request
    RawFrameReader reader;
    std::function<void(const RawFrame &frame)> onFrame; //!< called for each frame of the client; may be empty
    QTcpSocket *socket = nullptr; //!< the newest connection
    void reset(); //!< ends the connection without a close frame
    bool isClosed = false; //!< the client has disconnected

private:
    void read();
    void writeNext();

    Script m_script;
    bool m_hasAnswered = false;
    qsizetype m_next = 0;
    QTcpServer m_server;
};

//! Connects to one of our servers and sends the bytes of a test.
class RawWebSocketClient : public QObject {
public:
    //! Sends \a head, if not empty, in place of a valid handshake; %1 in it is not replaced.
    explicit RawWebSocketClient(const QUrl &url, const QByteArray &extraHeaders = {},
        const QByteArray &head = {}, const QByteArray &early = {});

    void send(const QByteArray &bytes) { socket.write(bytes); }
    void reset();
    int status() const; //!< the status of the response; 0: none yet
    QByteArray answer; //!< the head, followed by the body if the status is not 101
    RawFrameReader reader;
    bool isClosed = false;
    QTcpSocket socket;
};
