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

//! One level of a value that was taken over, in the form of one that was made.
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

//! Whether all of \a draft, which stands where nothing was received, is what the schema declares as default.
bool isFilled(const Draft &draft)
{
    if (draft.isDefault)
        return true;
    if (!draft.container || draft.container->items.isEmpty())
        return false; // a value that Create made
    return std::ranges::all_of(
        draft.container->items, [](const Draft &item) { return item.isUndefined() || isFilled(item); });
}

//! Whether \a text says \a word, a number or a boolean, and nothing else.
bool isTextOf(const Json &text, const Json &word)
{
    if (!text.isString())
        return false;
    if (word.isBoolean())
        return text.utf8() == (word.toBoolean() ? "true" : "false");
    return word.isNumber() && JsonNumber::isNumber(text.utf8())
        && JsonNumber::compare(text.utf8(), word.numberText()) == 0;
}

//! Whether \a after, of another type than \a before, says the same: a number or a boolean and its text, or an
//! array and an object with the items under their indices.
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

//! Whether both are arrays, or both objects.
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

//! Takes over from what Cast made what the schema asks for. All else stays as it was received.
class Merging {
public:
    Merging(const Refusals &refusals, QList<Change> &changes)
        : m_refusals(refusals)
        , m_changes(changes)
    {
    }

    //! \a isFree: the value around this one is refused as a whole.
    Draft merged(const Json &before, const Draft &after, const QString &pointer, bool isFree)
    {
        const Draft received{before, {}};
        const Refusals::Place *place = m_refusals.at(before);
        const bool isTaken = !after.container && after.leaf.nodeAddress() == before.nodeAddress();
        if (isTaken || (!place && !isFree))
            return received;
        const Refusals::Place here = place ? *place : Refusals::Place();
        isFree = isFree || here.whole;
        if (isSameContainer(before, after)) {
            const auto container = after.container ? after.container : opened(after);
            return before.isArray() ? mergedItems(before, *container, pointer, here, isFree)
                                    : mergedMembers(before, *container, pointer, here, isFree);
        }
        const Json made = materialise(after);
        if (made == before || (!isFree && !here.value))
            return received;
        m_changes.append(replaced(pointer, before, made));
        return after;
    }

private:
    bool mayGo(const Json &part, const Refusals::Place &around, bool isFree) const
    {
        const Refusals::Place *place = m_refusals.at(part);
        return isFree || around.shrinks || (place && place->value);
    }

    Draft mergedItems(const Json &before, const Draft::Container &after, const QString &pointer,
        const Refusals::Place &here, bool isFree)
    {
        QHash<qsizetype, qsizetype> places; // of the received items among those that Cast made
        for (qsizetype i = 0; i < after.items.size(); ++i)
            places.insert(after.origins.isEmpty() ? i : after.origins.at(i), i);
        auto container = std::make_shared<Draft::Container>();
        container->isArray = true;
        qsizetype i = 0;
        for (const Json &item : before.items()) {
            const QString place = JsonPointer::child(pointer, container->items.size());
            if (const qsizetype made = places.value(i, -1); made >= 0) {
                const Draft &draft = after.items.at(made);
                container->items.append(
                    merged(item, draft.isUndefined() ? Draft{Json::null(), {}} : draft, place, isFree));
            } else if (mayGo(item, here, isFree)) {
                m_changes.append(removed(JsonPointer::child(pointer, i), item));
            } else {
                container->items.append({item, {}});
            }
            ++i;
        }
        for (qsizetype made = 0; made < after.items.size() && (isFree || here.grows); ++made) {
            if ((after.origins.isEmpty() ? made : after.origins.at(made)) < before.size())
                continue;
            const Draft &draft = after.items.at(made);
            m_changes.append(added(JsonPointer::child(pointer, container->items.size()), draft));
            container->items.append(draft.isUndefined() ? Draft{Json::null(), {}} : draft);
        }
        return {{}, container};
    }

    Draft mergedMembers(const Json &before, const Draft::Container &after, const QString &pointer,
        const Refusals::Place &here, bool isFree)
    {
        QHash<QString, qsizetype> places; // of the members that Cast made
        for (qsizetype i = 0; i < after.items.size(); ++i) {
            if (!after.items.at(i).isUndefined())
                places.insert(after.names.at(i), i);
        }
        auto container = std::make_shared<Draft::Container>();
        for (const Json::Members::Entry &entry : before.members()) {
            const QString name = entry.key();
            const Json value = entry.value();
            const Json counting = before.member(name);
            const bool counts = counting.nodeAddress() == value.nodeAddress(); // else a later one of its name
            const QString place = JsonPointer::child(pointer, name);
            if (const qsizetype made = places.value(name, -1); made >= 0) {
                container->add(
                    name, counts ? merged(value, after.items.at(made), place, isFree) : Draft{value, {}});
            } else if (!mayGo(counting, here, isFree)) {
                container->add(name, {value, {}});
            } else if (counts) {
                m_changes.append(removed(place, value));
            }
        }
        for (qsizetype i = 0; i < after.items.size(); ++i) {
            const QString &name = after.names.at(i);
            const Draft &draft = after.items.at(i);
            if (draft.isUndefined() || before.hasMember(name)
                || !(isFree || here.grows || m_refusals.isMissing(before, name)))
                continue;
            m_changes.append(added(JsonPointer::child(pointer, name), draft));
            container->add(name, draft);
        }
        return {{}, container};
    }

    const Refusals &m_refusals;
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

Draft mergedWhereRefused(
    const Json &before, const Draft &after, const Refusals &refusals, QList<Change> &changes)
{
    return Merging(refusals, changes).merged(before, after, {}, false);
}

} // namespace Workbench::Casting
