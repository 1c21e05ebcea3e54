// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/transport/http/httpclient.h"

namespace Workbench {

//! Reads the lines of a response's head as libcurl delivers them. Refuses heads that libcurl accepts although
//! the end of the response is ambiguous. Counts size and number of all lines, also of informational responses
//! and trailers. Error messages are predicates without a subject; the reader must not be used after an error.
//! \source RFC 9112 section 6.3; core/RULES.md
class ResponseHeadReader {
public:
    //! \a answersHead says that the method of the request is HEAD, so that a length announces no body. If
    //! \a mayBeHttp2 is false, only HTTP/1 is accepted, otherwise also HTTP/2 and later.
    ResponseHeadReader(const Limits &limits, bool answersHead, bool mayBeHttp2);

    //! Reads one line with its line end. ErrorKind::Protocol or ErrorKind::Limit if the head is refused.
    Result<void> take(QByteArrayView line);
    //! Returns whether any line was read.
    bool hasBegun() const { return m_lines > 0; }
    //! Returns whether the head of the final response is complete.
    bool isComplete() const { return m_isComplete; }
    //! Returns whether the head is complete and was not refused.
    bool isValid() const { return m_isValid; }
    //! Returns the head, which is whole once isComplete() is true.
    const HttpResponseHead &head() const { return m_head; }
    //! Returns the announced length of the body in bytes, or nothing if none is announced or no body follows.
    std::optional<qint64> length() const { return m_length; }
    //! Returns whether the body is an event stream, whose length is unbounded.
    bool isEventStream() const { return m_isEventStream; }
    //! Returns all lines that were read, until the head is valid.
    const QByteArray &raw() const { return m_raw; }

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
    bool m_isValid = false;
    bool m_isEventStream = false;
    std::optional<qint64> m_length;
};

//! Returns the error for an answer that is not HTTP. Its message shows the first of \a bytes, with which the
//! answer begins; empty: they are not known.
Error notHttp(QByteArrayView bytes);

} // namespace Workbench
