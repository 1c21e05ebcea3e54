// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/limits.h"

#include <QByteArrayList>

#include <memory>

namespace Workbench {

//! Decodes a Content-Encoding and bounds the size of the decoded body. \source core/RULES.md
class ContentDecoder {
public:
    //! \a coding is the value of the header: empty, identity, gzip, deflate, br or zstd; ErrorKind::Protocol
    //! for any other. With \a isEndless the body is an event stream, whose total size is unbounded.
    static Result<ContentDecoder> create(const QByteArray &coding, const Limits &limits, bool isEndless);
    ContentDecoder(ContentDecoder &&other) noexcept;
    ContentDecoder &operator=(ContentDecoder &&other) noexcept;
    ~ContentDecoder();

    bool isCoded() const; //!< false: feed() returns its bytes unchanged
    //! Returns the decoded \a bytes; coded ones in pieces of at most 64 KiB. ErrorKind::Protocol when they
    //! are damaged, ErrorKind::Limit when the body becomes too large.
    Result<QByteArrayList> feed(const QByteArray &bytes);
    //! Ends the body. Returns ErrorKind::Protocol when the coded stream has not reached its own end.
    Result<void> finish();

private:
    struct Private;
    explicit ContentDecoder(std::unique_ptr<Private> state);
    std::unique_ptr<Private> d;
};

} // namespace Workbench
