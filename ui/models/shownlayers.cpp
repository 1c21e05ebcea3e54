// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/models/shownlayers.h"

#include "core/base/visibletext.h"
#include "core/envelope/explanation/recognition.h"
#include "core/json/jsonpointer.h"
#include "ui/models/placemarks.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

//! The layer names of the core that are translated; the others are equal in every language.
[[maybe_unused]] constexpr const char *translatedNames[] = {
    QT_TRANSLATE_NOOP("ShownLayers", "JSON in text"),
    QT_TRANSLATE_NOOP("ShownLayers", "JSON in a fence"),
    QT_TRANSLATE_NOOP("ShownLayers", "untrusted text"),
    QT_TRANSLATE_NOOP("ShownLayers", "JSON in a string"),
    QT_TRANSLATE_NOOP("ShownLayers", "tool result"),
    QT_TRANSLATE_NOOP("ShownLayers", "content blocks"),
    QT_TRANSLATE_NOOP("ShownLayers", "HTTP response"),
    QT_TRANSLATE_NOOP("ShownLayers", "problem details"),
};

QString layerNameOf(const EnvelopeLayer &layer)
{
    if (layer.kind == "alpha"_L1 && !layer.outside.member("ok"_L1).toBoolean(true))
        return u"{ok, error}"_s;
    return shownLayerName(layer.kind);
}

QString aboutShownLayer(const EnvelopeLayer &layer)
{
    if (layer.kind == "untrusted-fence"_L1)
        return QCoreApplication::translate(
            "ShownLayers", "its own markers say that its content is not trusted");
    if (layer.isCarrier)
        return QCoreApplication::translate("ShownLayers", "the format of the value, not its meaning");
    return confidenceText(layer.confidence);
}

//! Returns the name of the member of \a outside that holds \a inside, or nothing if no member holds it.
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

//! Returns the changes that normalisation made to ancestors of \a pointer, as changes of the value there.
QList<Change> changesAround(const Outcome &outcome, const QString &pointer)
{
    QList<Change> around;
    for (Change change : outcome.changes) {
        if (change.pointer.size() >= pointer.size() || !isWithin(pointer, change.pointer))
            continue;
        change.pointer.clear();
        change.before = JsonPointer::resolve(outcome.receivedData, pointer);
        change.after = JsonPointer::resolve(outcome.envelope.data, pointer);
        change.action = change.after.isAbsent() ? ChangeAction::Removed : ChangeAction::Replaced;
        around.append(change);
    }
    return around;
}

//! Returns the diagnosis that the schema describes only a part of the data, or null.
const Diagnosis *ofAPart(const Outcome &outcome)
{
    const bool isOne = !outcome.diagnoses.isEmpty() && outcome.diagnoses.first().validPointer
        && outcome.diagnoses.first().subject.isAbsent();
    return isOne ? &outcome.diagnoses.first() : nullptr;
}

} // namespace

QString confidenceText(Confidence confidence)
{
    switch (confidence) {
    case Confidence::Certain:
        return QCoreApplication::translate("ShownLayers", "certain: it has the mark of this envelope");
    case Confidence::Strong:
        return QCoreApplication::translate(
            "ShownLayers", "strong: it has exactly the members of this envelope");
    case Confidence::None: break;
    }
    return {};
}

QString shownLayerName(const QString &kind)
{
    return QCoreApplication::translate("ShownLayers", layerName(kind).toUtf8().constData());
}

QString shownLayerNames(const QStringList &kinds)
{
    QStringList names;
    for (const QString &kind : kinds)
        names.append(shownLayerName(kind));
    return names.join(u" › "_s);
}

QList<ShownLayer> shownLayers(const Recognition &recognition)
{
    QList<ShownLayer> shown;
    for (const EnvelopeLayer &layer : recognition.layers) {
        shown.append({layerNameOf(layer), aboutShownLayer(layer), layer.kind == "untrusted-fence"_L1, false});
    }
    if (const auto &waiting = recognition.closedText) {
        const EnvelopeLayer layer{waiting->kind, Confidence::Certain, true, {}, {}};
        const QString why = waiting->isTooLarge
            ? QCoreApplication::translate("ShownLayers", "it is large: %1").arg(sizeText(waiting->bytes))
            : QCoreApplication::translate("ShownLayers", "the settings keep JSON in text as text");
        shown.append({layerNameOf(layer), why, layer.kind == "untrusted-fence"_L1, true});
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

QString metaOwner(const Outcome &outcome)
{
    const Json meta = outcome.recognition ? outcome.recognition->meta : Json();
    if (meta.isAbsent() || meta.size() == 0)
        return {};
    const EnvelopeLayer *owner = nullptr;
    for (const EnvelopeLayer &layer : outcome.recognition->layers) {
        const bool isOwner = layer.outside.member("meta"_L1).nodeAddress() == meta.nodeAddress();
        if (isOwner || (!owner && !layer.isCarrier))
            owner = &layer;
        if (isOwner)
            break;
    }
    return owner ? layerNameOf(*owner) : QString();
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
    opened.outcome.receivedData = isRecognised ? valueInside(*outcome.recognition, open)
        : part                                 ? validPart(*part, outcome.receivedData)
                                               : outcome.receivedData;
    opened.outcome.envelope.data = opened.outcome.receivedData;
    opened.outcome.warnings.clear();
    opened.outcome.changes.clear();
    if (opened.pointer) {
        QList<Warning> ofData = outcome.warnings;
        ofData.removeIf([](const Warning &warning) { return warning.isOfResult; });
        opened.outcome.warnings = partInside(ofData, *opened.pointer);
        opened.outcome.changes =
            changesAround(outcome, *opened.pointer) + partInside(outcome.changes, *opened.pointer);
        if (!opened.outcome.changes.isEmpty())
            opened.outcome.envelope.data = JsonPointer::resolve(outcome.envelope.data, *opened.pointer);
    }
    return opened;
}

} // namespace Workbench::Ui
