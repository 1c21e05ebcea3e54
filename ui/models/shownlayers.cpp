// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/models/shownlayers.h"

#include "core/base/visibletext.h"
#include "core/json/jsonpointer.h"
#include "ui/models/placemarks.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

struct LayerName {
    QLatin1StringView kind;
    const char *name;
};

//! Envelopes by their members, as people write them, or by their proper names.
constexpr LayerName layerNames[] = {
    {"json-text"_L1, QT_TRANSLATE_NOOP("ShownLayers", "JSON in text")},
    {"fenced-json"_L1, QT_TRANSLATE_NOOP("ShownLayers", "JSON in a fence")},
    {"untrusted-fence"_L1, QT_TRANSLATE_NOOP("ShownLayers", "untrusted text")},
    {"double-encoded-json"_L1, QT_TRANSLATE_NOOP("ShownLayers", "JSON in a string")},
    {"response-envelope"_L1, "{data, meta}"},
    {"jsonrpc"_L1, "JSON-RPC"},
    {"tool-envelope"_L1, "ToolEnvelope"},
    {"result-wrapper"_L1, "{result}"},
    {"alpha"_L1, "{ok, data}"},
    {"jsend"_L1, "JSend"},
    {"success-flag"_L1, "{success, data}"},
    {"call-tool-result"_L1, QT_TRANSLATE_NOOP("ShownLayers", "tool result")},
    {"content-blocks"_L1, QT_TRANSLATE_NOOP("ShownLayers", "content blocks")},
    {"http-response"_L1, QT_TRANSLATE_NOOP("ShownLayers", "HTTP response")},
    {"json-api"_L1, "JSON:API"},
    {"graphql"_L1, "GraphQL"},
    {"problem-details"_L1, "problem details"},
    {"data-error"_L1, "{data, error}"},
    {"error-object"_L1, "{error}"},
};

QString layerNameOf(const EnvelopeLayer &layer)
{
    if (layer.kind == "alpha"_L1 && !layer.outside.member("ok"_L1).toBoolean(true))
        return u"{ok, error}"_s;
    const auto *found = std::ranges::find(layerNames, layer.kind, &LayerName::kind);
    return found == std::end(layerNames) ? QString(layer.kind)
                                         : QCoreApplication::translate("ShownLayers", found->name);
}

QString aboutShownLayer(const EnvelopeLayer &layer)
{
    if (layer.kind == "untrusted-fence"_L1)
        return QCoreApplication::translate(
            "ShownLayers", "its own markers say that nobody vouches for what is inside");
    if (layer.isCarrier)
        return QCoreApplication::translate("ShownLayers", "how the value was written, not what it means");
    return layer.confidence == Confidence::Certain
        ? QCoreApplication::translate("ShownLayers", "certain: it has a mark that only this envelope has")
        : QCoreApplication::translate("ShownLayers", "strong: it has the shape, and nothing else in it");
}

//! The member of \a outside that \a inside is; nothing: it is none, or is the same.
std::optional<QString> memberThatIs(const Json &outside, const Json &inside)
{
    for (qsizetype i = 0; outside.isObject() && i < outside.size(); ++i) {
        if (outside.at(i).nodeAddress() == inside.nodeAddress())
            return outside.keyAt(i);
    }
    return {};
}

std::optional<QString> pointerInside(const Outcome &outcome, qsizetype open)
{
    const QList<EnvelopeLayer> &layers = outcome.recognition->layers;
    if (layers.first().outside.nodeAddress() != outcome.receivedData.nodeAddress())
        return {};
    QString pointer;
    for (qsizetype i = 0; i < open; ++i) {
        const std::optional<QString> member =
            memberThatIs(layers.at(i).outside, valueInside(*outcome.recognition, i + 1));
        if (!member)
            return {};
        pointer = JsonPointer::child(pointer, *member);
    }
    return pointer;
}

template <typename T> QList<T> partInside(const QList<T> &all, const QString &pointer)
{
    QList<T> inside;
    for (T one : all) {
        if (!isWithin(one.pointer, pointer))
            continue;
        one.pointer = one.pointer.sliced(pointer.size());
        inside.append(std::move(one));
    }
    return inside;
}

//! The diagnosis that says that the schema describes only a part.
const Diagnosis *ofAPart(const Outcome &outcome)
{
    const bool isOne = !outcome.diagnoses.isEmpty() && outcome.diagnoses.first().validPointer
        && outcome.diagnoses.first().subject.isAbsent();
    return isOne ? &outcome.diagnoses.first() : nullptr;
}

} // namespace

QList<ShownLayer> shownLayers(const Recognition &recognition)
{
    QList<ShownLayer> shown;
    for (const EnvelopeLayer &layer : recognition.layers) {
        shown.append({layerNameOf(layer), u"%1, %2"_s.arg(layer.kind, aboutShownLayer(layer)),
            layer.kind == "untrusted-fence"_L1, false});
    }
    if (const auto &waiting = recognition.closedText) {
        const EnvelopeLayer layer{waiting->kind, Confidence::Certain, true, {}, {}};
        const QString why = waiting->isTooLarge
            ? QCoreApplication::translate("ShownLayers", "it is large: %1").arg(sizeText(waiting->bytes))
            : QCoreApplication::translate(
                  "ShownLayers", "the settings leave JSON in text the text that it is");
        shown.append(
            {layerNameOf(layer), u"%1, %2"_s.arg(layer.kind, why), layer.kind == "untrusted-fence"_L1, true});
    }
    return shown;
}

QList<ShownLayer> shownLayers(const Outcome &outcome)
{
    QList<ShownLayer> shown = outcome.recognition ? shownLayers(*outcome.recognition) : QList<ShownLayer>();
    if (const Diagnosis *diagnosis = ofAPart(outcome); diagnosis && shown.isEmpty())
        shown.append({visibleText(diagnosis->envelope, false, 40),
            QCoreApplication::translate("ShownLayers", "the part that the schema describes"), false, false});
    return shown;
}

Json valueInside(const Recognition &recognition, qsizetype open)
{
    const QList<EnvelopeLayer> &layers = recognition.layers;
    if (open < layers.size())
        return layers.at(open).outside;
    return recognition.data.isAbsent() && !layers.isEmpty() ? layers.last().inside : recognition.data;
}

OpenedOutcome openedOutcome(const Outcome &outcome, qsizetype open)
{
    OpenedOutcome opened{outcome, QString()};
    if (open == 0)
        return opened;
    const Diagnosis *part = ofAPart(outcome);
    const bool isRecognised = outcome.recognition && !outcome.recognition->layers.isEmpty();
    opened.pointer = isRecognised && !part ? pointerInside(outcome, open) : std::nullopt;
    Json data = isRecognised ? valueInside(*outcome.recognition, open)
        : part               ? validPart(*part, outcome.receivedData)
                             : outcome.envelope.data;
    opened.outcome.warnings.clear();
    opened.outcome.changes.clear();
    if (opened.pointer) {
        const Json normalised = JsonPointer::resolve(outcome.envelope.data, *opened.pointer);
        if (!normalised.isAbsent())
            data = normalised;
        opened.outcome.warnings = partInside(outcome.warnings, *opened.pointer);
        opened.outcome.changes = partInside(outcome.changes, *opened.pointer);
    }
    opened.outcome.envelope.data = data;
    return opened;
}

} // namespace Workbench::Ui
