// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/limits.h"

#include <QByteArrayList>

#include <memory>

namespace Workbench {

//! Undoes a Content-Encoding while it counts. \source core/RULES.md
class ContentDecoder {
public:
    //! \a coding is the header's value: empty, identity, gzip, deflate, br or zstd. \a isEndless: an event
    //! stream, whose sum is unbounded.
    static Result<ContentDecoder> create(const QByteArray &coding, const Limits &limits, bool isEndless);
    ContentDecoder(ContentDecoder &&other) noexcept;
    ContentDecoder &operator=(ContentDecoder &&other) noexcept;
    ~ContentDecoder();

    bool isCoded() const; //!< false: what is fed comes out as it is
    //! What \a bytes decode to, in pieces of at most 64 KiB.
    Result<QByteArrayList> feed(const QByteArray &bytes);
    //! ErrorKind::Protocol when the coded stream has not reached its own end.
    Result<void> finish();

private:
    struct Private;
    explicit ContentDecoder(std::unique_ptr<Private> state);
    std::unique_ptr<Private> d;
};

} // namespace Workbench
