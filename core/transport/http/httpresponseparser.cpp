// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/http/httpresponseparser.h"

#include "core/base/visibletext.h"
#include "core/transport/http/httptext.h"

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype chunkLineBytes = 4096; // a size and its extensions
constexpr qsizetype sizeDigits = 15; // more would not fit; nobody sends so much

std::unexpected<Error> broken(const QString &what)
{
    return std::unexpected(Error{ErrorKind::Protocol, u"http.malformed"_s, what, {}, {}});
}

std::unexpected<Error> exceeded(QStringView key, const QString &what, qint64 limit)
{
    return std::unexpected(limitError(*findLimit(key), what, limit));
}

QString quoted(QByteArrayView bytes)
{
    return u'"'
        + visibleText(QString::fromLatin1(bytes.first(std::min<qsizetype>(bytes.size(), 80)).trimmed()))
        + u'"';
}

std::optional<qint64> decimal(QByteArrayView digits)
{
    if (digits.isEmpty() || digits.size() > sizeDigits || !std::ranges::all_of(digits, isAsciiDigit))
        return std::nullopt;
    return digits.toLongLong();
}

} // namespace

HttpResponseParser::HttpResponseParser(const Limits &limits, bool answersHead, bool mayUpgrade)
    : m_limits(limits)
    , m_answersHead(answersHead)
    , m_mayUpgrade(mayUpgrade)
{
}

Result<HttpParsed> HttpResponseParser::feed(QByteArrayView bytes)
{
    HttpParsed out;
    while (!bytes.isEmpty() && m_step != Step::Dead) {
        Result<void> taken;
        switch (m_step) {
        case Step::Length:
        case Step::UntilClose:
        case Step::ChunkData: {
            const Result<qsizetype> used = takeBody(bytes, out);
            if (used)
                bytes = bytes.sliced(*used);
            else
                taken = std::unexpected(used.error());
            break;
        }
        case Step::Complete:
            // One stray line end is an old habit of some servers; anything else means that the length was
            // wrong.
            if (!bytes.trimmed().isEmpty())
                taken = broken(u"sent more bytes than its answer's length says"_s);
            m_mayBeKept = false;
            bytes = {};
            break;
        case Step::Dead: break;
        case Step::Head:
        case Step::ChunkSize:
        case Step::ChunkEnd:
        case Step::Trailer: {
            Result<QByteArray> line = takeLine(bytes);
            if (!line)
                taken = std::unexpected(line.error());
            else if (line->isEmpty())
                continue; // all was taken, the rest of the line is still to come
            else if (m_step == Step::Head)
                taken = takeHeadLine(*std::move(line), out);
            else if (m_step == Step::ChunkSize)
                taken = takeChunkSize(*line);
            else if (m_step == Step::ChunkEnd && *line == "\r\n")
                m_step = Step::ChunkSize;
            else if (m_step == Step::ChunkEnd)
                taken = broken(u"sent a chunk that is longer than its size says"_s);
            else if (*line == "\r\n" || *line == "\n")
                m_step = Step::Complete;
            break;
        }
        }
        if (!taken) {
            m_step = Step::Dead;
            return std::unexpected(std::move(taken).error());
        }
    }
    out.isComplete = m_step == Step::Complete;
    return out;
}

Result<HttpParsed> HttpResponseParser::finish(bool isReset)
{
    HttpParsed out;
    const Step step = std::exchange(m_step, Step::Dead);
    const bool isWhole = step == Step::Complete || (step == Step::UntilClose && !isReset);
    if (isWhole) {
        out.isComplete = true;
        return out;
    }
    const QString how = isReset ? u"reset the connection "_s : u"closed the connection "_s;
    if (step == Step::Head && !m_hasStatus && m_line.isEmpty())
        return std::unexpected(
            Error{ErrorKind::Network, u"http.noAnswer"_s, QString(how + u"without an answer"_s), {}, {}});
    // A lost connection is no fault of the peer's HTTP. \source reliability.md R-141
    const auto cut = [](const QString &what) {
        return std::unexpected(Error{ErrorKind::Network, u"http.cut"_s, what, {}, {}});
    };
    if (step == Step::Head)
        return cut(how + u"in the middle of the answer's head"_s);
    return cut(how + u"before the answer was complete"_s
        + (step == Step::Length ? u" (%1 bytes are missing)"_s.arg(m_left) : QString()));
}

Result<QByteArray> HttpResponseParser::takeLine(QByteArrayView &bytes)
{
    const qsizetype feed = bytes.indexOf('\n');
    const QByteArrayView piece = feed < 0 ? bytes : bytes.first(feed + 1);
    const bool isHead = m_step == Step::Head || m_step == Step::Trailer;
    if (isHead) {
        m_headBytes += piece.size();
        if (m_headBytes > m_limits.httpHeaderBytes)
            return exceeded(
                u"http.headerBytes", u"sent headers larger than the limit"_s, m_limits.httpHeaderBytes);
    } else if (m_line.size() + piece.size() > chunkLineBytes) {
        return broken(u"sent a chunk size that does not end"_s);
    }
    m_line.append(piece);
    bytes = bytes.sliced(piece.size());
    if (feed < 0)
        return QByteArray();
    if (isHead && ++m_headLines > m_limits.httpHeaderCount)
        return exceeded(u"http.headerCount", u"sent more headers than the limit"_s, m_limits.httpHeaderCount);
    return std::exchange(m_line, {});
}

Result<void> HttpResponseParser::takeHeadLine(QByteArray line, HttpParsed &out)
{
    line.chop(line.endsWith("\r\n") ? 2 : 1);
    if (!m_hasStatus)
        return takeStatusLine(line);
    if (!line.isEmpty())
        return takeHeader(line);
    const bool isUpgrade = m_mayUpgrade && m_head.status == 101;
    const bool isInformational = m_head.status < 200 && !isUpgrade;
    if (!isInformational)
        return finishHead(out);
    if (m_head.status == 101)
        return broken(u"switched to a protocol nobody asked for (101)"_s);
    m_head = {}; // its lines stay counted, so that endless informational answers end
    m_hasStatus = false;
    return {};
}

Result<void> HttpResponseParser::takeStatusLine(const QByteArray &line)
{
    const bool isHttp = (line.startsWith("HTTP/1.1 ") || line.startsWith("HTTP/1.0 ")) && line.size() >= 12
        && std::all_of(line.begin() + 9, line.begin() + 12, isAsciiDigit)
        && (line.size() == 12 || line[12] == ' ');
    const int status = isHttp ? line.sliced(9, 3).toInt() : 0;
    if (status < 100)
        return std::unexpected(Error{ErrorKind::Protocol, u"http.notHttp"_s,
            QString(u"did not answer in HTTP/1.1; its answer begins with "_s + quoted(line)), {}, {}});
    m_isVersion10 = line[7] == '0';
    m_head.status = status;
    m_head.reason = line.sliced(std::min<qsizetype>(13, line.size()));
    m_hasStatus = true;
    return {};
}

Result<void> HttpResponseParser::takeHeader(const QByteArray &line)
{
    if (line.startsWith(' ')
        || line.startsWith('\t')) { // folded: kept as it came, so it is shown and never used
        if (m_head.headers.isEmpty())
            return broken(u"sent a head that begins with a folded line"_s);
        m_head.headers.last().second += "\r\n" + line;
        return {};
    }
    const qsizetype colon = line.indexOf(':');
    if (colon < 1 || !std::all_of(line.begin(), line.begin() + colon, isTokenCharacter))
        return broken(u"sent a header line that is none: "_s + quoted(line));
    m_head.headers.append({line.first(colon), line.sliced(colon + 1).trimmed()});
    return {};
}

Result<void> HttpResponseParser::finishHead(HttpParsed &out)
{
    m_isEventStream = m_head.mediaType() == "text/event-stream";
    if (const Result<void> chosen = chooseFraming(); !chosen)
        return chosen;
    const QByteArray connection = m_head.header("connection").toLower();
    m_mayBeKept =
        !m_isVersion10 && m_step != Step::UntilClose && m_head.status != 101 && !connection.contains("close");
    m_line = {};
    out.head = std::move(m_head);
    return {};
}

//! How long the body is. \source RFC 9112 section 6.3, the doubtful cases refused
Result<void> HttpResponseParser::chooseFraming()
{
    const bool hasNoBody =
        m_answersHead || m_head.status == 101 || m_head.status == 204 || m_head.status == 304;
    const QByteArray coding = m_head.header("transfer-encoding");
    const QByteArray lengths = m_head.header("content-length");
    const bool hasLength = std::ranges::any_of(m_head.headers,
        [](const auto &header) { return header.first.compare("content-length", Qt::CaseInsensitive) == 0; });
    std::optional<qint64> length;
    if (hasLength) {
        for (const QByteArray &text : lengths.split(',')) {
            const std::optional<qint64> one = decimal(text.trimmed());
            if (!one)
                return broken(u"sent a Content-Length that is no length: "_s + quoted(lengths));
            if (length && *length != *one)
                return broken(u"sent Content-Length values that contradict each other: "_s + quoted(lengths));
            length = one;
        }
    }
    if (!coding.isEmpty() && length)
        return broken(u"sent both Transfer-Encoding and Content-Length"_s);
    if (!coding.isEmpty() && (m_isVersion10 || coding.compare("chunked", Qt::CaseInsensitive) != 0))
        return broken(u"used a Transfer-Encoding that cannot be read: "_s + quoted(coding));
    if (hasNoBody) {
        m_step = Step::Complete;
    } else if (!coding.isEmpty()) {
        m_step = Step::ChunkSize;
    } else if (length) {
        if (!m_isEventStream && *length > m_limits.httpWireBytes)
            return exceeded(
                u"http.wireBytes", u"announced a body of %1 bytes"_s.arg(*length), m_limits.httpWireBytes);
        m_left = *length;
        m_step = m_left > 0 ? Step::Length : Step::Complete;
    } else {
        m_step = Step::UntilClose;
    }
    return {};
}

Result<void> HttpResponseParser::takeChunkSize(QByteArrayView line)
{
    const qsizetype semicolon = line.indexOf(';');
    const bool endsWell = line.endsWith("\r\n");
    const QByteArrayView digits =
        line.first(semicolon < 0 ? line.size() - (endsWell ? 2 : 1) : semicolon).trimmed();
    bool isNumber = false;
    const qint64 size = digits.toLongLong(&isNumber, 16);
    const bool isPlain =
        !digits.isEmpty() && digits.size() <= sizeDigits && std::ranges::all_of(digits, isHexDigit);
    if (!endsWell || !isNumber || !isPlain)
        return broken(u"sent a chunk size that is none: "_s + quoted(line));
    m_left = size;
    m_step = size == 0 ? Step::Trailer : Step::ChunkData;
    return {};
}

Result<qsizetype> HttpResponseParser::takeBody(QByteArrayView bytes, HttpParsed &out)
{
    const qsizetype size =
        m_step == Step::UntilClose ? bytes.size() : qsizetype(std::min<qint64>(bytes.size(), m_left));
    m_wireBytes += size;
    if (!m_isEventStream && m_wireBytes > m_limits.httpWireBytes)
        return exceeded(u"http.wireBytes", u"sent a body larger than the limit"_s, m_limits.httpWireBytes);
    out.body.append(bytes.first(size).toByteArray());
    if (m_step != Step::UntilClose) {
        m_left -= size;
        if (m_left == 0)
            m_step = m_step == Step::Length ? Step::Complete : Step::ChunkEnd;
    }
    return size;
}

} // namespace Workbench
