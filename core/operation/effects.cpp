// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/operation/effects.h"

namespace Workbench {

using namespace Qt::StringLiterals;

bool mayChangeSomething(const OperationSpec &spec)
{
    const Json annotations = spec.definition.member("annotations"_L1);
    const bool claimsToRead = annotations.member("readOnlyHint"_L1).toBoolean()
        && !annotations.member("destructiveHint"_L1).toBoolean();
    return spec.type != OperationType::Query && !claimsToRead;
}

QStringList claimsOf(const OperationSpec &spec)
{
    const Json annotations = spec.definition.member("annotations"_L1);
    QStringList claims;
    if (annotations.member("readOnlyHint"_L1).toBoolean())
        claims.append(u"read-only"_s);
    if (annotations.member("destructiveHint"_L1).toBoolean())
        claims.append(u"destructive"_s);
    if (annotations.member("idempotentHint"_L1).toBoolean())
        claims.append(u"idempotent"_s);
    if (const Json open = annotations.member("openWorldHint"_L1); open.isBoolean() && !open.toBoolean())
        claims.append(u"closed-world"_s);
    return claims;
}

} // namespace Workbench
