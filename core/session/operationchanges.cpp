// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/session/operationchanges.h"

#include <QHash>
#include <QSet>

namespace Workbench {

namespace {

constexpr qsizetype maxListedTwice = 20;

bool isSame(const OperationSpec &a, const OperationSpec &b)
{
    if (a.deferred != b.deferred || a.group != b.group || a.remarks != b.remarks
        || a.definition != b.definition)
        return false;
    return a.deferred || toJson(a) == toJson(b); // deferred schemas are not made only to be compared
}

} // namespace

OperationChanges operationChanges(
    QList<OperationSpec> found, const OperationList &before, bool isRegistered, const QString &nameSpace)
{
    QHash<QString, qsizetype> places;
    places.reserve(before.size());
    for (qsizetype i = 0; i < before.size(); ++i)
        places.insert(before.at(i)->id.name, i);
    OperationChanges changes;
    changes.list.reserve(found.size());
    QSet<QString> seen;
    seen.reserve(found.size());
    for (OperationSpec &spec : found) {
        const QString name = spec.id.name;
        if (name.isEmpty()) { // the registry refuses it and reports why
            changes.changed.append(std::make_shared<const OperationSpec>(std::move(spec)));
            continue;
        }
        const qsizetype known = seen.size();
        seen.insert(name);
        if (seen.size() == known) {
            if (changes.listedTwice.size() < maxListedTwice)
                changes.listedTwice.append(name);
            continue;
        }
        spec.id.nameSpace = nameSpace;
        const qsizetype place = places.value(name, -1);
        changes.differs |= place != changes.list.size();
        if (place >= 0 && isRegistered && isSame(*before.at(place), spec)) {
            changes.list.append(before.at(place));
            continue;
        }
        changes.list.append(std::make_shared<const OperationSpec>(std::move(spec)));
        changes.changed.append(changes.list.last());
    }
    for (const auto &spec : before) {
        if (!seen.contains(spec->id.name))
            changes.gone.append(spec);
    }
    changes.differs |= !changes.changed.isEmpty() || !changes.gone.isEmpty();
    return changes;
}

} // namespace Workbench
