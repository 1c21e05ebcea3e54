// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/envelope/explanation/envelopeshape.h"

#include "core/envelope/explanation/envelopekind_p.h"

#include <array>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

using Open = std::optional<OpenedEnvelope> (*)(const Json &value, const EnvelopePlace &place);

//! Returns whether \a open recognises \a value and it reports no failure.
template <Open open> bool opens(const Json &value)
{
    const std::optional<OpenedEnvelope> opened = open(value, {});
    return opened && !opened->isFailure;
}

bool isDataAndMeta(const Json &value)
{
    return value.size() == 2 && value.hasMember("data"_L1) && value.member("meta"_L1).isObject();
}

bool isLoneResult(const Json &value)
{
    return value.size() == 1 && value.hasMember("result"_L1);
}

Json object(std::initializer_list<Json::Member> members)
{
    return Json::object(QList<Json::Member>(members));
}

Json toolEnvelopeAround(const Json &data)
{
    const Json meta = object({{u"tool"_s, Json::string(u"tool")},
        {u"ts"_s, Json::string(u"2026-01-01T00:00:00Z")}, {u"version"_s, Json::integer(1)}});
    return object({{u"payload"_s, data}, {u"meta"_s, meta}});
}

bool declares(const Json &properties, QLatin1StringView first, QLatin1StringView second)
{
    return properties.hasMember(first) && properties.hasMember(second);
}

// The case "schema describes an envelope" also tries the shapes in this order.
// \source core/envelope/explanation/README.md 7.1
constexpr std::array shapes{
    EnvelopeShape{.kind = "alpha"_L1,
        .members = "{ok, data}"_L1,
        .inside = "data"_L1,
        .isWeak = false,
        .isSuccess = opens<Kinds::openAlpha>,
        .isDeclaredBy = [](const Json &p) { return declares(p, "ok"_L1, "data"_L1); },
        .around =
            [](const Json &data) { return object({{u"ok"_s, Json::boolean(true)}, {u"data"_s, data}}); },
        .declaration = u"{ ok: boolean, data?: %1, error?: {…} }",
        .construction = "{ ok: true, data: %1 }"_L1},
    EnvelopeShape{.kind = "success-flag"_L1,
        .members = "{success, data}"_L1,
        .inside = "data"_L1,
        .isWeak = false,
        .isSuccess = opens<Kinds::openSuccessFlag>,
        .isDeclaredBy = [](const Json &p) { return declares(p, "success"_L1, "data"_L1); },
        .around =
            [](const Json &data) { return object({{u"success"_s, Json::boolean(true)}, {u"data"_s, data}}); },
        .declaration = u"{ success: boolean, data?: %1, error?: … }",
        .construction = "{ success: true, data: %1 }"_L1},
    EnvelopeShape{.kind = "success-flag"_L1,
        .members = "{success, result}"_L1,
        .inside = "result"_L1,
        .isWeak = false,
        .isSuccess = opens<Kinds::openSuccessFlag>,
        .isDeclaredBy = [](const Json &p) { return declares(p, "success"_L1, "result"_L1); },
        .around =
            [](const Json &data) {
                return object({{u"success"_s, Json::boolean(true)}, {u"result"_s, data}});
            },
        .declaration = u"{ success: boolean, result?: %1, error?: … }",
        .construction = "{ success: true, result: %1 }"_L1},
    EnvelopeShape{.kind = "jsend"_L1,
        .members = "{status, data}"_L1,
        .inside = "data"_L1,
        .isWeak = false,
        .isSuccess = opens<Kinds::openJsend>,
        .isDeclaredBy = [](const Json &p) { return declares(p, "status"_L1, "data"_L1); },
        .around =
            [](const Json &data) {
                return object({{u"status"_s, Json::string(u"success")}, {u"data"_s, data}});
            },
        .declaration = u"{ status: string, data?: %1, message?: string }",
        .construction = "{ status: \"success\", data: %1 }"_L1},
    EnvelopeShape{.kind = toolEnvelopeKind,
        .members = "{payload, meta}"_L1,
        .inside = "payload"_L1,
        .isWeak = false,
        .isSuccess = opens<Kinds::openToolEnvelope>,
        .isDeclaredBy = [](const Json &p) { return declares(p, "payload"_L1, "meta"_L1); },
        .around = toolEnvelopeAround,
        .declaration = u"{ payload: %1, meta: object }",
        .construction = "{ payload: %1, meta: { tool, ts, version: 1 } }"_L1},
    EnvelopeShape{.kind = responseEnvelopeKind,
        .members = "{data, meta}"_L1,
        .inside = "data"_L1,
        .isWeak = false,
        .isSuccess = opens<Kinds::openResponseEnvelope>,
        .isDeclaredBy = nullptr,
        .around = nullptr,
        .declaration = u"{ data: %1, meta: object }",
        .construction = {}},
    EnvelopeShape{.kind = "{data, meta}"_L1,
        .members = "{data, meta}"_L1,
        .inside = "data"_L1,
        .isWeak = true,
        .isSuccess = isDataAndMeta,
        .isDeclaredBy = nullptr,
        .around = nullptr,
        .declaration = u"{ data: %1, meta: object }",
        .construction = {}},
    EnvelopeShape{.kind = "result-wrapper"_L1,
        .members = "{result}"_L1,
        .inside = "result"_L1,
        .isWeak = true,
        .isSuccess = isLoneResult,
        .isDeclaredBy = isLoneResult,
        .around = [](const Json &data) { return object({{u"result"_s, data}}); },
        .declaration = u"{ result: %1 }",
        .construction = "{ result: %1 }"_L1},
    EnvelopeShape{.kind = "data-error"_L1,
        .members = "{data, error}"_L1,
        .inside = "data"_L1,
        .isWeak = false,
        .isSuccess = opens<Kinds::openDataError>,
        .isDeclaredBy =
            [](const Json &p) {
                return declares(p, "data"_L1, "error"_L1) && !p.hasMember("ok"_L1)
                    && !p.hasMember("success"_L1);
            },
        .around = [](const Json &data) { return object({{u"data"_s, data}, {u"error"_s, Json::null()}}); },
        .declaration = u"{ data: %1 | null, error: … | null }",
        .construction = "{ data: %1, error: null }"_L1},
    EnvelopeShape{.kind = "jsonrpc"_L1,
        .members = "{jsonrpc, result}"_L1,
        .inside = "result"_L1,
        .isWeak = false,
        .isSuccess = opens<Kinds::openJsonRpc>,
        .isDeclaredBy = nullptr,
        .around = nullptr,
        .declaration = u"{ jsonrpc: string, result?: %1, error?: {…} }",
        .construction = {}},
    EnvelopeShape{.kind = "http-response"_L1,
        .members = "{status, headers, body}"_L1,
        .inside = "body"_L1,
        .isWeak = false,
        .isSuccess = opens<Kinds::openHttpResponse>,
        .isDeclaredBy = nullptr,
        .around = nullptr,
        .declaration = u"{ status: integer, headers: object, body: %1 }",
        .construction = {}},
    EnvelopeShape{.kind = "json-api"_L1,
        .members = "{data, jsonapi}"_L1,
        .inside = "data"_L1,
        .isWeak = false,
        .isSuccess = opens<Kinds::openJsonApi>,
        .isDeclaredBy = nullptr,
        .around = nullptr,
        .declaration = u"{ data?: %1, errors?: […], jsonapi: object }",
        .construction = {}},
    EnvelopeShape{.kind = "graphql"_L1,
        .members = "{data, extensions}"_L1,
        .inside = "data"_L1,
        .isWeak = false,
        .isSuccess = opens<Kinds::openGraphql>,
        .isDeclaredBy = nullptr,
        .around = nullptr,
        .declaration = u"{ data: %1, extensions: object }",
        .construction = {}},
};

} // namespace

std::span<const EnvelopeShape> envelopeShapes()
{
    return shapes;
}

} // namespace Workbench
