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

//! Whether the Qt that runs is older than the one that ended a deviation; see
//! core/transport/websocket/README.md.
inline bool isQtBefore(int major, int minor)
{
    return QLibraryInfo::version() < QVersionNumber(major, minor);
}

//! One WebSocket frame, right or wrong.
struct RawFrame {
    int opcode = 1;
    QByteArray payload{};
    bool isFinal = true;
    int reserved = 0; //!< the three bits, as 4, 2, 1
    bool isMasked = false;
    //! What the head says instead of the payload's size; and in how many bytes: 0 the fewest, 2 or 8.
    std::optional<quint64> length{};
    int lengthBytes = 0;

    QByteArray bytes() const;
};

//! Reads frames that are right, of any side; masks are undone.
class RawFrameReader {
public:
    void feed(const QByteArray &bytes);
    QList<RawFrame> frames;
    //! Of the first close frame; 0: none came, 1005: it had no code.
    int closeCode() const;
    QByteArray closeText() const;

private:
    QByteArray m_buffer;
};

//! Accepts one connection on 127.0.0.1, answers its handshake as told and then writes whatever bytes a test
//! wants.
class RawWebSocketServer : public QObject {
public:
    struct Script {
        QByteArray status = "101 Switching Protocols";
        QByteArray upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\n";
        std::optional<QByteArray> accept{}; //!< instead of the right one; empty: no such header
        QByteArray headers{};
        QByteArray body{}; //!< written at once with the head
        QByteArrayList pieces{}; //!< then these, one each time the event loop comes round
        enum class Then : quint8 { Stay, Close, Reset, Shut } then = Then::Stay;
        bool isSilent = false; //!< never answers the handshake
        bool isDeaf = false; //!< reads nothing after the handshake
    };
    explicit RawWebSocketServer(Script script);

    QUrl url() const;
    QByteArray request; //!< the head
    RawFrameReader reader;
    std::function<void(const RawFrame &frame)> onFrame; //!< called for each frame of the client; may be empty
    QTcpSocket *socket = nullptr; //!< of the newest connection
    void reset(); //!< ends the connection without a word
    bool isClosed = false; //!< the client is gone

private:
    void read();
    void writeNext();

    Script m_script;
    bool m_hasAnswered = false;
    qsizetype m_next = 0;
    QTcpServer m_server;
};

//! Connects to a server of ours and says what a test wants.
class RawWebSocketClient : public QObject {
public:
    //! \a head instead of a right handshake, if not empty; %1 is not replaced.
    explicit RawWebSocketClient(const QUrl &url, const QByteArray &extraHeaders = {},
        const QByteArray &head = {}, const QByteArray &early = {});

    void send(const QByteArray &bytes) { socket.write(bytes); }
    void reset();
    int status() const; //!< of the answer; 0: not yet
    QByteArray answer; //!< the head, then the body if it was no 101
    RawFrameReader reader;
    bool isClosed = false;
    QTcpSocket socket;
};
