// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/schema/casttype_p.h"

namespace Workbench::Casting {

using namespace Qt::StringLiterals;

Pattern::Pattern(const QString &source, const Limits &limits)
    : text(source)
    , expression(EcmaRegex::compile(source, limits).transform_error([&source](const Error &problem) {
        if (problem.kind == ErrorKind::Limit)
            return problem;
        return raised(u"Invalid regular expression: /%1/: %2"_s.arg(source, problem.message));
    }))
{
}

Result<bool> Pattern::isFoundIn(const QString &subject, const Limits &limits) const
{
    if (!expression)
        return std::unexpected(expression.error());
    switch (expression->search(subject)) {
    case EcmaRegex::Match::Yes: return true;
    case EcmaRegex::Match::No: return false;
    case EcmaRegex::Match::Limit: break;
    }
    return std::unexpected(limitError(*findLimit(u"regex.matchSteps"),
        u"Matching a pattern of the schema takes too long"_s, limits.regexMatchSteps));
}

} // namespace Workbench::Casting
