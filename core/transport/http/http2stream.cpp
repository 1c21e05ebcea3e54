// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/http/http2stream.h"

#include "core/base/visibletext.h"
#include "core/transport/http/http2session.h"
#include "core/transport/http/httprequestbytes.h"
#include "core/transport/http/httptext.h"

#include <cstring>
#include <limits>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype joinedBytes = qsizetype{16} << 10; // pieces up to here are kept as one
constexpr qint64 fieldCost =
    4; // of a header besides its bytes: what HTTP/1.1 spends on ": " and the line end

Error http2Limit(QStringView key, const QString &what, qint64 limit)
{
    return limitError(*findLimit(key), what, limit);
}

} // namespace

Http2Stream::Http2Stream(std::shared_ptr<Http2Session> session, const HttpRequest &request,
    const Limits &limits, RequestTiming timing)
    : m_session(std::move(session))
    , m_limits(limits)
    , m_answersHead(request.method == "HEAD")
    , m_isSafe(isSafeMethod(request.method))
    , m_body(request.body.value_or(QByteArray()))
    , m_timing(std::move(timing))
{
    m_sinceSent.start();
    m_announcement.setSingleShot(true);
    connect(&m_announcement, &QTimer::timeout, this, &HttpStream::arrived);
}

Http2Stream::~Http2Stream()
{
    m_session->letGo(m_id);
}

bool Http2Stream::isPeerPublic() const
{
    return m_session->isPeerPublic();
}

std::optional<Result<HttpParsed>> Http2Stream::take()
{
    HttpParsed parsed;
    if (std::exchange(m_isHeadWaiting, false)) {
        parsed.head = std::move(m_head);
    } else if (!m_waiting.empty()) {
        parsed.body.append(std::move(m_waiting.front()));
        m_waiting.pop_front();
        m_session->noteTaken(m_id, parsed.body.first().size());
    } else if (m_error) {
        return std::unexpected(*m_error);
    } else if (!m_isComplete) {
        return std::nullopt;
    }
    parsed.isComplete = m_isComplete && m_waiting.empty();
    return parsed;
}

//! From the event loop: the session is in the middle of its bytes, and who listens may delete it.
void Http2Stream::announce()
{
    if (!m_announcement.isActive())
        m_announcement.start(0);
}

qsizetype Http2Stream::readBody(char *to, qsizetype atMost)
{
    const qsizetype size = std::min(atMost, m_body.size() - m_sentBytes);
    std::memcpy(to, m_body.constData() + m_sentBytes, size_t(size));
    m_sentBytes += size;
    return size;
}

void Http2Stream::noteSent()
{
    if (m_timing.firstByteUs < 0)
        m_sinceSent.start();
}

bool Http2Stream::refuse(Error error)
{
    fail(std::move(error), false);
    return false;
}

bool Http2Stream::noteHeader(QByteArrayView name, QByteArrayView value)
{
    if (isOver())
        return false;
    if (m_timing.firstByteUs < 0)
        m_timing.firstByteUs = m_sinceSent.nsecsElapsed() / 1000;
    m_headBytes += name.size() + value.size() + fieldCost;
    if (m_headBytes > m_limits.httpHeaderBytes)
        return refuse(http2Limit(
            u"http.headerBytes", u"sent headers larger than the limit"_s, m_limits.httpHeaderBytes));
    if (++m_headLines > m_limits.httpHeaderCount)
        return refuse(
            http2Limit(u"http.headerCount", u"sent more headers than the limit"_s, m_limits.httpHeaderCount));
    if (m_hasHead)
        return true; // a trailer
    if (name == ":status")
        m_head.status = value.toInt();
    else if (!name.startsWith(':'))
        m_head.headers.append({name.toByteArray(), value.toByteArray()});
    return true;
}

bool Http2Stream::noteBadHeader(QByteArrayView name)
{
    failByRules(u"a header that is none: \"%1\""_s.arg(
        visibleText(QString::fromLatin1(name.first(std::min<qsizetype>(name.size(), 80))))));
    return false;
}

bool Http2Stream::noteHeaders(bool isLast)
{
    if (isOver())
        return false;
    if (!m_hasHead && m_head.status < 200) {
        m_head = {}; // informational; its lines stay counted, so that endless ones end
        return true;
    }
    if (!m_hasHead && !finishHead())
        return false;
    if (isLast)
        noteComplete();
    return true;
}

bool Http2Stream::finishHead()
{
    m_hasHead = true;
    m_isEventStream = m_head.mediaType() == "text/event-stream";
    const QByteArray length = m_head.header("content-length");
    if (!length.isEmpty() && !m_answersHead && m_head.status != 304)
        m_length = length.toLongLong(); // one number, or the session had refused it
    const qint64 announced = m_length.value_or(0);
    if (!m_isEventStream && announced > m_limits.httpWireBytes)
        return refuse(http2Limit(
            u"http.wireBytes", u"announced a body of %1 bytes"_s.arg(announced), m_limits.httpWireBytes));
    m_isHeadWaiting = true;
    announce();
    return true;
}

bool Http2Stream::noteData(QByteArrayView bytes)
{
    if (isOver())
        return false;
    const qint64 room = m_limits.httpWireBytes - m_wireBytes;
    m_wireBytes += bytes.size();
    const bool isTooMuch = !m_isEventStream && bytes.size() > room;
    if (isTooMuch)
        bytes.truncate(qsizetype(room));
    if (!m_waiting.empty() && m_waiting.back().size() + bytes.size() <= joinedBytes)
        m_waiting.back().append(bytes);
    else if (!bytes.isEmpty())
        m_waiting.push_back(bytes.toByteArray());
    announce();
    if (isTooMuch)
        return refuse(
            http2Limit(u"http.wireBytes", u"sent a body larger than the limit"_s, m_limits.httpWireBytes));
    return true;
}

qsizetype Http2Stream::bytesToLength() const
{
    const bool isShort = m_length && m_wireBytes < *m_length;
    return isShort ? qsizetype(*m_length - m_wireBytes) : std::numeric_limits<qsizetype>::max();
}

void Http2Stream::noteComplete()
{
    if (isOver())
        return;
    m_isComplete = true;
    announce();
}

void Http2Stream::fail(Error error, bool mayBeSentAgain)
{
    if (isOver())
        return;
    m_error = std::move(error);
    m_mayBeSentAgain = mayBeSentAgain;
    announce();
}

void Http2Stream::failByPeer(const QString &how, bool mayBeSentAgain)
{
    const auto cut = [&how](const QString &code, const QString &what) {
        return Error{ErrorKind::Network, code, QString(how + what), {}, {}};
    };
    if (m_hasHead && m_length)
        fail(cut(u"http.cut"_s,
                 u" before the answer was complete (%1 bytes are missing)"_s.arg(*m_length - m_wireBytes)),
            false);
    else if (m_hasHead)
        fail(cut(u"http.cut"_s, u" before the answer was complete"_s), false);
    else
        fail(cut(u"http.noAnswer"_s, u" without an answer"_s),
            mayBeSentAgain || (m_isSafe && m_session->isReused() && m_headLines == 0));
}

void Http2Stream::failByRules(const QString &what)
{
    const QString found = !what.isEmpty() ? what
        : m_length ? u"a body of another length than its Content-Length says (%1)"_s.arg(*m_length)
                   : u"an answer that HTTP/2 does not allow"_s;
    fail({ErrorKind::Protocol, u"http.malformed"_s, QString(u"sent " + found), {}, {}}, false);
}

} // namespace Workbench
