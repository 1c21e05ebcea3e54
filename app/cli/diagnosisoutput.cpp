// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/cli/diagnosisoutput.h"

#include "app/cli/output.h"
#include "core/json/jsonbuilder.h"

#include <QSet>

using namespace Qt::StringLiterals;

namespace Workbench::Cli {

namespace {

Json pointersJson(const QStringList &pointers)
{
    QList<Json> items;
    for (const QString &pointer : pointers)
        items.append(Json::string(pointer));
    return Json::array(items);
}

} // namespace

Json toJson(const Diagnosis &diagnosis)
{
    JsonBuilder builder;
    builder.beginObject()
        .add(u"code", diagnosis.code)
        .add(u"severity", QString(severityName(diagnosis.severity)));
    builder.add(u"message", diagnosis.message).add(u"title", diagnosis.title).add(u"cause", diagnosis.cause);
    builder.key(u"received").beginObject().add(u"in", diagnosis.received);
    builder.add(u"failing", pointersJson(diagnosis.failingPointers)).add(u"text", diagnosis.failingText);
    if (diagnosis.validPointer)
        builder.add(u"valid", *diagnosis.validPointer).add(u"validText", diagnosis.validText);
    builder.endObject();
    builder.key(u"declared").beginObject().add(u"in", diagnosis.declared);
    builder.add(u"pointers", pointersJson(diagnosis.schemaPointers))
        .add(u"text", diagnosis.schemaText)
        .endObject();
    builder.key(u"changes").beginArray();
    for (const Diagnosis::Fix &fix : diagnosis.fixes)
        builder.beginObject().add(u"title", fix.title).add(u"code", fix.code).endObject();
    builder.endArray().endObject();
    return builder.take();
}

Json layersJson(const Outcome &outcome)
{
    QList<Json> layers;
    for (const EnvelopeLayer &layer :
        outcome.recognition ? outcome.recognition->layers : QList<EnvelopeLayer>())
        layers.append(Json::string(QString(layer.kind)));
    return Json::array(layers);
}

Json diagnosticsJson(const Outcome &outcome)
{
    QList<Json> all;
    QSet<QString> told;
    for (const Diagnosis &diagnosis : outcome.diagnoses) {
        all.append(toJson(diagnosis));
        told.insert(diagnosis.code);
    }
    for (const RecognitionNote &note :
        outcome.recognition ? outcome.recognition->notes : QList<RecognitionNote>()) {
        if (!told.contains(note.code))
            all.append(toJson(note));
    }
    return Json::array(all);
}

void show(Output &output, const Diagnosis &diagnosis)
{
    QString indent; // of all but the title
    for (const QString &line : toText(diagnosis).split(u'\n')) {
        output.note(indent + line);
        indent = u"  "_s;
    }
}

} // namespace Workbench::Cli
