// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/transport/http/httpclient.h"

namespace Workbench {

//! Reads the lines of a response's head as libcurl delivers them, and refuses what libcurl accepts although
//! it leaves a doubt where the response ends. Counts size and number of all lines, also of informational
//! responses and trailers. Errors are predicates without a subject; the reader is dead after one. \source
//! RFC 9112 section 6.3; core/RULES.md
class ResponseHeadReader {
public:
    //! \a answersHead: the request's method is HEAD, so that a length announces no body. \a mayBeHttp2: or
    //! later; false accepts HTTP/1 only.
    ResponseHeadReader(const Limits &limits, bool answersHead, bool mayBeHttp2);

    //! Takes one line with its line end.
    Result<void> take(QByteArrayView line);
    //! Whether any line has come.
    bool hasBegun() const { return m_lines > 0; }
    //! Whether the head of the final response has come to its end.
    bool isComplete() const { return m_isComplete; }
    //! The head, whole once isComplete() is true.
    const HttpResponseHead &head() const { return m_head; }
    //! The announced length of the body in bytes, if one is announced and a body follows.
    std::optional<qint64> length() const { return m_length; }
    //! Whether the body is an event stream, whose length is unbounded.
    bool isEventStream() const { return m_isEventStream; }

private:
    Result<void> takeStatusLine(const QByteArray &line);
    Result<void> takeHeader(const QByteArray &line);
    Result<void> finish();
    Result<void> judgeLength();

    Limits m_limits;
    bool m_answersHead;
    bool m_mayBeHttp2;
    HttpResponseHead m_head;
    QByteArray m_raw; //!< all lines so far
    qint64 m_bytes = 0;
    qint64 m_lines = 0;
    bool m_hasStatus = false;
    bool m_isVersion10 = false;
    bool m_isComplete = false;
    bool m_isEventStream = false;
    std::optional<qint64> m_length;
};

//! The error of bytes that are no HTTP at all; it shows how they begin.
Error notHttp(QByteArrayView bytes);

} // namespace Workbench
