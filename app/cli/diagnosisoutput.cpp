// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/cli/diagnosisoutput.h"

#include "app/cli/output.h"
#include "core/envelope/explanation.h"
#include "core/json/jsonbuilder.h"

#include <algorithm>

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

//! A fault, or something that was not looked at and that nobody would miss otherwise.
bool isWorthALine(const RecognitionNote &note)
{
    return note.severity != Diagnosis::Severity::Info || note.code == "text.not-opened"_L1
        || note.code == "text.not-compared"_L1 || note.code == "response-envelope.claimed"_L1;
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

Json closedTextJson(const Outcome &outcome)
{
    return outcome.recognition && outcome.recognition->closedText ? toJson(*outcome.recognition->closedText)
                                                                  : Json();
}

Json diagnosticsJson(const QList<Diagnosis> &diagnoses, const QList<RecognitionNote> &notes)
{
    QList<Json> all;
    for (const Diagnosis &diagnosis : diagnoses)
        all.append(toJson(diagnosis));
    for (const RecognitionNote &note : notes) {
        if (!isToldBy(diagnoses, note))
            all.append(Workbench::toJson(note));
    }
    return Json::array(all);
}

QString noteLine(const RecognitionNote &note)
{
    return u"%1: %2 [%3]"_s.arg(severityName(note.severity), note.message, note.code);
}

void show(Output &output, const QList<Diagnosis> &diagnoses, const QList<RecognitionNote> &notes)
{
    for (const Diagnosis &diagnosis : diagnoses) {
        if (diagnosis.code == "schema.mismatch"_L1) { // the warnings before name each place
            if (diagnosis.received == "structuredContent"_L1) // clients of others refuse it
                output.note(u"%1: %2 [%3]"_s.arg(
                    severityName(diagnosis.severity), diagnosis.message, diagnosis.code));
            continue;
        }
        QString indent; // of all but the title
        for (const QString &line : toText(diagnosis).split(u'\n')) {
            output.note(indent + line);
            indent = u"  "_s;
        }
    }
    for (const RecognitionNote &note : notes) {
        if (isWorthALine(note) && !isToldBy(diagnoses, note))
            output.note(noteLine(note));
    }
}

} // namespace Workbench::Cli
