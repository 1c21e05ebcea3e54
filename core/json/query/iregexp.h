// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/boundedregex.h"
#include "core/base/limits.h"

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

    Match matches(const QString &subject) const; //!< whether the whole of \a subject matches
    //! Returns whether a part of \a subject matches. Stops at \a deadline.
    Match occursIn(const QString &subject, QDeadlineTimer deadline) const;

private:
    QRegularExpression m_whole;
    QRegularExpression m_part;
    qint64 m_subjectBytes = 0;
};

//! Returns \a pattern in PCRE2's syntax, or a text that says what is wrong and where.
std::expected<QString, QString> pcreFromIRegexp(QStringView pattern);

} // namespace Workbench
