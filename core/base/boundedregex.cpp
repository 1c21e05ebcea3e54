// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/boundedregex.h"

namespace Workbench {

namespace {

RegexMatch matchAt(const QRegularExpression &regex, const QString &subject, qsizetype start,
    QRegularExpression::MatchOptions options)
{
    const QRegularExpressionMatch match = regex.match(subject, start, QRegularExpression::NormalMatch,
        options | QRegularExpression::DontCheckSubjectStringMatchOption);
    if (!match.isValid())
        return RegexMatch::Limit;
    return match.hasMatch() ? RegexMatch::Yes : RegexMatch::No;
}

} // namespace

bool BoundedRegex::isLonger(const QString &subject, qint64 bytes)
{
    // One UTF-16 unit is at least one byte of UTF-8 and at most three.
    return subject.size() > bytes || (subject.size() > bytes / 3 && subject.toUtf8().size() > bytes);
}

RegexMatch BoundedRegex::match(const QRegularExpression &regex, const QString &subject)
{
    return matchAt(regex, subject, 0, {});
}

RegexMatch BoundedRegex::search(
    const QRegularExpression &regex, const QString &subject, QDeadlineTimer deadline)
{
    constexpr qsizetype unwatched = 64;
    if (subject.size() <= unwatched)
        return match(regex, subject);
    for (qsizetype start = 0; start <= subject.size(); ++start) {
        if (start < subject.size() && subject.at(start).isLowSurrogate())
            continue;
        if (start > 0 && deadline.hasExpired())
            return RegexMatch::Limit;
        const RegexMatch found =
            matchAt(regex, subject, start, QRegularExpression::AnchorAtOffsetMatchOption);
        if (found != RegexMatch::No)
            return found;
    }
    return RegexMatch::No;
}

} // namespace Workbench
