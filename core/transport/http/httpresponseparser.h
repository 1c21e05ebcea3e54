// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/transport/http/httpclient.h"

#include <QByteArrayList>

namespace Workbench {

//! What a piece of an HTTP/1.1 answer held.
struct HttpParsed {
    std::optional<HttpResponseHead> head;
    QByteArrayList body; //!< the chunked framing is gone, a content coding is not
    bool isComplete = false;
};

//! One HTTP/1.x answer, fed in pieces of any size. Whatever leaves a doubt where the answer ends is
//! ErrorKind::Protocol; the parser is dead afterwards. \source RFC 9112; reliability.md
class HttpResponseParser {
public:
    //! \a mayUpgrade: a 101 is an answer that was asked for; what follows it is no HTTP and not for here.
    HttpResponseParser(const Limits &limits, bool answersHead, bool mayUpgrade = false);

    Result<HttpParsed> feed(QByteArrayView bytes);
    //! The peer closed the connection (\a isReset: without an orderly end). Complete only when that is how
    //! this body ends.
    Result<HttpParsed> finish(bool isReset);
    bool hasHead() const { return m_step != Step::Head; }
    //! Whether the connection may carry another answer after this one, which is complete.
    bool mayBeKept() const { return m_mayBeKept && m_step == Step::Complete; }
    bool isEventStream() const { return m_isEventStream; }

private:
    enum class Step : quint8 {
        Head,
        Length,
        UntilClose,
        ChunkSize,
        ChunkData,
        ChunkEnd,
        Trailer,
        Complete,
        Dead
    };

    Result<void> takeHeadLine(QByteArray line, HttpParsed &out);
    Result<void> takeStatusLine(const QByteArray &line);
    Result<void> takeHeader(const QByteArray &line);
    Result<void> finishHead(HttpParsed &out);
    Result<void> chooseFraming();
    Result<void> takeChunkSize(QByteArrayView line);
    Result<qsizetype> takeBody(QByteArrayView bytes, HttpParsed &out);
    //! The next line from m_line and \a bytes, its end kept; empty: not complete yet.
    Result<QByteArray> takeLine(QByteArrayView &bytes);

    Limits m_limits;
    bool m_answersHead;
    bool m_mayUpgrade;
    Step m_step = Step::Head;
    HttpResponseHead m_head;
    QByteArray m_line;
    qint64 m_headBytes = 0;
    qint64 m_headLines = 0;
    qint64 m_left = 0; //!< of the body, or of the chunk
    qint64 m_wireBytes = 0;
    bool m_hasStatus = false;
    bool m_isVersion10 = false;
    bool m_isEventStream = false;
    bool m_mayBeKept = false;
};

} // namespace Workbench
