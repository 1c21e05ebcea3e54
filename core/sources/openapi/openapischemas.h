// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/operationspec.h"
#include "core/sources/openapi/openapioperation.h"

namespace Workbench {

//! Returns the schema of an object with one member for each parameter, `body` and `contentType`. "x-in"
//! states where a parameter goes. The schemas of the members refer to definitions. If \a isSelfContained,
//! these are its "$defs", and the definition takes the place of a member that is only a reference.
Json inputSchemaOf(const OpenApiOperation &operation, bool isSelfContained);
//! Returns the schema of the first success that has JSON, otherwise of a JSON sequence, otherwise of the
//! events if the operation is an event stream. It may refer to definitions. Absent if the document declares
//! none.
Json outputSchemaOf(const OpenApiOperation &operation, bool upstream);
//! Returns the schemas of all statuses that are not a success, with the codes "HTTP_404", "HTTP_4XX",
//! "HTTP_DEFAULT". They may refer to definitions.
QList<ErrorDefinition> errorSchemasOf(const OpenApiOperation &operation, bool upstream);

} // namespace Workbench
