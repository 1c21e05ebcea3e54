// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/envelope/explanation/diagnosis.h"

#include "core/base/visibletext.h"
#include "core/json/jsonpointer.h"

#include <array>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

QString placeText(const QString &pointer)
{
    return pointer.isEmpty() ? u"(root)"_s : visibleText(pointer);
}

//! Returns the pointers separated by commas, or an empty string for the root alone.
QString placesText(const QStringList &pointers)
{
    if (pointers == QStringList{QString()})
        return {};
    QStringList texts;
    for (const QString &pointer : pointers)
        texts.append(placeText(pointer));
    return texts.join(u", "_s);
}

//! Returns the issues that a refusal lists, because pointers into that list would not be helpful. Returns an
//! empty string for all other diagnoses.
QString listedText(const Diagnosis &diagnosis)
{
    const bool isRefusal = diagnosis.code.endsWith("-rejected-own-output"_L1)
        || diagnosis.code.endsWith("-rejected-result"_L1) || diagnosis.code.endsWith("-rejected-form"_L1)
        || diagnosis.code.endsWith("list.client-rejected"_L1);
    QStringList texts;
    for (const Json &listed : isRefusal ? diagnosis.subject.items() : Json().items())
        texts.append(listed.toString());
    return texts.join(u"; "_s);
}

//! Returns a line such as "received  structuredContent /city: both names are missing here", or an empty
//! string if there is nothing to report.
QString sideText(const QString &word, const QString &where, const QString &places, const QString &sentence)
{
    if (where.isEmpty() || sentence.isEmpty())
        return {};
    return u"%1  %2: %3"_s.arg(word, places.isEmpty() ? where : where + u' ' + places, sentence);
}

} // namespace

QLatin1StringView severityName(Diagnosis::Severity severity)
{
    static constexpr std::array names{"error"_L1, "warning"_L1, "info"_L1};
    return names.at(size_t(severity)); // in the order of Diagnosis::Severity
}

QString fixLetter(qsizetype index)
{
    return index < 26 ? QString(QChar(u'A' + char16_t(index))) : QString::number(index + 1);
}

QString toText(const Diagnosis &diagnosis)
{
    QStringList lines{diagnosis.title + u"  ["_s + diagnosis.code + u']', diagnosis.cause};
    const QString listed = listedText(diagnosis);
    lines.append(listed.isEmpty()
            ? sideText(u"received"_s, diagnosis.received, placesText(diagnosis.failingPointers),
                  diagnosis.failingText)
            : u"received  %1: %2 (%3)"_s.arg(diagnosis.received, listed, diagnosis.failingText));
    if (diagnosis.validPointer)
        lines.append(u"          %1"_s.arg(diagnosis.validText));
    lines.append(sideText(
        u"declared"_s, diagnosis.declared, placesText(diagnosis.schemaPointers), diagnosis.schemaText));
    lines.removeAll(QString());
    for (qsizetype i = 0; i < diagnosis.fixes.size(); ++i) {
        const Diagnosis::Fix &fix = diagnosis.fixes.at(i);
        lines.append(u"Fix %1     %2"_s.arg(fixLetter(i), fix.title));
        lines.append(u"          %1"_s.arg(fix.code));
    }
    return lines.join(u'\n');
}

Json validPart(const Diagnosis &diagnosis, const Json &received)
{
    return diagnosis.validPointer ? JsonPointer::resolve(received, *diagnosis.validPointer) : Json();
}

} // namespace Workbench
