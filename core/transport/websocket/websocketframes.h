// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/limits.h"

#include <QByteArray>

#include <array>

namespace Workbench {

enum class WebSocketRole : quint8 { Client, Server };

//! What a peer has sent. A message is whole and, if text, valid UTF-8.
struct WebSocketEvent {
    enum class Kind : quint8 { Text, Binary, Ping, Pong, Close };
    Kind kind = Kind::Text;
    QByteArray bytes; //!< of a close: its text
    quint16 closeCode = 1005; //!< 1005: none was sent
};

//! Why a connection cannot go on. The error's message is a predicate without a subject.
struct WebSocketFault {
    quint16 closeCode = 1002;
    Error error;
};

//! Valid UTF-8 in pieces that may end inside a character.
class Utf8Check {
public:
    bool feed(QByteArrayView bytes);
    bool isComplete() const { return m_size == 0; }

private:
    std::array<char, 4> m_begun{}; // a character whose rest is still to come
    quint8 m_size = 0;
    quint8 m_wanted = 0;
};

//! The frames of RFC 6455, fed in pieces of any size. No extension is ever agreed on, so reserved bits are a
//! fault. Dead after a fault. \source RFC 6455 sections 5, 7.4, 8.1; reliability.md
class WebSocketParser {
public:
    struct Bounds {
        qint64 messageBytes = 64LL << 20;
        qint64 frameBytes = 64LL << 20;
        qint64 fragments = 4096;
        QLatin1StringView messageKey{"ws.messageBytes"}; //!< named when messageBytes is exceeded
    };

    //! \a own is our side: a client refuses masked frames, a server those that are not.
    WebSocketParser(WebSocketRole own, const Bounds &bounds);

    //! Appends to \a out what \a bytes complete, also what came before a fault.
    std::expected<void, WebSocketFault> feed(QByteArrayView bytes, std::vector<WebSocketEvent> &out);
    //! Whether the bytes so far end between two messages.
    bool isBetweenMessages() const { return !m_isInMessage && m_headSize == 0 && !m_isInPayload; }

private:
    using Taken = std::expected<void, WebSocketFault>;
    Taken takeFirstBytes();
    Taken startPayload();
    Taken takePayload(QByteArrayView piece);
    Taken finishFrame(std::vector<WebSocketEvent> &out);
    Taken finishClose(std::vector<WebSocketEvent> &out);
    bool isControl() const { return (m_opcode & 0x8) != 0; }

    WebSocketRole m_own;
    Bounds m_bounds;
    std::array<uchar, 14> m_head{};
    int m_headSize = 0;
    int m_headWanted = 2;
    int m_opcode = 0;
    bool m_isFinal = false;
    bool m_isInPayload = false;
    std::array<uchar, 4> m_mask{};
    qint64 m_left = 0; // of the payload
    qint64 m_taken = 0;
    QByteArray m_control;
    bool m_isInMessage = false;
    bool m_isText = false;
    qint64 m_fragments = 0;
    QByteArray m_message;
    Utf8Check m_utf8;
    bool m_isDead = false;
};

enum class WebSocketOpcode : quint8 { Text = 1, Binary = 2, Close = 8, Ping = 9, Pong = 10 };

//! Appends the head of a final frame; with \a mask as a client must.
void appendFrameHead(
    QByteArray &out, WebSocketOpcode opcode, qint64 payloadBytes, const std::array<uchar, 4> *mask);
//! XORs \a data, which begins \a offset bytes into a payload.
void applyMask(char *data, qsizetype size, const std::array<uchar, 4> &mask, qint64 offset);
//! The payload of a close frame: the code and as much of \a text as fits, cut between characters.
QByteArray closePayload(quint16 code, const QString &text);
//! Whether a peer may send this close code. \source RFC 6455 section 7.4
bool isCloseCode(quint16 code);

} // namespace Workbench
