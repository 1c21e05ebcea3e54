// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/boundedregex.h"
#include "core/base/limits.h"

namespace Workbench {

//! A regular expression of RFC 9485 (I-Regexp), run by PCRE2 under limits. The pattern is parsed and written
//! anew, so that nothing of PCRE2's own syntax gets through. ^ and $ are anchors, as the compliance suite of
//! RFC 9535 has them.
//! \source core/RULES.md R-63
class IRegexp {
public:
    using Match = RegexMatch;

    //! ErrorKind::Validation when it is no I-Regexp; ErrorKind::Limit when it is one that is too large to be
    //! run.
    static Result<IRegexp> compile(const QString &pattern, const Limits &limits = {});

    Match matches(const QString &subject) const; //!< the whole of it
    Match occursIn(const QString &subject, QDeadlineTimer deadline) const;

private:
    QRegularExpression m_whole;
    QRegularExpression m_part;
    qint64 m_subjectBytes = 0;
};

//! \a pattern in PCRE2's syntax; the error says what is wrong and where.
std::expected<QString, QString> pcreFromIRegexp(QStringView pattern);

} // namespace Workbench
