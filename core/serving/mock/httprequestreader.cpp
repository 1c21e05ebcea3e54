// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/serving/mock/httprequestreader.h"

#include "core/transport/http/httptext.h"

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype largestHead = qsizetype{64} << 10;
constexpr qsizetype largestTarget = qsizetype{16} << 10;
constexpr qsizetype mostHeaders = 200;
constexpr qsizetype longestMethod = 32;

RequestFault badRequest(const QString &sentence)
{
    return {400, sentence};
}

bool isField(QByteArrayView line)
{
    const qsizetype colon = line.indexOf(':');
    return colon > 0 && isToken(line.first(colon)) && isHeaderValue(line.sliced(colon + 1));
}

} // namespace

HttpRequestReader::HttpRequestReader(qint64 maxBody)
    : m_maxBody(maxBody)
{
}

RequestFault HttpRequestReader::tooLarge() const
{
    return {413,
        u"The body is larger than %1 (mock.bodyBytes)."_s.arg(
            limitText(*findLimit(u"mock.bodyBytes"), m_maxBody))};
}

std::optional<RequestFault> HttpRequestReader::feed(QByteArray &bytes)
{
    qsizetype at = 0;
    while (m_step != Step::Complete && at < bytes.size()) {
        if (m_step == Step::Length || m_step == Step::ChunkData) {
            const qsizetype size = std::min<qint64>(m_left, bytes.size() - at);
            m_request.body.append(QByteArrayView(bytes).sliced(at, size));
            at += size;
            m_left -= size;
            if (m_left == 0)
                m_step = m_step == Step::Length ? Step::Complete : Step::ChunkEnd;
            continue;
        }
        const qsizetype end = bytes.indexOf('\n', at);
        const qsizetype size = (end < 0 ? bytes.size() : end + 1) - at;
        m_headBytes += size;
        if (m_headBytes > largestHead)
            return RequestFault{431, u"The header is larger than 64 KiB."_s};
        m_line.append(QByteArrayView(bytes).sliced(at, size));
        at += size;
        if (end < 0)
            break;
        if (!m_line.endsWith("\r\n"))
            return badRequest(u"A line does not end with CR LF."_s);
        QByteArray line = std::exchange(m_line, {});
        line.chop(2);
        if (auto fault = takeLine(line))
            return fault;
    }
    bytes.remove(0, at);
    return {};
}

std::optional<RequestFault> HttpRequestReader::takeLine(const QByteArray &line)
{
    switch (m_step) {
    case Step::Start:
        if (line.isEmpty()) // RFC 9112 section 2.2
            return {};
        return takeRequestLine(line);
    case Step::Header: return line.isEmpty() ? endHead() : takeHeader(line);
    case Step::ChunkSize: return takeChunkSize(line);
    case Step::ChunkEnd:
        if (!line.isEmpty())
            return badRequest(u"A chunk is longer than its size."_s);
        m_step = Step::ChunkSize;
        return {};
    case Step::Trailer:
        if (!line.isEmpty())
            return isField(line) ? std::nullopt : std::optional(badRequest(u"A trailer is malformed."_s));
        m_step = Step::Complete;
        return {};
    case Step::Length:
    case Step::ChunkData:
    case Step::Complete: break;
    }
    return {};
}

std::optional<RequestFault> HttpRequestReader::takeRequestLine(const QByteArray &line)
{
    const QByteArrayList parts = line.split(' ');
    if (parts.size() != 3 || !isToken(parts.at(0)) || parts.at(0).size() > longestMethod)
        return badRequest(u"This is not an HTTP request."_s);
    if (parts.at(2) != "HTTP/1.1" && parts.at(2) != "HTTP/1.0")
        return RequestFault{505, u"This server supports only HTTP/1.1 and HTTP/1.0."_s};
    m_isVersion10 = parts.at(2).endsWith('0');
    m_mayBeKept = !m_isVersion10;
    m_request.method = parts.at(0);
    QByteArray target = parts.at(1);
    if (target.size() > largestTarget)
        return RequestFault{414, u"The target is longer than 16 KiB."_s};
    const bool isPrintable = std::ranges::all_of(target, [](char c) { return c > 0x20 && c < 0x7f; });
    const bool isAbsolute = target.toLower().startsWith("http://");
    if (isAbsolute) { // in the form for a proxy; its host counts like Host
        const qsizetype slash = target.indexOf('/', 7);
        m_request.headers.append({"Host", slash < 0 ? target.sliced(7) : target.sliced(7, slash - 7)});
        target = slash < 0 ? QByteArray("/") : target.sliced(slash);
    }
    if (!isPrintable || (!target.startsWith('/') && target != "*"))
        return badRequest(u"The target is not a path."_s);
    m_request.target = target;
    m_step = Step::Header;
    return {};
}

std::optional<RequestFault> HttpRequestReader::takeHeader(const QByteArray &line)
{
    if (!isField(line))
        return badRequest(u"A header is malformed or contains control characters."_s);
    if (m_request.headers.size() >= mostHeaders)
        return RequestFault{431, u"There are more than 200 headers."_s};
    const qsizetype colon = line.indexOf(':');
    m_request.headers.append({line.first(colon), line.sliced(colon + 1).trimmed()});
    return {};
}

std::optional<RequestFault> HttpRequestReader::endHead()
{
    QByteArrayList lengths;
    QByteArrayList hosts;
    bool isCoded = false;
    for (const auto &[name, value] : std::as_const(m_request.headers)) {
        if (isSameName(name, "content-length"))
            lengths.append(value);
        if (isSameName(name, "host"))
            hosts.append(value);
        isCoded = isCoded || isSameName(name, "transfer-encoding"); // an empty one is ambiguous too
    }
    const bool isOneHost = std::ranges::all_of(
        hosts, [&hosts](const QByteArray &host) { return isSameName(host, hosts.constFirst()); });
    if ((hosts.isEmpty() && !m_isVersion10) || !isOneHost)
        return badRequest(u"The request needs exactly one Host."_s);
    const QByteArray coding = m_request.header("transfer-encoding").toLower();
    const QByteArray connection = m_request.header("connection").toLower();
    if (connection.contains("close"))
        m_mayBeKept = false;
    if (isCoded) {
        if (coding != "chunked" || !lengths.isEmpty() || m_isVersion10)
            return badRequest(u"The end of the body is ambiguous."_s);
        m_step = Step::ChunkSize;
    } else if (lengths.isEmpty()) {
        m_step = Step::Complete;
        return {};
    } else {
        const std::optional<qint64> length = lengthFrom(lengths.constFirst());
        const bool isOne = std::ranges::all_of(
            lengths, [&lengths](const QByteArray &text) { return text == lengths.constFirst(); });
        if (!length || !isOne)
            return badRequest(u"Content-Length is not a valid length."_s);
        if (*length > m_maxBody)
            return tooLarge();
        m_left = *length;
        m_step = m_left == 0 ? Step::Complete : Step::Length;
    }
    m_expectsContinue = !isComplete() && isSameName(m_request.header("expect"), "100-continue");
    return {};
}

std::optional<RequestFault> HttpRequestReader::takeChunkSize(const QByteArray &line)
{
    const QByteArray digits = line.first(std::max<qsizetype>(line.indexOf(';'), 0));
    const QByteArray size = (line.contains(';') ? digits : line).trimmed();
    if (size.isEmpty() || size.size() > 12 || !std::ranges::all_of(size, isHexDigit) || !isHeaderValue(line))
        return badRequest(u"A chunk has no valid size."_s);
    m_left = size.toLongLong(nullptr, 16);
    if (m_left > m_maxBody - m_request.body.size())
        return tooLarge();
    m_headBytes -= line.size() + 4; // lines of chunks do not count as the head
    m_step = m_left == 0 ? Step::Trailer : Step::ChunkData;
    return {};
}

} // namespace Workbench
