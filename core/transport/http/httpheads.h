// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/transport/http/httpclient.h"

#include <QByteArrayList>

namespace Workbench {

//! The head of a request that a server of this program received.
struct RequestHead {
    QByteArray method;
    QByteArray target; //!< path and query as the client wrote them: "/pets?limit=2"
    HttpHeaders headers{}; //!< with their names as the client wrote them
    QByteArray version{}; //!< "HTTP/1.1"

    //! Reads \a line, the first of a head, without its line end. Returns nothing if it is not a method, a
    //! target and a version. Target and version are not checked.
    static std::optional<RequestHead> startFrom(const QByteArray &line);
    //! Adds the header in \a line, which has no line end. Returns false if it is malformed, for example
    //! folded.
    bool addHeader(const QByteArray &line);

    QByteArray path() const;
    //! Returns the value of a header, ignoring case. Repeated headers are joined with ", ".
    QByteArray header(QByteArrayView name) const { return joinedValue(headers, name); }
    //! Returns the token of "Authorization: Bearer …"; empty if there is none.
    QByteArray bearerToken() const;
};

//! Reads \a head, which ends with the empty line. Returns nothing if a line is malformed or does not end with
//! CR LF. \source RFC 9112 section 2.2
std::optional<RequestHead> requestHeadFrom(const QByteArray &head);

//! Returns whether \a line is a header or a trailer: a name, a colon and a value.
bool isHeaderLine(QByteArrayView line);

//! How clients may name a server of this program in Host, and the web pages that may use it. They protect the
//! server against other pages that found its port, and against names that were made to resolve to this
//! computer. \source core/RULES.md R-120
struct ServedNames {
    bool isLocal = true; //!< the server listens on loopback only
    bool isEncrypted = false;
    quint16 port = 0;
    QByteArrayList origins{}; //!< origins of other web pages that may use it: "https://example.org"

    //! Returns whether \a host, the value of the Host header, names the server: this computer, or anything if
    //! the server does not listen on loopback only.
    bool knowsHost(const QByteArray &host) const;
    //! Returns whether pages of \a origin, the value of the Origin header, may use the server. An empty value
    //! is allowed, because the client is not a web page then.
    bool knowsOrigin(const QByteArray &origin) const;
};

//! Reads the lines of a response's head as libcurl delivers them. Refuses heads that libcurl accepts although
//! the end of the response is ambiguous. Counts size and number of all lines, also of informational responses
//! and trailers. Error messages are predicates without a subject; the reader must not be used after an error.
//! \source RFC 9112 section 6.3; core/RULES.md
class ResponseHeadReader {
public:
    //! \a answersHead says that the method of the request is HEAD, so that a length announces no body. If
    //! \a mayBeHttp2 is false, only HTTP/1 is accepted, otherwise also HTTP/2 and later.
    ResponseHeadReader(const Limits &limits, bool answersHead, bool mayBeHttp2)
        : m_limits(limits)
        , m_answersHead(answersHead)
        , m_mayBeHttp2(mayBeHttp2)
    {
    }

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
