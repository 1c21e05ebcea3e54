// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/limits.h"
#include "core/json/json.h"

#include <QMap>

namespace Workbench {

//! Returns the start of a reference to a definition beside a schema: "#/$defs/".
QByteArrayView definitionPrefix();

//! Returns the names of the definitions that \a schema refers to as "#/$defs/NAME", each once, in the order
//! of the text. A member "$ref" of an example or a constant counts too. Definitions inside \a schema are
//! searched like every other part.
QList<QByteArray> definitionsNamedIn(const Json &schema);

//! Returns \a schema with the "$defs" nearest to its root, as many as can be compiled within the limits
//! schema.subschemas and schema.bytes; \a schema itself if all can. A reference to an omitted definition has
//! no target, which is reported when an instance reaches it.
Json withNearestDefinitions(const Json &schema, const Limits &limits);
//! Returns \a schema with the nearest of the \a definitions that it reaches as its "$defs", within the limits
//! schema.subschemas and schema.bytes. If \a schema only refers to a definition, returns that definition with
//! its "$defs". Sets \a isCut to whether definitions were omitted.
Json withNearestDefinitions(
    const Json &schema, const QMap<QString, Json> &definitions, const Limits &limits, bool *isCut = nullptr);

} // namespace Workbench
