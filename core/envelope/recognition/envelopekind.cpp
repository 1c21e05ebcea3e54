// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/envelope/recognition/envelopekind_p.h"
#include "core/envelope/recognition/unifiederror_p.h"

#include <algorithm>
#include <array>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

using namespace Kinds;

constexpr std::array kinds{
    EnvelopeKind{responseEnvelopeKind, true, false, openResponseEnvelope, Errors::ofResponseEnvelope},
    EnvelopeKind{"jsonrpc"_L1, true, true, openJsonRpc, Errors::ofJsonRpc},
    EnvelopeKind{toolEnvelopeKind, true, true, openToolEnvelope, Errors::ofToolEnvelope},
    EnvelopeKind{"result-wrapper"_L1, false, false, openResultWrapper, nullptr},
    EnvelopeKind{"alpha"_L1, true, true, openAlpha, Errors::ofInside},
    EnvelopeKind{"jsend"_L1, false, true, openJsend, Errors::ofJsend},
    EnvelopeKind{"success-flag"_L1, false, true, openSuccessFlag, Errors::ofSuccessFlag},
    EnvelopeKind{callToolResultKind, true, false, openCallToolResult, nullptr},
    EnvelopeKind{contentBlocksKind, false, false, openContentBlocks, nullptr},
    EnvelopeKind{"http-response"_L1, false, true, openHttpResponse, Errors::ofHttpResponse},
    EnvelopeKind{"json-api"_L1, false, true, openJsonApi, Errors::ofJsonApi},
    EnvelopeKind{"graphql"_L1, false, true, openGraphql, Errors::ofGraphql},
    EnvelopeKind{"problem-details"_L1, true, true, openProblemDetails, Errors::ofProblem},
    EnvelopeKind{"data-error"_L1, false, true, openDataError, Errors::ofInside},
    EnvelopeKind{"error-object"_L1, false, true, openErrorObject, Errors::ofInside},
};

} // namespace

std::span<const EnvelopeKind> envelopeKinds()
{
    return kinds;
}

const EnvelopeKind *findEnvelopeKind(QLatin1StringView name)
{
    const auto found = std::ranges::find(kinds, name, &EnvelopeKind::name);
    return found == kinds.end() ? nullptr : &*found;
}

QLatin1StringView maybeKind(const Json &value, const EnvelopePlace &place)
{
    if (!value.isObject() || value.size() != 1)
        return {};
    if (place.isStructuredRoot && value.hasMember("result"_L1) && !value.member("result"_L1).isObject())
        return "result-wrapper"_L1;
    const Json error = value.member("error"_L1);
    if (!place.isFlagged && (error.isString() || error.member("message"_L1).isString()))
        return "error-object"_L1;
    return {};
}

bool isFalsy(const Json &value)
{
    switch (value.kind()) {
    case JsonKind::Boolean: return !value.toBoolean();
    case JsonKind::Number: return value == Json::integer(0);
    case JsonKind::String: return value.utf8().isEmpty();
    case JsonKind::Array:
    case JsonKind::Object: return value.size() == 0;
    case JsonKind::Absent:
    case JsonKind::Null: break;
    }
    return true;
}

bool hasOnly(const Json &object, std::initializer_list<QLatin1StringView> names)
{
    return std::ranges::all_of(object.members(), [names](const Json::Members::Entry &entry) {
        const QByteArrayView key = entry.keyUtf8();
        return std::ranges::any_of(
            names, [key](QLatin1StringView name) { return key == QByteArrayView(name.data(), name.size()); });
    });
}

} // namespace Workbench
