// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/exchange/exchangelog.h"

namespace Workbench {

//! A request on the wire and the frame that answers it, identified by their sequences in the log.
struct FramePair {
    quint64 request = 0;
    quint64 response = 0;
    qint64 latencyMs = 0;
};

//! Returns the pair that the frame at \a index of \a log belongs to. Messages of JSON-RPC are matched by id,
//! and frames of HTTP by channel. Returns nothing if the frame has no partner, or if the partner was dropped
//! or is outside the searched range.
std::optional<FramePair> pairOf(const ExchangeLog &log, qsizetype index);

//! Returns the frame formatted for reading: its head, then its JSON indented by two. A body that is not JSON
//! is unchanged. Any thread; the time is proportional to the size of the frame.
QByteArray prettyFrame(const Frame &frame);
//! Returns the frame as it was on the wire, head first, with LF as line end in the head. A body that is
//! compressed or not UTF-8 is shown in hexadecimal, and only its first 64 KiB.
QByteArray rawFrame(const Frame &frame);
//! Returns the frame with its head first and its body without chunks and compression; of an event only its
//! data.
QByteArray decodedFrame(const Frame &frame);

//! Returns the values of the header \a name in \a head, the head of a frame.
QByteArrayList headersNamed(const QByteArray &head, QByteArrayView name);

//! How a frame of HTTP was encoded on the wire.
struct FrameCoding {
    QString version; //!< "HTTP/2" or "HTTP/3", whose heads are shown in the form of HTTP/1; otherwise empty
    QString content; //!< "gzip", "br", "deflate" or "zstd", visible text; empty: none
    bool isChunked = false; //!< whether the body came in chunks
    bool isEventStream = false; //!< whether the body is a stream whose events are frames of their own
};
FrameCoding codingOf(const Frame &frame);

//! Returns facts about a call that its frames contain but its envelope does not: {"requestId": …} for a call
//! to a hub. Absent if there are none, or if the frames were dropped. Searches from the newest frame back.
Json wireFacts(const ExchangeLog &log, const QString &exchangeId);

} // namespace Workbench
