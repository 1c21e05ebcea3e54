// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/envelope/envelopeshape.h"

#include "core/envelope/recognition/envelopekind_p.h"

#include <algorithm>
#include <array>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

// \source envelopes.md 4, row 5
bool isAlphaSuccess(const Json &value)
{
    const Json error = value.member("error"_L1);
    return value.member("ok"_L1).toBoolean() && value.hasMember("data"_L1)
        && (error.isAbsent() || error.isNull())
        && hasOnly(value,
            {"ok"_L1, "data"_L1, "error"_L1, "meta"_L1, "warnings"_L1, "requestId"_L1, "request_id"_L1,
                "timestamp"_L1, "version"_L1});
}

bool isAlphaDeclared(const Json &properties)
{
    return properties.hasMember("ok"_L1) && properties.hasMember("data"_L1);
}

Json alphaAround(const Json &data)
{
    return Json::object({{u"ok"_s, Json::boolean(true)}, {u"data"_s, data}});
}

bool isDataAndMeta(const Json &value)
{
    return value.size() == 2 && value.hasMember("data"_L1) && value.member("meta"_L1).isObject();
}

bool isLoneResult(const Json &value)
{
    return value.size() == 1 && value.hasMember("result"_L1);
}

bool isLoneResultDeclared(const Json &properties)
{
    return isLoneResult(properties);
}

Json resultAround(const Json &data)
{
    return Json::object({{u"result"_s, data}});
}

constexpr std::array shapes{
    EnvelopeShape{.kind = "alpha"_L1,
        .members = "{ok, data}"_L1,
        .inside = "data"_L1,
        .isWeak = false,
        .isSuccess = isAlphaSuccess,
        .isDeclaredBy = isAlphaDeclared,
        .around = alphaAround,
        .declaration = "{ ok: boolean, data: %1 }"_L1,
        .construction = "{ ok: true, data: %1 }"_L1},
    EnvelopeShape{.kind = "{data, meta}"_L1,
        .members = "{data, meta}"_L1,
        .inside = "data"_L1,
        .isWeak = true,
        .isSuccess = isDataAndMeta,
        .isDeclaredBy = nullptr,
        .around = nullptr,
        .declaration = "{ data: %1, meta: object }"_L1,
        .construction = {}},
    EnvelopeShape{.kind = "result-wrapper"_L1,
        .members = "{result}"_L1,
        .inside = "result"_L1,
        .isWeak = true,
        .isSuccess = isLoneResult,
        .isDeclaredBy = isLoneResultDeclared,
        .around = resultAround,
        .declaration = "{ result: %1 }"_L1,
        .construction = "{ result: %1 }"_L1},
};

} // namespace

std::span<const EnvelopeShape> envelopeShapes()
{
    return shapes;
}

} // namespace Workbench
