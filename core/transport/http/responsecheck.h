// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/transport/http/httpclient.h"

#include <QByteArrayList>

namespace Workbench {

//! What is wrong with an answer that is not what was asked for: another media type than \a expected (lower
//! case, without parameters), an error status, a web page, an empty body. Nothing when a body of an expected
//! type came with a 2xx status. The message is a predicate without a subject that ends with what to do: the
//! caller puts the source's name before it.
//! \a firstBytes are the decoded body's first, some KiB suffice. \source core/RULES.md R-25
std::optional<Error> unexpectedAnswer(const HttpResponseHead &head, const QByteArray &firstBytes,
    const QByteArrayList &expected, const Limits &limits = {});

} // namespace Workbench
