// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/schema/preparedschema.h"

#include "core/schema/schemadefinitions.h"

namespace Workbench {

bool asksForSomething(const Json &schema)
{
    if (schema.isObject())
        return schema.size() > 0;
    if (schema.isBoolean())
        return !schema.toBoolean();
    return !schema.isAbsent() && !schema.isNull(); // an invalid schema is reported when it is compiled
}

std::shared_ptr<const PreparedSchema> prepareSchema(
    const Json &schema, SchemaConversion conversion, SchemaDialect dialect, const Limits &limits)
{
    auto prepared = std::make_shared<PreparedSchema>();
    prepared->schema = schema;
    if (asksForSomething(schema)) {
        const Json compiled = withNearestDefinitions(schema, limits);
        prepared->schema = compiled;
        prepared->castType = CastType::fromSchema(compiled, conversion, limits);
        SchemaOptions options;
        options.defaultDialect = dialect;
        options.limits = limits;
        options.notesFormats = true;
        prepared->validator = Schema::compile(compiled, options);
    }
    return prepared;
}

void withSufficientSchema(
    const PreparedSchema &schema, const Json &data, const std::function<void(const PreparedSchema &)> &use)
{
    const ValidateOptions onlyVerdict{
        .maxErrors = 0, .stopAtFirst = true, .direction = ValidateOptions::Direction::Response};
    const bool isSufficient = !schema.whole
        || (schema.validator
            && schema.validator->validate(data, onlyVerdict).verdict == ValidationReport::Verdict::Valid);
    isSufficient ? use(schema) : schema.whole(use);
}

} // namespace Workbench
