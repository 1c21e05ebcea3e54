// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/models/jsonsearch.h"

#include "core/json/jsonpointer.h"

namespace Workbench::Ui {

namespace {

bool scalarHolds(const Json &value, const QString &text)
{
    if (value.isString())
        return QString::fromUtf8(value.utf8()).contains(text, Qt::CaseInsensitive);
    return !value.isArray() && !value.isObject()
        && QString::fromUtf8(value.toBytes()).contains(text, Qt::CaseInsensitive);
}

} // namespace

JsonMatches findInJson(const Json &root, const QString &text, qsizetype maxMatches, qsizetype maxNodes,
    const std::stop_token &stop)
{
    struct Level {
        Json container;
        QString pointer;
        qsizetype next = 0;
    };
    JsonMatches found;
    if (text.isEmpty())
        return found;
    if (scalarHolds(root, text))
        found.pointers.append(QString());
    QList<Level> levels{{root, {}, 0}};
    qsizetype nodes = 0;
    while (!levels.isEmpty()) {
        Level &level = levels.last();
        if (level.next == level.container.size()) {
            levels.removeLast();
            continue;
        }
        if (++nodes > maxNodes || found.pointers.size() >= maxMatches || stop.stop_requested()) {
            found.isComplete = false;
            break;
        }
        const qsizetype index = level.next++;
        const bool isObject = level.container.isObject();
        const QString key = isObject ? level.container.keyAt(index) : QString();
        const Json value = level.container.at(index);
        const bool isContainer = value.isArray() || value.isObject();
        const bool matches =
            (isObject && key.contains(text, Qt::CaseInsensitive)) || scalarHolds(value, text);
        if (!matches && !isContainer)
            continue;
        const QString pointer =
            isObject ? JsonPointer::child(level.pointer, key) : JsonPointer::child(level.pointer, index);
        if (matches)
            found.pointers.append(pointer);
        if (isContainer)
            levels.append({value, pointer, 0});
    }
    return found;
}

} // namespace Workbench::Ui
