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
    // Named captures were removed. Numbered captures must stay if there is a back-reference.
    auto compiled = BoundedRegex::compile(*translated, limits, translated->contains("(?("_L1));
    if (!compiled) {
        return std::unexpected(Error{.kind = ErrorKind::Validation,
            .code = u"regex.unsupported"_s,
            .message = compiled.error(),
            .detail = *translated});
    }
    EcmaRegex result;
    result.m_source = pattern;
    result.m_regex = *std::move(compiled);
    return result;
}

} // namespace Workbench
