// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/limits.h"

#include <QByteArray>
#include <QByteArrayList>
#include <QByteArrayView>

#include <memory>

namespace Workbench {

//! Decompresses one content coding, one piece at a time. It does not count bytes, and bounds only its own
//! memory.
class Decompressor {
public:
    enum class Step : quint8 {
        NeedsMore, //!< all input is used
        HasMore, //!< the piece is full; call run() again
        End, //!< the coded stream has reached its own end; some input may be left
        Damaged
    };
    virtual ~Decompressor() = default;

    //! Decodes bytes from the front of \a input, and removes them. Fills \a piece up to its size and shortens
    //! it to the decoded bytes.
    virtual Step run(QByteArrayView &input, QByteArray &piece) = 0;
    //! Prepares for another coded stream after Step::End. Returns false if nothing may follow the first one.
    virtual bool startAnother() { return false; }
};

//! Returns a decompressor for gzip, x-gzip, deflate, br or zstd in lower case; null for any other name.
std::unique_ptr<Decompressor> decompressorFor(QByteArrayView coding);

//! Returns the supported content codings as the value of an Accept-Encoding header.
QByteArray acceptedCodings();

//! Decodes a Content-Encoding and bounds the size of the decoded body. \source core/RULES.md
class ContentDecoder {
public:
    //! \a coding is the value of the header: empty, identity, gzip, deflate, br or zstd; ErrorKind::Protocol
    //! for any other. With \a isEndless the body is an event stream, whose total size is unbounded.
    static Result<ContentDecoder> create(const QByteArray &coding, const Limits &limits, bool isEndless);

    //! Returns false if feed() returns its bytes unchanged.
    bool isCoded() const { return m_decompressor != nullptr; }
    //! Returns the decoded \a bytes; coded ones in pieces of at most 64 KiB. ErrorKind::Protocol when they
    //! are damaged, ErrorKind::Limit when the body becomes too large.
    Result<QByteArrayList> feed(const QByteArray &bytes);
    //! Ends the body. Returns ErrorKind::Protocol when the coded stream has not reached its own end.
    Result<void> finish();

private:
    ContentDecoder(std::unique_ptr<Decompressor> decompressor, const Limits &limits, bool isEndless)
        : m_decompressor(std::move(decompressor))
        , m_limits(limits)
        , m_isEndless(isEndless)
    {
    }
    Result<void> count(qint64 bytes);

    std::unique_ptr<Decompressor> m_decompressor; //!< null: identity
    Limits m_limits;
    bool m_isEndless;
    bool m_isAtEnd = false; //!< the coded stream has reached its own end
    qint64 m_wireBytes = 0;
    qint64 m_decodedBytes = 0;
};

} // namespace Workbench
