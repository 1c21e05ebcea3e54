// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <memory>

namespace Workbench {

//! One way of compressing, undone a piece at a time; it counts nothing and bounds only its own memory.
class Decompressor {
public:
    enum class Step : quint8 {
        NeedsMore, //!< all input is used
        HasMore, //!< the piece is full, call again
        End, //!< the coded stream has reached its own end; input may be left
        Damaged
    };
    virtual ~Decompressor() = default;

    //! Takes from the front of \a input, and leaves in \a piece, filled to its size at most, what came out.
    virtual Step run(QByteArrayView &input, QByteArray &piece) = 0;
    //! After End: whether more input may be another such stream; false when nothing may follow.
    virtual bool startAnother() { return false; }
};

//! For gzip, deflate, br or zstd in lower case; null for any other name.
std::unique_ptr<Decompressor> decompressorFor(QByteArrayView coding);

//! Those names as an Accept-Encoding.
QByteArray acceptedCodings();

} // namespace Workbench
