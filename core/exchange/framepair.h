// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/exchange/exchangelog.h"

namespace Workbench {

//! A request on a wire and the frame that answers it, by their sequences in the log.
struct FramePair {
    quint64 request = 0;
    quint64 response = 0;
    qint64 latencyMs = 0;
};

//! Returns the pair that the frame at \a index of \a log belongs to: messages of JSON-RPC by their id, frames
//! of HTTP by their channel. Nothing: it has no partner, the partner is no longer kept, or it is so far away
//! that it was not looked for.
std::optional<FramePair> pairOf(const ExchangeLog &log, qsizetype index);

//! Returns the frame as a person reads it: its head, then its JSON indented by two. A body that is no JSON
//! stays as it is. Any thread; in proportion to the frame.
QByteArray prettyFrame(const Frame &frame);
//! Returns the frame as it was on the wire, its head first, lines ended by LF. What is compressed is in
//! hexadecimal; of many bytes only the first.
QByteArray rawFrame(const Frame &frame);
//! Returns the frame with its body as it was before it was compressed.
QByteArray decodedFrame(const Frame &frame);

//! How a frame of HTTP was written on the wire.
struct FrameCoding {
    QString version; //!< "HTTP/2" or "HTTP/3", whose heads are shown in the form of HTTP/1; else empty
    QString content; //!< "gzip", "br", "deflate" or "zstd", visible text; empty: none
    bool isChunked = false; //!< the sizes of the chunks are left out
};
FrameCoding codingOf(const Frame &frame);

} // namespace Workbench
