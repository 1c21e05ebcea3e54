// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/serving/mock/httpserver.h"

#include <optional>

namespace Workbench {

//! The reason why a request cannot be served. The connection is closed after it.
struct RequestFault {
    int status = 400;
    QString sentence;
};

//! Reads one HTTP/1.1 request in pieces of any size. A request whose end is ambiguous is a fault: a length
//! and a transfer coding, two different lengths, folded lines, a bare line feed.
//! \source RFC 9112 sections 2.2, 6.3; core/RULES.md R-121
class HttpRequestReader {
public:
    explicit HttpRequestReader(qint64 maxBody);

    //! Removes the bytes of the request from the front of \a bytes.
    std::optional<RequestFault> feed(QByteArray &bytes);
    bool hasBegun() const { return m_step != Step::Start || !m_line.isEmpty(); }
    bool hasHead() const { return m_step > Step::Header; }
    bool isComplete() const { return m_step == Step::Complete; }
    //! Returns whether the client waits for "100 Continue" before it sends the body.
    bool expectsContinue() const { return m_expectsContinue; }
    bool mayBeKept() const { return m_mayBeKept; }
    ServedRequest &request() { return m_request; }

private:
    enum class Step : quint8 { Start, Header, Length, ChunkSize, ChunkData, ChunkEnd, Trailer, Complete };
    std::optional<RequestFault> takeLine(const QByteArray &line);
    std::optional<RequestFault> takeRequestLine(const QByteArray &line);
    std::optional<RequestFault> takeHeader(const QByteArray &line);
    std::optional<RequestFault> endHead();
    std::optional<RequestFault> takeChunkSize(const QByteArray &line);
    RequestFault tooLarge() const;

    qint64 m_maxBody;
    Step m_step = Step::Start;
    QByteArray m_line;
    qsizetype m_headBytes = 0;
    qint64 m_left = 0;
    bool m_isVersion10 = false;
    bool m_expectsContinue = false;
    bool m_mayBeKept = true;
    ServedRequest m_request;
};

} // namespace Workbench
