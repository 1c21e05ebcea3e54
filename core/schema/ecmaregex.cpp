// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/schema/ecmaregex.h"

namespace Workbench {

using namespace Qt::StringLiterals;

Result<EcmaRegex> EcmaRegex::compile(const QString &pattern, const Limits &limits)
{
    if (pattern.toUtf8().size() > limits.regexPatternBytes) {
        const QString text = u"The pattern is longer than %1 bytes (limits.regex.patternBytes)"_s;
        return std::unexpected(Error{.kind = ErrorKind::Limit,
            .code = u"regex.patternBytes"_s,
            .message = text.arg(limits.regexPatternBytes),
            .detail = {},
            .details = {}});
    }
    const auto translated = pcrePattern(pattern);
    if (!translated) {
        return std::unexpected(Error{.kind = ErrorKind::Validation,
            .code = u"regex.syntax"_s,
            .message = translated.error(),
            .detail = {},
            .details = {}});
    }
    EcmaRegex result;
    result.m_source = pattern;
    result.m_subjectBytes = limits.regexSubjectBytes;
    result.m_anchored = pattern.startsWith(u'^') && !pattern.contains(u'|');
    const QString prefix = u"(*LIMIT_MATCH=%1)"_s.arg(limits.regexMatchSteps);
    result.m_regex = QRegularExpression(prefix + *translated, QRegularExpression::DontCaptureOption);
    // Named captures are gone and numbered ones must stay when something refers back to them.
    if (translated->contains("(?("_L1))
        result.m_regex.setPatternOptions(QRegularExpression::NoPatternOption);
    if (!result.m_regex.isValid()) {
        return std::unexpected(Error{.kind = ErrorKind::Validation,
            .code = u"regex.unsupported"_s,
            .message = result.m_regex.errorString(),
            .detail = *translated,
            .details = {}});
    }
    result.m_regex.optimize();
    result.m_linear = LinearRegex::compile(pattern);
    return result;
}

std::optional<bool> EcmaRegex::quickSearch(QByteArrayView utf8) const
{
    return m_linear && utf8.size() <= m_subjectBytes ? m_linear->occursIn(utf8) : std::nullopt;
}

EcmaRegex::Match EcmaRegex::search(const QString &subject, QDeadlineTimer deadline) const
{
    // One UTF-16 unit is at least one byte of UTF-8 and at most three.
    if (subject.size() > m_subjectBytes
        || (subject.size() > m_subjectBytes / 3 && subject.toUtf8().size() > m_subjectBytes))
        return Match::Limit;
    constexpr auto trusted = QRegularExpression::DontCheckSubjectStringMatchOption;
    // PCRE2 counts its match limit anew at every start, so a long subject could cost length × limit. Long
    // ones are therefore tried start by start under the deadline.
    constexpr qsizetype unwatched = 64;
    if (m_anchored || subject.size() <= unwatched) {
        const QRegularExpressionMatch match =
            m_regex.match(subject, 0, QRegularExpression::NormalMatch, trusted);
        return !match.isValid() ? Match::Limit : match.hasMatch() ? Match::Yes : Match::No;
    }
    for (qsizetype start = 0; start <= subject.size(); ++start) {
        if (start < subject.size() && subject.at(start).isLowSurrogate())
            continue;
        if (start > 0 && deadline.hasExpired())
            return Match::Limit;
        const QRegularExpressionMatch match = m_regex.match(subject, start, QRegularExpression::NormalMatch,
            trusted | QRegularExpression::AnchorAtOffsetMatchOption);
        if (!match.isValid())
            return Match::Limit;
        if (match.hasMatch())
            return Match::Yes;
    }
    return Match::No;
}

} // namespace Workbench
