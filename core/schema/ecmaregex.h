// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/boundedregex.h"
#include "core/base/error.h"
#include "core/base/limits.h"
#include "core/schema/linearregex_p.h"

namespace Workbench {

//! A regular expression of ECMA-262 (with Unicode, as JSON Schema asks), run by PCRE2 under limits.
//!
//! The pattern is parsed and written anew, never handed through: PCRE2's own syntax (verbs, \Q, \K,
//! possessive quantifiers, POSIX classes) is no part of ECMA-262 and is refused as the error it is there.
//! Lenient where browsers are: identity escapes of punctuation, literal braces and brackets, a hyphen beside
//! a class escape.
//! \source core/RULES.md R-63
class EcmaRegex {
public:
    using Match = RegexMatch;

    //! ErrorKind::Limit over regex.patternBytes; ErrorKind::Validation with code "regex.syntax" when it is no
    //! pattern of ECMA-262, with "regex.unsupported" when it is one that PCRE2 cannot run (unbounded
    //! look-behind).
    static Result<EcmaRegex> compile(const QString &pattern, const Limits &limits = {});

    //! Whether the pattern occurs anywhere in \a subject, which must be well-formed UTF-16.
    Match search(
        const QString &subject, QDeadlineTimer deadline = QDeadlineTimer(QDeadlineTimer::Forever)) const;

    //! The same for valid UTF-8 within the limit of a subject, without PCRE2 and in linear time; empty when
    //! only search() can tell.
    std::optional<bool> quickSearch(QByteArrayView utf8) const;

    QString source() const { return m_source; }

private:
    QString m_source;
    QRegularExpression m_regex;
    qint64 m_subjectBytes = 0;
    bool m_anchored = false; // can match at the start only
    std::optional<LinearRegex> m_linear;
};

//! The same pattern in PCRE2's syntax, without limits; the error says what is wrong with it and where.
std::expected<QString, QString> pcrePattern(const QString &ecmaPattern);

} // namespace Workbench
