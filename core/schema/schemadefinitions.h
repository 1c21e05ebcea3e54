// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/limits.h"
#include "core/json/json.h"

#include <QMap>

namespace Workbench {

//! What a reference to a definition beside a schema begins with: "#/$defs/".
QByteArrayView definitionPrefix();

//! The names of the definitions that \a schema refers to as "#/$defs/NAME", each once, in the order of the
//! text. A member "$ref" of an example or a constant counts, too. Definitions that \a schema holds are looked
//! at as every other part of it.
QList<QByteArray> definitionsNamedIn(const Json &schema);

//! Returns \a schema with those of its "$defs" that are nearest to its root, as many as can be compiled
//! within the limits schema.subschemas and schema.bytes; \a schema itself if all can. A reference to a
//! definition that was left out leads nowhere, which is reported when an instance reaches it.
Json withNearestDefinitions(const Json &schema, const Limits &limits);
//! Returns \a schema, or the definition that it only refers to, with those of \a definitions as its "$defs"
//! that it reaches and that are nearest to it, within the limits schema.subschemas and schema.bytes.
//! \a isCut: some were left out.
Json withNearestDefinitions(
    const Json &schema, const QMap<QString, Json> &definitions, const Limits &limits, bool *isCut = nullptr);

} // namespace Workbench
