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

} // namespace Workbench
