// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonbuilder.h"
#include "core/json/jsonnumber.h"
#include "core/json/jsonpointer.h"
#include "core/schema/castevaluator_p.h"

#include <algorithm>

namespace Workbench::Casting {

using namespace Qt::StringLiterals;

namespace {

void write(JsonBuilder &builder, const Draft &draft, bool keepUndefined)
{
    if (!draft.container) {
        builder.value(draft.isUndefined() ? Json::null() : draft.leaf);
        return;
    }
    const Draft::Container &container = *draft.container;
    if (container.isArray) {
        builder.beginArray();
        for (const Draft &item : container.items)
            write(builder, item, keepUndefined);
        builder.endArray();
        return;
    }
    builder.beginObject();
    for (qsizetype i = 0; i < container.items.size(); ++i) {
        if (container.items.at(i).isUndefined() && !keepUndefined)
            continue;
        builder.key(container.names.at(i));
        write(builder, container.items.at(i), keepUndefined);
    }
    builder.endObject();
}

//! Returns one level of an unchanged value in the form of a built container.
std::shared_ptr<const Draft::Container> opened(const Draft &taken)
{
    auto container = std::make_shared<Draft::Container>();
    container->isArray = taken.leaf.isArray();
    const auto part = [&taken](const Json &value) {
        return Draft{.leaf = value, .container = {}, .isDefault = taken.isDefault};
    };
    for (const Json &item : taken.leaf.items())
        container->items.append(part(item));
    for (const auto &[name, member] : uniqueMembers(taken.leaf))
        container->add(name, part(member));
    return container;
}

//! Returns whether all of \a draft, at a place where no value was received, is a default that the schema
//! declares.
bool isFilled(const Draft &draft)
{
    if (draft.isDefault)
        return true;
    if (!draft.container || draft.container->items.isEmpty())
        return false; // Create made this value
    return std::ranges::all_of(
        draft.container->items, [](const Draft &item) { return item.isUndefined() || isFilled(item); });
}

//! Returns whether \a text is exactly the text of \a word, a number or a boolean.
bool isTextOf(const Json &text, const Json &word)
{
    if (!text.isString())
        return false;
    if (word.isBoolean())
        return text.utf8() == (word.toBoolean() ? "true" : "false");
    return word.isNumber() && JsonNumber::isNumber(text.utf8())
        && JsonNumber::compare(text.utf8(), word.numberText()) == 0;
}

//! Returns whether \a after has the content of \a before in another type. This is a number or a boolean and
//! its text, or an array and an object with the items under their indices.
bool isConverted(const Json &before, const Json &after)
{
    if (isTextOf(before, after) || isTextOf(after, before))
        return true;
    if (!before.isArray() || !after.isObject())
        return false;
    const qsizetype indices = after.size() - (after.hasMember("length"_L1) ? 1 : 0);
    if (indices != before.size())
        return false;
    for (qsizetype i = 0; i < before.size(); ++i) {
        if (after.member(QString::number(i)) != before.at(i))
            return false;
    }
    return true;
}

Change added(const QString &pointer, const Draft &made)
{
    return {pointer, ChangeAction::Added, {}, materialise(made),
        isFilled(made) ? ChangeMark::Filled : ChangeMark::Lost};
}

Change replaced(const QString &pointer, const Json &before, const Json &after)
{
    return {pointer, ChangeAction::Replaced, before, after,
        isConverted(before, after) ? ChangeMark::Converted : ChangeMark::Lost};
}

Change removed(const QString &pointer, const Json &before)
{
    return {pointer, ChangeAction::Removed, before, {}};
}

//! Returns whether both are arrays, or both objects.
bool isSameContainer(const Json &before, const Draft &after)
{
    const bool afterIsArray = after.container ? after.container->isArray : after.leaf.isArray();
    const bool afterIsObject = after.container ? !afterIsArray : after.leaf.isObject();
    return (before.isArray() && afterIsArray) || (before.isObject() && afterIsObject);
}

class Comparison {
public:
    explicit Comparison(qint64 maxDepth)
        : m_maxDepth(maxDepth)
    {
    }

    void compare(const Json &before, const Draft &after, const QString &pointer, qint64 depth)
    {
        if (!after.container && after.leaf.nodeAddress() == before.nodeAddress())
            return;
        if (before.isAbsent()) {
            if (!after.isUndefined())
                changes.append(added(pointer, after));
            return;
        }
        if (!isSameContainer(before, after) || depth > m_maxDepth) {
            const Json made = materialise(after);
            if (made != before)
                changes.append(replaced(pointer, before, made));
            return;
        }
        const auto container = after.container ? after.container : opened(after);
        if (before.isArray())
            compareItems(before, *container, pointer, depth);
        else
            compareMembers(before, *container, pointer, depth);
    }

    QList<Change> changes;

private:
    void compareMembers(
        const Json &before, const Draft::Container &after, const QString &pointer, qint64 depth)
    {
        QSet<QString> present;
        for (qsizetype i = 0; i < after.items.size(); ++i) {
            const QString &name = after.names.at(i);
            present.insert(name);
            compare(before.member(name), after.items.at(i), JsonPointer::child(pointer, name), depth + 1);
        }
        for (const auto &[name, member] : uniqueMembers(before)) {
            if (!present.contains(name))
                changes.append(removed(JsonPointer::child(pointer, name), member));
        }
    }

    void compareItems(const Json &before, const Draft::Container &after, const QString &pointer, qint64 depth)
    {
        QSet<qsizetype> present;
        for (qsizetype i = 0; i < after.items.size(); ++i) {
            const qsizetype origin = after.origins.isEmpty() ? i : after.origins.at(i);
            present.insert(origin);
            const Draft &item = after.items.at(i);
            compare(before.at(origin), item.isUndefined() ? Draft{Json::null(), {}} : item,
                JsonPointer::child(pointer, i), depth + 1);
        }
        for (qsizetype i = 0; i < before.size(); ++i) {
            if (!present.contains(i))
                changes.append(removed(JsonPointer::child(pointer, i), before.at(i)));
        }
    }

    qint64 m_maxDepth;
};

//! A place in the received data and in the result. The two indexes differ after a removed item.
struct Path {
    const Path *around = nullptr;
    QString name; //!< name of a member; null for an item
    qsizetype received = 0;
    qsizetype made = 0;

    QString pointer(bool isReceived) const
    {
        QList<const Path *> chain;
        for (const Path *at = this; at->around; at = at->around)
            chain.prepend(at);
        QString text;
        for (const Path *at : std::as_const(chain)) {
            text = at->name.isNull() ? JsonPointer::child(text, isReceived ? at->received : at->made)
                                     : JsonPointer::child(text, at->name);
        }
        return text;
    }
};

//! Merges the result of Cast into the received data, only at refused places. All other data stays as
//! received.
class Merging {
public:
    Merging(const Refusals &refusals, qint64 steps, QList<Change> &changes)
        : m_refusals(refusals)
        , m_stepsLeft(steps)
        , m_changes(changes)
    {
    }

    bool isOver() const { return m_stepsLeft < 0; }

    //! Returns \a before merged with \a drafts. With \a isFree, a constant or a default replaces the
    //! container of this value.
    Draft merged(const Json &before, const QList<Draft> &drafts, const Path &path, bool isFree)
    {
        const Draft received{before, {}};
        const Refusals::Place *place = m_refusals.at(before);
        if ((!place && !isFree) || !spend(1))
            return received;
        const Refusals::Place here = place ? *place : Refusals::Place();
        Containers containers;
        for (const Draft &draft : withoutTaken(before, drafts)) {
            const bool isSame = isSameContainer(before, draft);
            const bool mayReplace = isFree || here.value || here.alternatives;
            if (isSame && mayReplace && (draft.isConstant || draft.isDefault)) {
                containers = {opened(draft)};
                isFree = true;
                break;
            }
            if (isSame)
                containers.append(draft.container ? draft.container : opened(draft));
            const Json value = isSame || !mayReplace ? before : materialise(draft);
            if (value != before) {
                add(replaced({}, before, value), path);
                return draft;
            }
        }
        if (before.isArray())
            return mergedItems(before, containers, path, here, isFree);
        return before.isObject() ? mergedMembers(before, containers, path, here, isFree) : received;
    }

private:
    using Containers = QList<std::shared_ptr<const Draft::Container>>;

    bool spend(qint64 steps)
    {
        m_stepsLeft -= steps;
        return m_stepsLeft >= 0;
    }

    void add(Change change, const Path &path)
    {
        change.pointer = path.pointer(change.action == ChangeAction::Removed);
        change.violation.pointer = path.pointer(true);
        if (spend(change.pointer.size() + change.violation.pointer.size()))
            m_changes.append(std::move(change));
    }

    //! Returns the drafts that change \a before, with those of the parts of intersections. The last part
    //! comes first, because TypeBox takes the last part for scalars.
    QList<Draft> withoutTaken(const Json &before, const QList<Draft> &drafts)
    {
        QList<Draft> made;
        for (const Draft &draft : drafts) {
            if (!spend(1))
                return {};
            if (!draft.parts.isEmpty())
                made = withoutTaken(before, draft.parts) + made;
            else if (draft.container || draft.leaf.nodeAddress() != before.nodeAddress())
                made.prepend(draft);
        }
        return made;
    }

    bool isLookedAt(const Json &part, const Refusals::Place &around, bool isFree) const
    {
        return isFree || around.shrinks || m_refusals.at(part);
    }

    //! Returns whether \a part may be removed. \a isDropped tells whether Cast omits the part.
    bool mayGo(const Json &part, const Refusals::Place &around, bool isFree, bool isDropped) const
    {
        const Refusals::Place *place = m_refusals.at(part);
        return (place && place->goes) || (isDropped && (isFree || around.shrinks));
    }

    Draft mergedItems(const Json &before, const Containers &made, const Path &path,
        const Refusals::Place &here, bool isFree)
    {
        // For each result of Cast: the index in the result by the received index of an item.
        QList<QHash<qsizetype, qsizetype>> places;
        for (const auto &one : made) {
            QHash<qsizetype, qsizetype> origins;
            for (qsizetype i = 0; i < one->items.size(); ++i)
                origins.insert(one->origins.isEmpty() ? i : one->origins.at(i), i);
            places.append(origins);
        }
        auto container = std::make_shared<Draft::Container>();
        container->isArray = true;
        qsizetype index = -1;
        for (const Json &item : before.items()) {
            ++index;
            if (!isLookedAt(item, here, isFree) || !spend(1 + made.size())) {
                container->items.append({item, {}});
                continue;
            }
            QList<Draft> drafts;
            bool isDropped = false;
            for (qsizetype i = 0; i < made.size(); ++i) {
                const qsizetype place = places.at(i).value(index, -1);
                isDropped = isDropped || place < 0;
                if (place >= 0)
                    drafts.append(existing(made.at(i)->items.at(place)));
            }
            const Path at{&path, {}, index, container->items.size()};
            if (mayGo(item, here, isFree, isDropped))
                add(removed({}, item), at);
            else
                container->items.append(merged(item, drafts, at, isFree));
        }
        qsizetype added = before.size();
        for (qsizetype i = 0; i < made.size() && (isFree || here.grows); ++i) {
            for (; places.at(i).contains(added); ++added) {
                const Draft draft = existing(made.at(i)->items.at(places.at(i).value(added)));
                add(Casting::added({}, draft), {&path, {}, added, container->items.size()});
                container->items.append(draft);
            }
        }
        return {{}, container};
    }

    Draft mergedMembers(const Json &before, const Containers &made, const Path &path,
        const Refusals::Place &here, bool isFree)
    {
        QList<QHash<QString, qsizetype>> places; // for each result of Cast: index of a member by name
        for (const auto &one : made) {
            QHash<QString, qsizetype> names;
            for (qsizetype i = 0; i < one->items.size(); ++i) {
                if (!one->items.at(i).isUndefined())
                    names.insert(one->names.at(i), i);
            }
            places.append(names);
        }
        auto container = std::make_shared<Draft::Container>();
        for (const Json::Members::Entry &entry : before.members()) {
            const QString name = entry.key();
            const Json value = entry.value();
            const Json counting = before.member(name);
            if (!isLookedAt(counting, here, isFree) || !spend(1 + made.size())) {
                container->add(name, {value, {}});
                continue;
            }
            QList<Draft> drafts;
            bool isDropped = false;
            for (qsizetype i = 0; i < made.size(); ++i) {
                const qsizetype place = places.at(i).value(name, -1);
                isDropped = isDropped || place < 0;
                if (place >= 0)
                    drafts.append(made.at(i)->items.at(place));
            }
            // If this is false, a later duplicate of the member counts.
            const bool counts = counting.nodeAddress() == value.nodeAddress();
            const Path at{&path, name};
            if (!mayGo(counting, here, isFree, isDropped))
                container->add(name, counts ? merged(value, drafts, at, isFree) : Draft{value, {}});
            else if (counts)
                add(removed({}, value), at);
        }
        QSet<QString> isThere;
        for (auto one = made.crbegin(); one != made.crend(); ++one) { // in the order of the schema
            for (qsizetype i = 0; i < (*one)->items.size(); ++i) {
                const QString &name = (*one)->names.at(i);
                const Draft &draft = (*one)->items.at(i);
                const bool mayCome = isFree || here.grows || m_refusals.isMissing(before, name);
                if (!mayCome || draft.isUndefined() || before.hasMember(name) || isThere.contains(name))
                    continue;
                isThere.insert(name);
                add(added({}, draft), {&path, name});
                container->add(name, draft);
            }
        }
        return {{}, container};
    }

    //! Returns \a draft with undefined replaced by null, as in an array.
    static Draft existing(const Draft &draft)
    {
        return draft.isUndefined() ? Draft{Json::null(), {}} : draft;
    }

    const Refusals &m_refusals;
    qint64 m_stepsLeft;
    QList<Change> &m_changes;
};

} // namespace

Draft partOf(const Draft &draft, const QString &key, const Json &member)
{
    const qsizetype place = draft.container ? draft.container->names.indexOf(key) : -1;
    if (place >= 0)
        return draft.container->items.at(place);
    return {.leaf = member, .container = {}, .isDefault = draft.isDefault};
}

Json materialise(const Draft &draft, bool keepUndefined)
{
    if (!draft.container)
        return draft.leaf;
    JsonBuilder builder;
    write(builder, draft, keepUndefined);
    return builder.take();
}

QList<Change> changesBetween(const Json &before, const Draft &after, qint64 maxDepth)
{
    Comparison comparison(maxDepth);
    comparison.compare(before, after, {}, 0);
    return comparison.changes;
}

Result<Draft> mergedWhereRefused(
    const Json &before, const Draft &after, const Refusals &refusals, qint64 steps, QList<Change> &changes)
{
    Merging merging(refusals, steps, changes);
    Draft draft = merging.merged(before, {after}, {}, false);
    if (merging.isOver()) {
        return std::unexpected(
            limitError(*findLimit(u"schema.steps"), u"Cast takes too many steps"_s, steps));
    }
    return draft;
}

} // namespace Workbench::Casting
