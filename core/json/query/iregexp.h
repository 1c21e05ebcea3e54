// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/boundedregex.h"
#include "core/base/error.h"

namespace Workbench {

//! A regular expression of RFC 9485 (I-Regexp), run by PCRE2 under limits. The pattern is parsed and
//! rewritten, so that PCRE2's own syntax has no effect. ^ and $ are anchors, as the compliance suite of
//! RFC 9535 expects.
//! \source core/RULES.md R-63
class IRegexp {
public:
    using Match = RegexMatch;

    //! Compiles \a pattern. Fails with ErrorKind::Validation when it is not an I-Regexp, with
    //! ErrorKind::Limit when it is too large.
    static Result<IRegexp> compile(const QString &pattern, const Limits &limits = {});

    //! Returns whether the whole of \a utf8 matches.
    Match matches(QByteArrayView utf8) const { return m_whole.search(utf8); }
    //! Returns whether a part of \a utf8 matches. Stops at \a deadline.
    Match occursIn(QByteArrayView utf8, QDeadlineTimer deadline) const
    {
        return m_part.search(utf8, deadline);
    }

private:
    BoundedRegex m_whole;
    BoundedRegex m_part;
};

//! Returns \a pattern in PCRE2's syntax, or a text that says what is wrong and where.
std::expected<QString, QString> pcreFromIRegexp(QStringView pattern);

} // namespace Workbench
