// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/envelope/diagnosis.h"

#include "core/json/jsonpointer.h"

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

QString placeText(const QString &pointer)
{
    return pointer.isEmpty() ? u"(whole)"_s : pointer;
}

QString placesText(const QStringList &pointers)
{
    QStringList texts;
    for (const QString &pointer : pointers)
        texts.append(placeText(pointer));
    return texts.join(u", "_s);
}

//! "received  structuredContent (whole): both names are missing here"; empty when there is nothing to tell.
QString sideText(
    const QString &word, const QString &where, const QStringList &pointers, const QString &sentence)
{
    if (where.isEmpty() || sentence.isEmpty())
        return {};
    const QString places = placesText(pointers);
    return u"%1  %2: %3"_s.arg(word, places.isEmpty() ? where : where + u' ' + places, sentence);
}

} // namespace

QLatin1StringView severityName(Diagnosis::Severity severity)
{
    switch (severity) {
    case Diagnosis::Severity::Error: return "error"_L1;
    case Diagnosis::Severity::Warning: return "warning"_L1;
    case Diagnosis::Severity::Info: return "info"_L1;
    }
    return {};
}

QString fixLetter(qsizetype index)
{
    return index < 26 ? QString(QChar(u'A' + char16_t(index))) : QString::number(index + 1);
}

QString toText(const Diagnosis &diagnosis)
{
    QStringList lines{diagnosis.title + u"  ["_s + diagnosis.code + u']', diagnosis.cause};
    lines.append(
        sideText(u"received"_s, diagnosis.received, diagnosis.failingPointers, diagnosis.failingText));
    if (diagnosis.validPointer)
        lines.append(u"          %1"_s.arg(diagnosis.validText));
    lines.append(sideText(u"declared"_s, diagnosis.declared, diagnosis.schemaPointers, diagnosis.schemaText));
    lines.removeAll(QString());
    for (qsizetype i = 0; i < diagnosis.fixes.size(); ++i) {
        const Diagnosis::Fix &fix = diagnosis.fixes.at(i);
        lines.append(u"change %1  %2"_s.arg(fixLetter(i), fix.title));
        lines.append(u"          %1"_s.arg(fix.code));
    }
    return lines.join(u'\n');
}

Json validPart(const Diagnosis &diagnosis, const Json &received)
{
    return diagnosis.validPointer ? JsonPointer::resolve(received, *diagnosis.validPointer) : Json();
}

} // namespace Workbench
