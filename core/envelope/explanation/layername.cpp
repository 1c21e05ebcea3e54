// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/envelope/explanation/layername.h"

#include <algorithm>
#include <array>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

struct LayerName {
    QLatin1StringView kind;
    QLatin1StringView name;
};

constexpr std::array knownLayers{
    LayerName{"json-text"_L1, "JSON in text"_L1},
    LayerName{"fenced-json"_L1, "JSON in a fence"_L1},
    LayerName{"untrusted-fence"_L1, "untrusted text"_L1},
    LayerName{"double-encoded-json"_L1, "JSON in a string"_L1},
    LayerName{"response-envelope"_L1, "{data, meta}"_L1},
    LayerName{"jsonrpc"_L1, "JSON-RPC"_L1},
    LayerName{"tool-envelope"_L1, "ToolEnvelope"_L1},
    LayerName{"result-wrapper"_L1, "{result}"_L1},
    LayerName{"alpha"_L1, "{ok, data}"_L1},
    LayerName{"jsend"_L1, "JSend"_L1},
    LayerName{"success-flag"_L1, "{success, data}"_L1},
    LayerName{"call-tool-result"_L1, "tool result"_L1},
    LayerName{"content-blocks"_L1, "content blocks"_L1},
    LayerName{"http-response"_L1, "HTTP response"_L1},
    LayerName{"json-api"_L1, "JSON:API"_L1},
    LayerName{"graphql"_L1, "GraphQL"_L1},
    LayerName{"problem-details"_L1, "problem details"_L1},
    LayerName{"data-error"_L1, "{data, error}"_L1},
    LayerName{"error-object"_L1, "{error}"_L1},
};

} // namespace

QString layerName(QAnyStringView kind)
{
    const auto found =
        std::ranges::find_if(knownLayers, [kind](const LayerName &layer) { return layer.kind == kind; });
    return found == knownLayers.end() ? kind.toString() : QString(found->name);
}

QString layerNames(const QStringList &kinds)
{
    QStringList texts;
    for (const QString &kind : kinds)
        texts.append(layerName(kind));
    return texts.join(u" › "_s);
}

QString withLayerNames(QString message)
{
    message.remove(u" of \"?\""_s).remove(u" for \"?\""_s).remove(u" Showing the readable text instead."_s);
    for (const LayerName &layer : knownLayers) {
        const QString kind = u' ' + QString(layer.kind) + u" envelope"_s;
        if (!message.contains(kind))
            continue;
        const bool endsSo = layer.name.endsWith("Envelope"_L1);
        const QString named = u' ' + QString(layer.name) + (endsSo ? QString() : u" envelope"_s);
        const bool startsWithVowel = layer.name.startsWith("{ok"_L1) || layer.name.startsWith("{error"_L1);
        const QString article = startsWithVowel ? u" an"_s : u" a"_s;
        message.replace(QString(u" a"_s + kind), QString(article + named));
        message.replace(kind, named);
    }
    return message;
}

} // namespace Workbench
