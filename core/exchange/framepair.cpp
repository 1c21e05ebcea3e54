// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/exchange/framepair.h"

#include "core/base/visibletext.h"
#include "core/json/jsonparser.h"

#include <algorithm>
#include <cstdlib>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype maxDistance = 2000; //!< frames to search
constexpr qint64 maxRead = 256 << 10; //!< bytes of frames that are parsed as JSON during a search
constexpr qsizetype maxHexadecimal = qsizetype{64} << 10; //!< bytes to show in hexadecimal

struct Message {
    Json id; //!< absent: not a request or response of JSON-RPC
    bool isRequest = false;
};

Message messageIn(const Frame &frame)
{
    const QByteArray start = frame.bytes.left(16).trimmed();
    if (!start.startsWith('{'))
        return {};
    const Result<Json> json = parseJson(frame.bytes);
    if (!json || json->member("jsonrpc"_L1).isAbsent() || json->member("id"_L1).isNull())
        return {};
    return {json->member("id"_L1), json->hasMember("method"_L1)};
}

FramePair paired(const Frame &one, const Frame &other, bool isRequest)
{
    const Frame &request = isRequest ? one : other;
    const Frame &response = isRequest ? other : one;
    return {request.sequence, response.sequence, std::max<qint64>(0, request.at.msecsTo(response.at))};
}

//! Returns the pair with the nearest frame in the other direction that \a fits: after a request, or before a
//! response.
template <typename Fits>
std::optional<FramePair> nearest(const ExchangeLog &log, qsizetype index, bool isRequest, const Fits &fits)
{
    const Frame &frame = log.frameAt(index);
    const qsizetype step = isRequest ? 1 : -1;
    for (qsizetype at = index + step; at >= 0 && at < log.frameCount() && std::abs(at - index) <= maxDistance;
        at += step) {
        const Frame &other = log.frameAt(at);
        if (other.direction != frame.direction && other.source == frame.source && fits(other))
            return paired(frame, other, isRequest);
    }
    return {};
}

QByteArray shownHead(const Frame &frame)
{
    return QByteArray(frame.head).replace("\r\n", "\n");
}

//! Returns a hex dump with sixteen bytes per line: offset, hexadecimal, ASCII.
QByteArray hexadecimal(const QByteArray &bytes)
{
    constexpr qsizetype perLine = 16;
    QByteArray text;
    for (qsizetype at = 0; at < std::min(bytes.size(), maxHexadecimal); at += perLine) {
        const QByteArray part = bytes.sliced(at, std::min(perLine, bytes.size() - at));
        text += QByteArray::number(at, 16).rightJustified(4, '0') + "  "
            + part.toHex(' ').leftJustified(perLine * 3 + 1, ' ');
        for (const char c : part)
            text += c >= 0x20 && c < 0x7F ? c : '.';
        text += '\n';
    }
    if (bytes.size() > maxHexadecimal)
        text += "… " + QByteArray::number(bytes.size() - maxHexadecimal) + " more bytes\n";
    return text;
}

// The event that begins a call of the call protocol, and the largest event that is searched for its id.
constexpr auto requestEvent = "call.requested"_L1;
constexpr qsizetype largestRequest = qsizetype{1} << 20;

Json requestIdIn(const QByteArray &frame)
{
    if (frame.size() > largestRequest)
        return {};
    const Result<Json> event = parseJson(frame);
    if (!event)
        return {};
    const Json inPayload = event->member("payload"_L1).member("requestId"_L1);
    return inPayload.isString() ? inPayload : event->member("id"_L1);
}

} // namespace

std::optional<FramePair> pairOf(const ExchangeLog &log, qsizetype index)
{
    const Frame frame = log.frameAt(index);
    if (frame.sequence == 0 || frame.bytes.size() > maxRead)
        return {};
    if (const Message message = messageIn(frame); !message.id.isAbsent()) {
        qint64 read = 0;
        const auto fits = [&](const Frame &other) {
            if (other.exchangeId != frame.exchangeId || read + other.bytes.size() > maxRead)
                return false;
            read += other.bytes.size();
            const Message found = messageIn(other);
            return found.isRequest != message.isRequest && found.id == message.id;
        };
        if (const std::optional<FramePair> found = nearest(log, index, message.isRequest, fits))
            return found;
    }
    if (frame.head.isEmpty()) // not HTTP
        return {};
    return nearest(log, index, frame.direction == Direction::Sent,
        [&](const Frame &other) { return other.channel == frame.channel && !other.head.isEmpty(); });
}

FrameCoding codingOf(const Frame &frame)
{
    FrameCoding coding;
    bool isStatusLine = true;
    for (QByteArray line : frame.head.split('\n')) {
        line = line.trimmed();
        if (std::exchange(isStatusLine, line.isEmpty())) { // the head of an informational response ended
            const QByteArrayList words = line.split(' ');
            const QByteArray &word = frame.direction == Direction::Sent ? words.last() : words.first();
            if (word == "HTTP/2" || word == "HTTP/3")
                coding.version = QString::fromLatin1(word);
        }
        const qsizetype colon = line.indexOf(':');
        const QByteArray name = line.first(std::max<qsizetype>(colon, 0)).toLower();
        const QByteArray value = line.sliced(colon + 1).trimmed();
        if (name == "content-encoding" && value.compare("identity", Qt::CaseInsensitive) != 0)
            coding.content = visibleText(QString::fromLatin1(value), false, 40);
        coding.isEventStream |= name == "content-type" && value.toLower().startsWith("text/event-stream");
        coding.isChunked |= name == "transfer-encoding" && value.toLower().contains("chunked");
    }
    return coding;
}

QByteArrayList headersNamed(const QByteArray &head, QByteArrayView name)
{
    QByteArrayList values;
    for (const QByteArray &line : head.split('\n')) {
        const qsizetype colon = line.indexOf(':');
        if (colon > 0 && line.first(colon).trimmed().compare(name, Qt::CaseInsensitive) == 0)
            values.append(line.sliced(colon + 1).trimmed());
    }
    return values;
}

QByteArray decodedFrame(const Frame &frame)
{
    return shownHead(frame) + frame.bytes;
}

QByteArray rawFrame(const Frame &frame)
{
    const QByteArray &body = frame.raw.isEmpty() ? frame.bytes : frame.raw;
    const bool isCompressed = !frame.raw.isEmpty() && !codingOf(frame).content.isEmpty();
    return shownHead(frame) + (isCompressed || !body.isValidUtf8() ? hexadecimal(body) : body);
}

QByteArray prettyFrame(const Frame &frame)
{
    const QByteArray start = frame.bytes.left(16).trimmed();
    if (!start.startsWith('{') && !start.startsWith('['))
        return decodedFrame(frame);
    const Result<Json> json = parseJson(frame.bytes);
    return json ? QByteArray(shownHead(frame) + json->toBytes(Json::Layout::Indented)) : decodedFrame(frame);
}

Json wireFacts(const ExchangeLog &log, const QString &exchangeId)
{
    if (exchangeId.isEmpty())
        return {};
    for (qsizetype index = log.frameCount() - 1; index >= 0; --index) {
        const Frame &frame = log.frameAt(index);
        if (frame.direction != Direction::Sent || frame.exchangeId != exchangeId
            || frame.label != requestEvent)
            continue;
        const Json requestId = requestIdIn(frame.bytes);
        return requestId.isString() ? Json::object({{u"requestId"_s, requestId}}) : Json();
    }
    return {};
}

} // namespace Workbench
