// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "support/jsonconsschema.h"

#include <exception>
#include <jsoncons/json.hpp>
#include <jsoncons_ext/jsonschema/jsonschema.hpp>
#include <string_view>

struct JsonconsSchema::Compiled {
    jsoncons::jsonschema::json_schema<jsoncons::json> schema;
};

class JsonconsSchema::Instances {
public:
    jsoncons::json values;
};

namespace {

jsoncons::json parsed(const QByteArray &text)
{
    return jsoncons::json::parse(std::string_view(text.constData(), size_t(text.size())));
}

} // namespace

std::optional<JsonconsSchema> JsonconsSchema::compile(const QByteArray &schema)
{
    try {
        const auto options = jsoncons::jsonschema::evaluation_options{}.default_version(
            jsoncons::jsonschema::schema_version::draft202012());
        JsonconsSchema result;
        result.m_compiled =
            std::make_shared<const Compiled>(jsoncons::jsonschema::make_json_schema(parsed(schema), options));
        return result;
    } catch (const std::exception &) {
        return {};
    }
}

std::shared_ptr<const JsonconsSchema::Instances> JsonconsSchema::parse(const QByteArray &arrayOfInstances)
{
    auto instances = std::make_shared<Instances>();
    instances->values = parsed(arrayOfInstances);
    return instances;
}

std::vector<std::optional<bool>> JsonconsSchema::verdicts(const Instances &instances) const
{
    std::vector<std::optional<bool>> result;
    result.reserve(instances.values.size());
    for (const jsoncons::json &value : instances.values.array_range()) {
        try {
            result.emplace_back(m_compiled->schema.is_valid(value));
        } catch (const std::exception &) {
            result.emplace_back();
        }
    }
    return result;
}
