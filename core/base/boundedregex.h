// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/limits.h"

#include <QByteArrayView>
#include <QDeadlineTimer>

#include <expected>
#include <memory>

struct pcre2_real_code_8;

namespace Workbench {

enum class RegexMatch : quint8 {
    Yes,
    No,
    Limit, //!< matching gave up at a limit; never treat this as "no match"
};

//! A regular expression that is matched against texts from peers: PCRE2 with its compiler to machine code,
//! under limits. PCRE2 is used directly, because QRegularExpression needs UTF-16, which takes most of the
//! time for the short texts of JSON (tests/bench/README.md). Immutable, cheap to copy; any thread.
//! \source core/RULES.md R-63
class BoundedRegex {
public:
    BoundedRegex() = default; //!< matches nothing
    //! Compiles \a pattern, which is in PCRE2's syntax. The error is PCRE2's text. Groups only capture if
    //! \a captures is set.
    static std::expected<BoundedRegex, QString> compile(
        const QString &pattern, const Limits &limits, bool captures = true);

    //! Returns whether the pattern occurs anywhere in \a utf8, which must be valid. The result is Limit over
    //! regex.subjectBytes or regex.matchSteps. PCRE2 counts its steps anew for each start of a match, so a
    //! long text could cost length × limit. The starts of a long text are therefore tried in groups until the
    //! \a deadline, unless the pattern can match only at the start.
    RegexMatch search(
        QByteArrayView utf8, QDeadlineTimer deadline = QDeadlineTimer(QDeadlineTimer::Forever)) const;

    //! Returns whether the pattern occurs in a short text. Never takes more than a fraction of a millisecond,
    //! so that its caller need not look at the clock; the result is Limit if only search() can tell.
    RegexMatch quickSearch(QByteArrayView utf8) const;

private:
    std::shared_ptr<const pcre2_real_code_8> m_code;
    quint32 m_matchSteps = 0;
    qint64 m_subjectBytes = 0;
    bool m_anchored = false; // can match only at the start
};

} // namespace Workbench
