// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/websocket/websocketframes.h"

#include "core/transport/growbuffer.h"

#include <QtEndian>

#include <cstring>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr int maxControlBytes = 125;

std::unexpected<WebSocketFault> frameBroken(const QString &what)
{
    return std::unexpected(WebSocketFault{1002, {ErrorKind::Protocol, u"ws.protocol"_s, what, {}, {}}});
}

std::unexpected<WebSocketFault> frameNotUtf8(const QString &what)
{
    return std::unexpected(WebSocketFault{1007, {ErrorKind::Protocol, u"ws.utf8"_s, what, {}, {}}});
}

std::unexpected<WebSocketFault> frameExceeded(QLatin1StringView key, const QString &what, qint64 limit)
{
    return std::unexpected(WebSocketFault{1009, limitError(*findLimit(QString(key)), what, limit)});
}

} // namespace

WebSocketParser::WebSocketParser(WebSocketRole own, const Bounds &bounds)
    : m_own(own)
    , m_bounds(bounds)
{
}

std::expected<void, WebSocketFault> WebSocketParser::feed(
    QByteArrayView bytes, std::vector<WebSocketEvent> &out)
{
    const auto dead = [this](Taken taken) {
        m_isDead = true;
        return taken;
    };
    while (!bytes.isEmpty() && !m_isDead) {
        if (!m_isInPayload) {
            const qsizetype size = std::min<qsizetype>(bytes.size(), m_headWanted - m_headSize);
            std::memcpy(m_head.data() + m_headSize, bytes.data(), std::size_t(size));
            m_headSize += int(size);
            bytes = bytes.sliced(size);
            if (m_headSize == 2 && m_headWanted == 2) {
                if (Taken taken = takeFirstBytes(); !taken)
                    return dead(std::move(taken));
            }
            if (m_headSize < m_headWanted)
                continue;
            if (Taken taken = startPayload(); !taken)
                return dead(std::move(taken));
        } else {
            const qsizetype size = qsizetype(std::min<qint64>(bytes.size(), m_left));
            if (Taken taken = takePayload(bytes.first(size)); !taken)
                return dead(std::move(taken));
            bytes = bytes.sliced(size);
        }
        if (m_isInPayload && m_left == 0) {
            if (Taken taken = finishFrame(out); !taken)
                return dead(std::move(taken));
        }
    }
    return {};
}

WebSocketParser::Taken WebSocketParser::takeFirstBytes()
{
    m_isFinal = (m_head[0] & 0x80) != 0;
    m_opcode = m_head[0] & 0x0F;
    const bool isMasked = (m_head[1] & 0x80) != 0;
    const int length = m_head[1] & 0x7F;
    if ((m_head[0] & 0x70) != 0)
        return frameBroken(u"set reserved bits in a frame, which only an extension gives a meaning"_s);
    if (m_opcode > 10 || (m_opcode > 2 && m_opcode < 8))
        return frameBroken(u"used the reserved opcode %1"_s.arg(m_opcode));
    if (isMasked != (m_own == WebSocketRole::Server))
        return frameBroken(
            isMasked ? u"masked a frame, which only a client does"_s : u"sent a frame without a mask"_s);
    if (isControl() && !m_isFinal)
        return frameBroken(u"sent a control frame in pieces"_s);
    if (isControl() && length > maxControlBytes)
        return frameBroken(u"sent a control frame of more than 125 bytes"_s);
    if (m_opcode == 0 && !m_isInMessage)
        return frameBroken(u"continued a message that had not begun"_s);
    if (!isControl() && m_opcode != 0 && m_isInMessage)
        return frameBroken(u"began a message inside another"_s);
    m_headWanted = 2 + (length == 127 ? 8 : length == 126 ? 2 : 0) + (isMasked ? 4 : 0);
    return {};
}

WebSocketParser::Taken WebSocketParser::startPayload()
{
    const int code = m_head[1] & 0x7F;
    const uchar *rest = m_head.data() + 2;
    quint64 length = quint64(code);
    if (code == 126) {
        length = qFromBigEndian<quint16>(rest);
        rest += 2;
        if (length < 126)
            return frameBroken(u"wrote a length of %1 in more bytes than it needs"_s.arg(length));
    } else if (code == 127) {
        length = qFromBigEndian<quint64>(rest);
        rest += 8;
        if ((length >> 63) != 0)
            return frameBroken(u"sent a frame length whose highest bit is set"_s);
        if (length < 65536)
            return frameBroken(u"wrote a length of %1 in more bytes than it needs"_s.arg(length));
    }
    if ((m_head[1] & 0x80) != 0)
        std::memcpy(m_mask.data(), rest, 4);
    m_headSize = 0;
    m_headWanted = 2;
    m_left = qint64(length);
    m_taken = 0;
    m_isInPayload = true;
    if (isControl())
        return {};
    if (m_left > m_bounds.frameBytes) {
        return frameExceeded(
            "ws.frameBytes"_L1, u"announced a frame of %1 bytes"_s.arg(m_left), m_bounds.frameBytes);
    }
    if (m_message.size() + m_left > m_bounds.messageBytes) {
        return frameExceeded(m_bounds.messageKey,
            u"sent a message of %1 bytes or more"_s.arg(m_message.size() + m_left), m_bounds.messageBytes);
    }
    if (m_opcode != 0) {
        m_isInMessage = true;
        m_isText = m_opcode == 1;
        m_fragments = 0;
        m_utf8 = {};
    }
    if (++m_fragments > m_bounds.fragments)
        return frameExceeded("ws.fragments"_L1,
            u"sent a message in more than %1 frames"_s.arg(m_bounds.fragments), m_bounds.fragments);
    return {};
}

WebSocketParser::Taken WebSocketParser::takePayload(QByteArrayView piece)
{
    QByteArray &target = isControl() ? m_control : m_message;
    const qsizetype before = target.size();
    if (before == 0 && m_isFinal && m_left == piece.size())
        target = piece.toByteArray(); // whole at once, as most are: no more memory than it needs
    else
        appendTo(target, piece);
    if (m_own == WebSocketRole::Server)
        applyMask(target.data() + before, piece.size(), m_mask, m_taken);
    m_left -= piece.size();
    m_taken += piece.size();
    if (!isControl() && m_isText && !m_utf8.feed(QByteArrayView(target).sliced(before)))
        return frameNotUtf8(u"sent text that is not UTF-8"_s);
    return {};
}

WebSocketParser::Taken WebSocketParser::finishFrame(std::vector<WebSocketEvent> &out)
{
    using Kind = WebSocketEvent::Kind;
    m_isInPayload = false;
    if (m_opcode == 8)
        return finishClose(out);
    if (isControl()) {
        out.push_back({m_opcode == 9 ? Kind::Ping : Kind::Pong, std::exchange(m_control, {})});
        return {};
    }
    if (!m_isFinal)
        return {};
    m_isInMessage = false;
    if (m_isText && !m_utf8.isComplete())
        return frameNotUtf8(u"sent text that ends inside a character"_s);
    out.push_back({m_isText ? Kind::Text : Kind::Binary, std::exchange(m_message, {})});
    return {};
}

WebSocketParser::Taken WebSocketParser::finishClose(std::vector<WebSocketEvent> &out)
{
    const QByteArray payload = std::exchange(m_control, {});
    WebSocketEvent event{WebSocketEvent::Kind::Close, payload.sliced(std::min<qsizetype>(2, payload.size()))};
    if (payload.size() == 1)
        return frameBroken(u"sent a close frame with half a code"_s);
    if (payload.size() >= 2) {
        event.closeCode = qFromBigEndian<quint16>(payload.constData());
        if (!isCloseCode(event.closeCode))
            return frameBroken(u"closed with the code %1, which no peer may send"_s.arg(event.closeCode));
    }
    if (!event.bytes.isValidUtf8())
        return frameNotUtf8(u"gave a reason for closing that is not UTF-8"_s);
    out.push_back(std::move(event));
    m_isDead = true; // nothing after a close counts
    return {};
}

bool Utf8Check::feed(QByteArrayView bytes)
{
    if (m_size > 0) {
        while (m_size < m_wanted && !bytes.isEmpty()) {
            if ((uchar(bytes.front()) & 0xC0) != 0x80) // at once, as where it comes in one piece
                return false;
            m_begun[m_size++] = bytes.front();
            bytes = bytes.sliced(1);
        }
        if (m_size < m_wanted)
            return true;
        if (!QByteArrayView(m_begun.data(), m_size).isValidUtf8())
            return false;
        m_size = 0;
    }
    qsizetype tail = 0;
    for (qsizetype back = 1; back <= std::min<qsizetype>(3, bytes.size()); ++back) {
        const auto byte = uchar(bytes[bytes.size() - back]);
        if ((byte & 0xC0) == 0x80)
            continue;
        const bool isLead = byte >= 0xC2 && byte <= 0xF4; // else it is whole, or wrong at once
        const int length = !isLead ? 1 : byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2;
        if (length > back) {
            tail = back;
            m_wanted = quint8(length);
        }
        break;
    }
    if (!bytes.chopped(tail).isValidUtf8())
        return false;
    std::memcpy(m_begun.data(), bytes.data() + (bytes.size() - tail), std::size_t(tail));
    m_size = quint8(tail);
    return true;
}

void appendFrameHead(
    QByteArray &out, WebSocketOpcode opcode, qint64 payloadBytes, const std::array<uchar, 4> *mask)
{
    std::array<char, 14> head{};
    int size = 2;
    head[0] = char(0x80 | int(opcode));
    const int masked = mask ? 0x80 : 0;
    if (payloadBytes < 126) {
        head[1] = char(masked | int(payloadBytes));
    } else if (payloadBytes < 65536) {
        head[1] = char(masked | 126);
        qToBigEndian(quint16(payloadBytes), head.data() + 2);
        size += 2;
    } else {
        head[1] = char(masked | 127);
        qToBigEndian(quint64(payloadBytes), head.data() + 2);
        size += 8;
    }
    if (mask) {
        std::memcpy(head.data() + size, mask->data(), 4);
        size += 4;
    }
    out.append(head.data(), size);
}

void applyMask(char *data, qsizetype size, const std::array<uchar, 4> &mask, qint64 offset)
{
    std::array<uchar, 8> turned{};
    for (std::size_t i = 0; i < turned.size(); ++i)
        turned[i] = mask[(std::size_t(offset) + i) % 4];
    quint64 wide = 0;
    std::memcpy(&wide, turned.data(), sizeof wide);
    qsizetype at = 0;
    for (; at + 8 <= size; at += 8) {
        quint64 word = 0;
        std::memcpy(&word, data + at, sizeof word);
        word ^= wide;
        std::memcpy(data + at, &word, sizeof word);
    }
    for (; at < size; ++at)
        data[at] = char(uchar(data[at]) ^ turned[std::size_t(at) % 8]);
}

QByteArray closePayload(quint16 code, const QString &text)
{
    if (!isCloseCode(code))
        return {};
    QByteArray payload(2, '\0');
    qToBigEndian(code, payload.data());
    QByteArray reason = text.toUtf8().first(std::min<qsizetype>(text.toUtf8().size(), maxControlBytes - 2));
    while (!reason.isValidUtf8())
        reason.chop(1);
    return payload + reason;
}

bool isCloseCode(quint16 code)
{
    const bool isReserved = code == 1004 || code == 1005 || code == 1006;
    return (code >= 1000 && code <= 1014 && !isReserved) || (code >= 3000 && code <= 4999);
}

} // namespace Workbench
