// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/boundedregex.h"
#include "core/base/error.h"

namespace Workbench {

//! A regular expression of ECMA-262 (with Unicode, as JSON Schema requires), run by PCRE2 under limits.
//!
//! The pattern is parsed and rewritten, never passed through. PCRE2's own syntax (verbs, \Q, \K, possessive
//! quantifiers, POSIX classes) is not part of ECMA-262 and is refused as an error. Lenient where browsers
//! are: identity escapes of punctuation, literal braces and brackets, a hyphen beside a class escape.
//! \source core/RULES.md R-63
class EcmaRegex {
public:
    using Match = RegexMatch;

    //! Compiles \a pattern. Fails with ErrorKind::Limit over regex.patternBytes. Fails with
    //! ErrorKind::Validation and the code "regex.syntax" if it is not a pattern of ECMA-262, or with
    //! "regex.unsupported" if PCRE2 cannot run it (unbounded look-behind).
    static Result<EcmaRegex> compile(const QString &pattern, const Limits &limits = {});

    //! Returns whether the pattern occurs anywhere in \a utf8, which must be valid.
    Match search(QByteArrayView utf8, QDeadlineTimer deadline = QDeadlineTimer(QDeadlineTimer::Forever)) const
    {
        return m_regex.search(utf8, deadline);
    }

    //! BoundedRegex::quickSearch().
    Match quickSearch(QByteArrayView utf8) const { return m_regex.quickSearch(utf8); }

    QString source() const { return m_source; }

private:
    QString m_source;
    BoundedRegex m_regex;
};

//! Returns \a ecmaPattern in PCRE2's syntax, without limits. The error says what is wrong, and where.
std::expected<QString, QString> pcrePattern(const QString &ecmaPattern);

} // namespace Workbench
