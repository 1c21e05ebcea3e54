// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/schema/ecmaregex.h"

namespace Workbench {

using namespace Qt::StringLiterals;

Result<EcmaRegex> EcmaRegex::compile(const QString &pattern, const Limits &limits)
{
    if (pattern.toUtf8().size() > limits.regexPatternBytes) {
        const QString text = u"The pattern is longer than %1 bytes (limit regex.patternBytes)"_s;
        return std::unexpected(Error{.kind = ErrorKind::Limit,
            .code = u"regex.patternBytes"_s,
            .message = text.arg(limits.regexPatternBytes)});
    }
    const auto translated = pcrePattern(pattern);
    if (!translated) {
        return std::unexpected(
            Error{.kind = ErrorKind::Validation, .code = u"regex.syntax"_s, .message = translated.error()});
    }
    EcmaRegex result;
    result.m_source = pattern;
    result.m_subjectBytes = limits.regexSubjectBytes;
    result.m_anchored = pattern.startsWith(u'^') && !pattern.contains(u'|');
    const QString prefix = u"(*LIMIT_MATCH=%1)"_s.arg(limits.regexMatchSteps);
    result.m_regex = QRegularExpression(prefix + *translated, QRegularExpression::DontCaptureOption);
    // Named captures were removed. Numbered captures must stay if there is a back-reference.
    if (translated->contains("(?("_L1))
        result.m_regex.setPatternOptions(QRegularExpression::NoPatternOption);
    if (!result.m_regex.isValid()) {
        return std::unexpected(Error{.kind = ErrorKind::Validation,
            .code = u"regex.unsupported"_s,
            .message = result.m_regex.errorString(),
            .detail = *translated});
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
    if (BoundedRegex::isLonger(subject, m_subjectBytes))
        return Match::Limit;
    return m_anchored ? BoundedRegex::match(m_regex, subject)
                      : BoundedRegex::search(m_regex, subject, deadline);
}

} // namespace Workbench
