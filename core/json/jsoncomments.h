// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArray>

namespace Workbench {

//! A JSON text without the comments and trailing commas that editors allow beyond RFC 8259.
struct PlainJson {
    QByteArray utf8; //!< a blank replaces each removed character, so that lines and columns stay
    bool hadComments = false; //!< from // to the end of the line, or between /* and */
    bool hadTrailingCommas = false; //!< before ] or }
};

//! Removes comments and trailing commas from \a utf8. All other text stays, valid JSON or not, even a comment
//! without an end, so that the parser reports its place. Linear time.
PlainJson plainJson(const QByteArray &utf8);

} // namespace Workbench
