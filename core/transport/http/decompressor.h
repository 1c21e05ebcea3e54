// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArray>
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

} // namespace Workbench
