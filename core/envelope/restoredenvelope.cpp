// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/envelope/restoredenvelope.h"

namespace Workbench {

using namespace Qt::StringLiterals;

RestoredEnvelope envelopeFromCallToolResult(const Json &result)
{
    const Json meta = result.member("_meta"_L1);
    const Json structured = result.member("structuredContent"_L1);
    const bool hasData = !meta.member(envelopeNoDataMark).toBoolean();
    const bool isWrapped = meta.member("fastmcp"_L1).member("wrap_result"_L1).toBoolean();
    Json data = isWrapped ? structured.member("result"_L1) : structured;
    if (data.isAbsent())
        data = Json::null();
    auto restored =
        envelopeFromJson(Json::object({{u"data"_s, data}, {u"meta"_s, meta.member(envelopeMetaMark)}}));
    if (restored) {
        if (!hasData)
            restored->data = {};
        return {*std::move(restored), true, isWrapped};
    }
    McpMeta foreign;
    foreign.isError = result.member("isError"_L1).toBoolean();
    foreign.content = result.member("content"_L1);
    if (foreign.content.isAbsent())
        foreign.content = Json::emptyArray();
    if (!structured.isNull())
        foreign.structuredContent = structured;
    foreign.meta = meta;
    const Json shown = foreign.structuredContent.isAbsent() ? foreign.content : foreign.structuredContent;
    return {mcpEnvelope(shown, std::move(foreign)), false, false};
}

} // namespace Workbench
