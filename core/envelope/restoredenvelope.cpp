// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/envelope/restoredenvelope.h"

namespace Workbench {

using namespace Qt::StringLiterals;

RestoredEnvelope envelopeFromCallToolResult(const Json &result, bool anyJsonStructured)
{
    const Json meta = result.member("_meta"_L1);
    const Json structured = result.member("structuredContent"_L1);
    const bool hasData = !meta.member(envelopeNoDataMark).toBoolean();
    const bool isWrapped = meta.member("fastmcp"_L1).member("wrap_result"_L1).toBoolean();
    Json restoredData = isWrapped ? structured.member("result"_L1) : structured;
    if (restoredData.isAbsent())
        restoredData = Json::null();
    auto restored = envelopeFromJson(
        Json::object({{u"data"_s, restoredData}, {u"meta"_s, meta.member(envelopeMetaMark)}}));
    if (restored) {
        if (!hasData)
            restored->data = {};
        return {*std::move(restored), true, isWrapped};
    }
    McpMeta foreign = McpMeta::ofCallToolResult(result, anyJsonStructured);
    const Json data = foreign.received();
    return {mcpEnvelope(data, std::move(foreign)), false, false};
}

} // namespace Workbench
