// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/models/placemarks.h"

#include "core/base/visibletext.h"
#include "core/json/jsonpointer.h"
#include "ui/models/coretexts.h"
#include "ui/models/jsonrow.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

constexpr int maxChangesMarked =
    1000; // more than a user reads, and few enough for one turn of the event loop

QString existingPlace(const Json &data, QString pointer)
{
    while (!pointer.isEmpty() && JsonPointer::resolve(data, pointer).isAbsent())
        pointer.truncate(std::max<qsizetype>(0, pointer.lastIndexOf(u'/')));
    return pointer;
}

//! Returns the note beside a received value: its value after normalisation.
QString noteOfReceived(const Change &change)
{
    const QString after = previewText(change.after, 60);
    if (change.mark != ChangeMark::Lost)
        return QCoreApplication::translate("PlaceMarks", "%1 after normalisation").arg(after);
    if (change.action == ChangeAction::Removed)
        return QCoreApplication::translate("PlaceMarks", "lost: field removed");
    return QCoreApplication::translate("PlaceMarks", "lost: %1 after normalisation").arg(after);
}

//! Returns the note beside a value made by normalisation: the received value.
QString noteOfNormalised(const Change &change)
{
    if (change.mark == ChangeMark::Filled)
        return QCoreApplication::translate("PlaceMarks", "default");
    if (change.action == ChangeAction::Added)
        return QCoreApplication::translate("PlaceMarks", "invented because nothing was received");
    if (change.before.isAbsent())
        return QCoreApplication::translate("PlaceMarks", "was an unknown value");
    return QCoreApplication::translate("PlaceMarks", "was %1").arg(previewText(change.before, 60));
}

void markChange(PlaceMarks &marks, const Json &data, DataState state, const Change &change)
{
    const bool isReceived = state == DataState::Received;
    // The place of a removed item may now hold another item.
    const bool isGone = change.action == (isReceived ? ChangeAction::Added : ChangeAction::Removed);
    const bool isLost = change.mark == ChangeMark::Lost;
    if (isGone && !isLost)
        return;
    QString place = change.pointer;
    if (isGone)
        place.truncate(std::max<qsizetype>(0, place.lastIndexOf(u'/')));
    const QString marked = existingPlace(data, place);
    PlaceMark &mark = marks[marked];
    if (!isGone && marked == place)
        mark.note = isReceived ? noteOfReceived(change) : noteOfNormalised(change);
    if (!isLost)
        return;
    mark.role = ColorRole::Warning;
    const QString message = visibleText(coreText(change.violation.message), false, 500);
    const QString reason = message.isEmpty() ? mark.note : message;
    if (!reason.isEmpty() && !mark.reasons.contains(reason))
        mark.reasons.append(reason);
}

} // namespace

PlaceMarks placeMarks(
    const Json &data, DataState state, const QList<Warning> &warnings, const QList<Change> &changes)
{
    PlaceMarks marks;
    for (const Warning &warning : warnings) {
        if (warning.isOfResult)
            continue;
        PlaceMark &mark = marks[existingPlace(data, warning.pointer)];
        mark.role = ColorRole::Warning;
        mark.reasons.append(coreText(warning.message));
    }
    int left = maxChangesMarked;
    for (const bool isLost : {true, false}) {
        for (qsizetype i = 0; i < changes.size() && left > 0; ++i) {
            if ((changes.at(i).mark == ChangeMark::Lost) != isLost)
                continue;
            markChange(marks, data, state, changes.at(i));
            --left;
        }
    }
    return marks;
}

bool isWithin(QStringView pointer, QStringView ancestor)
{
    return pointer.startsWith(ancestor)
        && (pointer.size() == ancestor.size() || pointer.at(ancestor.size()) == u'/');
}

} // namespace Workbench::Ui
