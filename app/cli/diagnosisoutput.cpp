// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/cli/diagnosisoutput.h"

#include "app/cli/output.h"
#include "core/base/visibletext.h"
#include "core/envelope/explanation/explanation.h"
#include "core/envelope/explanation/recognition.h"
#include "core/json/jsonbuilder.h"
#include "core/json/jsontext.h"
#include "core/json/jsontexts.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Workbench::Cli {

namespace {

constexpr qsizetype blocksShown = 20;
constexpr qsizetype shownOfText = 4000;
constexpr qsizetype shownOfBlock = 200;

QString blockText(const Json &block)
{
    const Json text = block.member("type"_L1).utf8() == "text" ? block.member("text"_L1) : block;
    if (text.isString())
        return visibleText(text.toString(), true, shownOfText);
    return visibleText(jsonText(block.toBytes().left(4 * shownOfBlock)), false, shownOfBlock);
}

//! Returns whether \a note is a warning or an error, or states something that the output itself does not
//! show.
bool isWorthALine(const RecognitionNote &note)
{
    return note.severity != Diagnosis::Severity::Info || note.code == "text.not-opened"_L1
        || note.code == "text.not-compared"_L1 || note.code.startsWith("response-envelope."_L1)
        || note.code.startsWith("received."_L1);
}

} // namespace

Json toJson(const Diagnosis &diagnosis)
{
    const std::optional<QString> &valid = diagnosis.validPointer;
    QList<Json> changes;
    for (const Diagnosis::Fix &fix : diagnosis.fixes) {
        changes.append(
            Json::object({{u"title"_s, Json::string(fix.title)}, {u"code"_s, Json::string(fix.code)}}));
    }
    return Json::object({{u"code"_s, Json::string(diagnosis.code)},
        {u"severity"_s, Json::string(QString(severityName(diagnosis.severity)))},
        {u"message"_s, Json::string(diagnosis.message)}, {u"title"_s, Json::string(diagnosis.title)},
        {u"cause"_s, Json::string(diagnosis.cause)},
        {u"received"_s,
            Json::object({{u"in"_s, Json::string(diagnosis.received)},
                {u"failing"_s, textArray(diagnosis.failingPointers)},
                {u"text"_s, Json::string(diagnosis.failingText)},
                {u"valid"_s, valid ? Json::string(*valid) : Json()},
                {u"validText"_s, valid ? Json::string(diagnosis.validText) : Json()}})},
        {u"declared"_s,
            Json::object({{u"in"_s, Json::string(diagnosis.declared)},
                {u"pointers"_s, textArray(diagnosis.schemaPointers)},
                {u"text"_s, Json::string(diagnosis.schemaText)}})},
        {u"changes"_s, Json::array(changes)}});
}

Json layersJson(const Outcome &outcome)
{
    QList<Json> layers;
    for (const EnvelopeLayer &layer :
        outcome.recognition ? outcome.recognition->layers : QList<EnvelopeLayer>())
        layers.append(Json::string(QString(layer.kind)));
    return Json::array(layers);
}

Json metaJson(const Outcome &outcome)
{
    return outcome.recognition ? outcome.recognition->meta : Json();
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

QString layersText(const Recognition &recognition)
{
    QStringList layers;
    for (const EnvelopeLayer &layer : recognition.layers) {
        const QString name = layerName(layer.kind);
        layers.append(layer.isCarrier ? name : u"%1 (%2)"_s.arg(name, confidenceName(layer.confidence)));
    }
    if (recognition.closedText) {
        layers.append(u"%1 (not opened, %2)"_s.arg(
            layerName(recognition.closedText->kind), sizeText(recognition.closedText->bytes)));
    }
    return layers.isEmpty() ? u"no envelope is recognised"_s : layers.join(u" › "_s);
}

QStringList besideLines(const Recognition &recognition)
{
    QStringList lines;
    for (const Json &block : recognition.beside.first(std::min(recognition.beside.size(), blocksShown)))
        lines.append(u"beside the opened text: %1"_s.arg(blockText(block)));
    if (const qsizetype more = recognition.beside.size() - lines.size(); more > 0)
        lines.append(u"… and %1 more content blocks beside the opened text"_s.arg(more));
    return lines;
}

QStringList errorLines(const UnifiedError &error)
{
    const QString code = error.code.isString() ? error.code.toString() : jsonText(error.code.toBytes());
    return QStringList(u"failed: %1%2 (%3)"_s.arg(error.code.isNull() ? QString() : visibleText(code) + u": ",
               error.message, visibleText(error.category)))
        + adviceLines(Workbench::toJson(error));
}

QStringList adviceLines(const Json &error)
{
    QStringList lines;
    for (const QLatin1StringView word : {"hint"_L1, "next"_L1}) {
        if (const QString text = error.member(word).toString(); !text.isEmpty())
            lines.append(u"%1: %2"_s.arg(word, text));
    }
    return lines;
}

QLatin1StringView severityWord(Diagnosis::Severity severity)
{
    return severity == Diagnosis::Severity::Info ? "note"_L1 : severityName(severity);
}

QString noteLine(const RecognitionNote &note)
{
    return u"%1: %2 [%3]"_s.arg(
        severityWord(note.severity), visibleText(withLayerNames(note.message)), note.code);
}

void show(Output &output, const QList<Diagnosis> &diagnoses, const QList<RecognitionNote> &notes)
{
    for (const Diagnosis &diagnosis : diagnoses) {
        if (diagnosis.code == "schema.mismatch"_L1) { // the earlier warnings name each place
            if (diagnosis.received == "structuredContent"_L1) // other clients refuse the result
                output.note(u"%1: %2 [%3]"_s.arg(severityWord(diagnosis.severity),
                    visibleText(withLayerNames(diagnosis.message)), diagnosis.code));
            continue;
        }
        QString indent; // of all lines except the title
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
