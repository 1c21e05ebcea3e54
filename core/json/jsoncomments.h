// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArray>

namespace Workbench {

//! A text of JSON without what editors permit beyond RFC 8259.
struct PlainJson {
    QByteArray utf8; //!< a blank stands for each character taken out, so that lines and columns stay
    bool hadComments = false; //!< from // to the end of the line, or between /* and */
    bool hadTrailingCommas = false; //!< before ] or }
};

//! Takes comments and trailing commas out of \a utf8. Everything else stays, also what is no JSON: a comment
//! without an end too, so that the parser reports its place. Linear.
PlainJson plainJson(const QByteArray &utf8);

} // namespace Workbench
