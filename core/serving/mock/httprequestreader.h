// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/serving/mock/httpserver.h"

#include <optional>

namespace Workbench {

//! Why a request cannot be served; the connection ends with it.
struct RequestFault {
    int status = 400;
    QString sentence;
};

//! One HTTP/1.1 request, fed in pieces of any size. Whatever leaves a doubt where the request ends is a
//! fault: both lengths, two that differ, folded lines, a bare line feed. \source RFC 9112 sections 2.2, 6.3;
//! core/RULES.md R-121
class HttpRequestReader {
public:
    explicit HttpRequestReader(qint64 maxBody);

    //! Takes what belongs to the request from the front of \a bytes.
    std::optional<RequestFault> feed(QByteArray &bytes);
    bool hasBegun() const { return m_step != Step::Start || !m_line.isEmpty(); }
    bool hasHead() const { return m_step > Step::Header; }
    bool isComplete() const { return m_step == Step::Complete; }
    //! The client waits for a word before it sends the body.
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
