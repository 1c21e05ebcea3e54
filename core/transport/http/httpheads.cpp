// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/http/httpheads.h"

#include "core/base/visibletext.h"
#include "core/transport/http/httpproxy.h"

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

std::unexpected<Error> malformed(const QString &what)
{
    return std::unexpected(Error{ErrorKind::Protocol, u"http.malformed"_s, what, {}, {}});
}

std::unexpected<Error> aboveLimit(QStringView key, const QString &what, qint64 limit)
{
    return std::unexpected(limitError(*findLimit(key), what, limit));
}

//! Quotes the start of \a bytes without the line ends and blanks behind it.
QString shortQuote(QByteArrayView bytes)
{
    QByteArrayView shown = bytes.first(std::min<qsizetype>(bytes.size(), 80));
    if (const QByteArrayView text = shown.trimmed(); !text.isEmpty())
        shown = shown.first(text.end() - shown.begin());
    return u'"' + visibleText(QString::fromLatin1(shown)) + u'"';
}

} // namespace

bool isHeaderLine(QByteArrayView line)
{
    const qsizetype colon = line.indexOf(':');
    return colon > 0 && isToken(line.first(colon)) && isHeaderValue(line.sliced(colon + 1));
}

std::optional<RequestHead> RequestHead::startFrom(const QByteArray &line)
{
    constexpr qsizetype longestMethod = 32;
    const QByteArrayList words = line.split(' ');
    if (words.size() != 3 || !isToken(words.at(0)) || words.at(0).size() > longestMethod)
        return std::nullopt;
    return RequestHead{.method = words.at(0), .target = words.at(1), .version = words.at(2)};
}

bool RequestHead::addHeader(const QByteArray &line)
{
    if (!isHeaderLine(line))
        return false;
    const qsizetype colon = line.indexOf(':');
    headers.append({line.first(colon), line.sliced(colon + 1).trimmed()});
    return true;
}

QByteArray RequestHead::path() const
{
    const qsizetype mark = target.indexOf('?');
    return mark < 0 ? target : target.first(mark);
}

QByteArray RequestHead::bearerToken() const
{
    const QByteArray credential = header("authorization");
    const bool isBearer = credential.size() > 7 && isSameName(credential.first(7), "bearer ");
    return isBearer ? credential.sliced(7).trimmed() : QByteArray();
}

std::optional<RequestHead> requestHeadFrom(const QByteArray &head)
{
    std::optional<RequestHead> request;
    qsizetype at = 0;
    for (qsizetype end = 0; (end = head.indexOf("\r\n", at)) >= 0; at = end + 2) {
        const QByteArray line = head.sliced(at, end - at);
        if (request && line.isEmpty())
            return request;
        const bool isFirst = !request;
        if (isFirst)
            request = RequestHead::startFrom(line);
        if (!request || (!isFirst && !request->addHeader(line)))
            return std::nullopt;
    }
    return std::nullopt;
}

bool ServedNames::knowsHost(const QByteArray &host) const
{
    const QString name = QUrl(u"http://"_s + QString::fromLatin1(host), QUrl::StrictMode).host();
    return !name.isEmpty() && (!isLocal || isLoopbackHost(name));
}

bool ServedNames::knowsOrigin(const QByteArray &origin) const
{
    const QUrl page(QString::fromLatin1(origin), QUrl::StrictMode);
    const bool isOwn = isLoopbackHost(page.host()) && page.port(isEncrypted ? 443 : 80) == port;
    return origin.isEmpty() || isOwn || origins.contains(origin);
}

Error notHttp(QByteArrayView bytes)
{
    const QString quote = bytes.isEmpty() ? QString() : QString(u"; it begins with "_s + shortQuote(bytes));
    return {ErrorKind::Protocol, u"http.notHttp"_s,
        QString(u"sent something that is not a valid HTTP answer"_s + quote), {}, {}};
}

Result<void> ResponseHeadReader::take(QByteArrayView line)
{
    m_bytes += line.size();
    if (m_bytes > m_limits.httpHeaderBytes)
        return aboveLimit(
            u"http.headerBytes", u"sent headers larger than the limit"_s, m_limits.httpHeaderBytes);
    if (++m_lines > m_limits.httpHeaderCount)
        return aboveLimit(
            u"http.headerCount", u"sent more headers than the limit"_s, m_limits.httpHeaderCount);
    if (m_isComplete)
        return {}; // a trailer
    m_raw += line;
    QByteArray text = line.toByteArray();
    if (text.endsWith('\n'))
        text.chop(text.endsWith("\r\n") ? 2 : 1);
    if (!m_hasStatus)
        return takeStatusLine(text);
    return text.isEmpty() ? finish() : takeHeader(text);
}

Result<void> ResponseHeadReader::takeStatusLine(const QByteArray &line)
{
    const qsizetype blank = line.indexOf(' ');
    const bool hasDigits = line.startsWith(m_mayBeHttp2 ? "HTTP/" : "HTTP/1.") && blank > 5
        && line.size() >= blank + 4
        && std::all_of(line.begin() + blank + 1, line.begin() + blank + 4, isAsciiDigit)
        && (line.size() == blank + 4 || line[blank + 4] == ' ');
    const int status = hasDigits ? line.sliced(blank + 1, 3).toInt() : 0;
    if (status < 100)
        return std::unexpected(notHttp(m_raw));
    m_isVersion10 = line.startsWith("HTTP/1.0 ");
    m_head.status = status;
    m_head.reason = line.sliced(std::min<qsizetype>(blank + 5, line.size()));
    m_hasStatus = true;
    return {};
}

Result<void> ResponseHeadReader::takeHeader(const QByteArray &line)
{
    if (line.startsWith(' ')
        || line.startsWith('\t')) { // a folded line is kept unchanged: shown, but not used
        if (m_head.headers.isEmpty())
            return malformed(u"sent a head that begins with a folded line"_s);
        m_head.headers.last().second += "\r\n" + line;
        return {};
    }
    const qsizetype colon = line.indexOf(':');
    if (colon < 1 || !isToken(line.first(colon)))
        return malformed(u"sent an invalid header line: "_s
            + shortQuote(colon < 0 ? line : line.first(colon + 1))); // the value may be a secret
    m_head.headers.append({line.first(colon), line.sliced(colon + 1).trimmed()});
    return {};
}

Result<void> ResponseHeadReader::finish()
{
    if (m_head.status == 101)
        return malformed(u"switched to another protocol without a request for it (101)"_s);
    if (m_head.status < 200) {
        m_head = {}; // the count of lines stays, so that endless informational responses end
        m_hasStatus = false;
        return {};
    }
    m_isComplete = true;
    m_isEventStream = m_head.mediaType() == "text/event-stream";
    if (const Result<void> judged = judgeLength(); !judged)
        return judged;
    m_isValid = true;
    m_head.raw = std::move(m_raw);
    return {};
}

Result<void> ResponseHeadReader::judgeLength()
{
    const QByteArray coding = m_head.header("transfer-encoding");
    const QByteArray lengths = m_head.header("content-length");
    std::optional<qint64> length;
    if (hasHeader(m_head.headers, "content-length")) {
        for (const QByteArray &text : lengths.split(',')) {
            const std::optional<qint64> one = lengthFrom(text.trimmed());
            if (!one)
                return malformed(u"sent an invalid Content-Length: "_s + shortQuote(lengths));
            if (length && *length != *one)
                return malformed(
                    u"sent Content-Length values that contradict each other: "_s + shortQuote(lengths));
            length = one;
        }
    }
    if (!coding.isEmpty() && length)
        return malformed(u"sent both Transfer-Encoding and Content-Length"_s);
    if (!coding.isEmpty() && (m_isVersion10 || coding.compare("chunked", Qt::CaseInsensitive) != 0))
        return malformed(u"used a Transfer-Encoding that cannot be read: "_s + shortQuote(coding));
    const bool hasNoBody = m_answersHead || m_head.status == 204 || m_head.status == 304;
    if (hasNoBody || !length)
        return {};
    if (!m_isEventStream && *length > m_limits.httpWireBytes)
        return aboveLimit(
            u"http.wireBytes", u"announced a body of %1 bytes"_s.arg(*length), m_limits.httpWireBytes);
    m_length = length;
    return {};
}

} // namespace Workbench
