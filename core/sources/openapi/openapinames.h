// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sources/openapi/openapidocument_p.h"

namespace Workbench {

//! `<method>_<static segments>` of an operation without an id. \source call-protocol.md 4.2
QString nameFromPath(const QByteArray &method, const QString &path);

//! An operation id as a key: what cannot be seen, and white space, becomes "_"; what is too long is cut and
//! ends in a part of its hash. \source reliability.md R-72
QString nameFromId(const QString &operationId);

//! Names all operations of a listed document, in its order; clashes get _2, _3 and so on, but never a name
//! that another operation has by itself.
void nameOperations(OpenApiDocument::Private &document);

} // namespace Workbench
