// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/operation/registry/compactspec.h"

#include "core/schema/schemadefinitions.h"

namespace Workbench {

OperationSpec compact(
    const OperationSpec &listed, SharedDefinitions &shared, const Limits &limits, bool *isCut)
{
    OperationSpec spec = sharing(listed, shared);
    if (!listed.deferred)
        return spec;
    for (Json *const schema : {&spec.inputSchema, &spec.outputSchema})
        *schema = withNearestDefinitions(*schema, shared, limits, isCut);
    for (ErrorDefinition &error : spec.errorSchemas)
        error.schema = withNearestDefinitions(error.schema, shared, limits, isCut);
    return spec;
}

} // namespace Workbench
