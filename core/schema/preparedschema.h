// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/schema/cast.h"
#include "core/schema/schema.h"

#include <functional>

namespace Workbench {

//! A schema of an operation, compiled once for Cast and for validation. Immutable; shared between calls.
struct PreparedSchema {
    Json schema; //!< verbatim
    CastType castType;
    Result<Schema> validator; //!< an error if it cannot be compiled; results are then "not validated"
    bool formatsAreWarnings = false; //!< whether a wrong format is a warning; otherwise it is a note
    //! Calls \a use with the schema that has all definitions. Set if this schema has only the definitions
    //! nearest to its root, which suffice for most values; null: it has all. May take long. Any thread, but
    //! only one call at a time, because the whole schema may be large.
    std::function<void(const std::function<void(const PreparedSchema &)> &use)> whole{};
    bool isUnknown() const { return castType.isUnknown(); }
};
//! Returns whether \a schema restricts anything.
bool asksForSomething(const Json &schema);

//! Compiles \a schema. \a dialect applies if the schema names none.
std::shared_ptr<const PreparedSchema> prepareSchema(const Json &schema,
    SchemaConversion conversion = SchemaConversion::Extended,
    SchemaDialect dialect = SchemaDialect::Draft2020_12, const Limits &limits = {});

//! Calls \a use with \a schema if \a data is valid by it, otherwise with the whole schema.
void withSufficientSchema(
    const PreparedSchema &schema, const Json &data, const std::function<void(const PreparedSchema &)> &use);

} // namespace Workbench
