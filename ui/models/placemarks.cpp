// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/models/placemarks.h"

#include "core/json/jsonpointer.h"
#include "ui/models/jsontext.h"

#include <QCoreApplication>
#include <QSet>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

QString existingPlace(const Json &data, QString pointer)
{
    while (!pointer.isEmpty() && JsonPointer::resolve(data, pointer).isAbsent())
        pointer.truncate(std::max<qsizetype>(0, pointer.lastIndexOf(u'/')));
    return pointer;
}

} // namespace

PlaceMarks placeMarks(const Json &data, const QList<Warning> &warnings, const QList<Change> &changes)
{
    PlaceMarks marks;
    for (const Warning &warning : warnings) {
        PlaceMark &mark = marks[existingPlace(data, warning.pointer)];
        mark.role = ColorRole::Warning;
        mark.reasons.append(warning.message);
    }
    for (const Change &change : changes) {
        if (change.action == ChangeAction::Removed || JsonPointer::resolve(data, change.pointer).isAbsent())
            continue;
        PlaceMark &mark = marks[change.pointer];
        if (change.action == ChangeAction::Added)
            mark.note = QCoreApplication::translate("PlaceMarks", "added");
        else
            mark.note =
                QCoreApplication::translate("PlaceMarks", "was %1").arg(previewText(change.before, 60));
    }
    return marks;
}

bool isWithin(QStringView pointer, QStringView ancestor)
{
    return pointer.startsWith(ancestor)
        && (pointer.size() == ancestor.size() || pointer.at(ancestor.size()) == u'/');
}

bool schemaIsBroken(const Outcome &outcome)
{
    // Words that are no keyword of JSON Schema say something else than that the data breaks its schema, and
    // what travels the wrong way is valid all the same.
    static const QSet<QString> ours{u"cast"_s, u"budget"_s, u"mismatch"_s, u"schema"_s, u"input"_s,
        u"request"_s, u"parse"_s, u"json"_s, u"charset"_s, u"limit"_s, u"readOnly"_s, u"writeOnly"_s};
    return std::ranges::any_of(outcome.warnings, [&](const Warning &warning) {
        if (warning.keyword.isEmpty() || ours.contains(warning.keyword))
            return false;
        return std::ranges::none_of(
            outcome.changes, [&](const Change &change) { return isWithin(warning.pointer, change.pointer); });
    });
}

} // namespace Workbench::Ui
