// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QDeadlineTimer>
#include <QRegularExpression>

namespace Workbench {

enum class RegexMatch : quint8 {
    Yes,
    No,
    Limit, //!< matching gave up: never to be read as "no match"
};

//! PCRE2 on subjects from peers. Subjects are well-formed UTF-16; the pattern begins with its own match
//! limit, and an invalid match means that it was reached.
//! \source core/RULES.md R-63
namespace BoundedRegex {

//! Whether \a subject takes more than \a bytes of UTF-8.
bool isLonger(const QString &subject, qint64 bytes);
//! One match from the start: for a \a regex that can begin nowhere else, or a short subject.
RegexMatch match(const QRegularExpression &regex, const QString &subject);
//! Whether \a regex matches anywhere. PCRE2 counts its match limit anew at every start, so a long subject
//! could cost length × limit; such are therefore tried start by start under the \a deadline.
RegexMatch search(const QRegularExpression &regex, const QString &subject, QDeadlineTimer deadline);

} // namespace BoundedRegex

} // namespace Workbench
