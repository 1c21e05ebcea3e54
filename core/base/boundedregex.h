// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QDeadlineTimer>
#include <QRegularExpression>

namespace Workbench {

enum class RegexMatch : quint8 {
    Yes,
    No,
    Limit, //!< matching gave up at a limit; never treat this as "no match"
};

//! Matches regular expressions (PCRE2) against texts from peers. Subjects must be well-formed UTF-16. The
//! pattern must begin with its own match limit; an invalid match means that this limit was reached.
//! \source core/RULES.md R-63
namespace BoundedRegex {

//! Returns whether \a subject takes more than \a bytes bytes as UTF-8.
bool isLonger(const QString &subject, qint64 bytes);
//! Matches once from the start of \a subject. Use it for a \a regex that can match only at the start, or for
//! a short subject.
RegexMatch match(const QRegularExpression &regex, const QString &subject);
//! Returns whether \a regex matches anywhere in \a subject. PCRE2 applies its match limit at each start
//! position, so a long subject could cost length × limit. Long subjects are therefore tried position by
//! position until the \a deadline.
RegexMatch search(const QRegularExpression &regex, const QString &subject, QDeadlineTimer deadline);

} // namespace BoundedRegex

} // namespace Workbench
