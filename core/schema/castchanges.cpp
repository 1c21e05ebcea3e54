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
                changes.append({pointer, ChangeAction::Added, {}, materialise(after),
                    isFilled(after) ? ChangeMark::Filled : ChangeMark::Lost});
            return;
        }
        const bool afterIsArray = after.container ? after.container->isArray : after.leaf.isArray();
        const bool afterIsObject = after.container ? !afterIsArray : after.leaf.isObject();
        const bool sameForm = (before.isArray() && afterIsArray) || (before.isObject() && afterIsObject);
        if (!sameForm || depth > m_maxDepth) {
            const Json made = materialise(after);
            if (made != before)
                changes.append({pointer, ChangeAction::Replaced, before, made,
                    isConverted(before, made) ? ChangeMark::Converted : ChangeMark::Lost});
            return;
        }
        const auto container = after.container ? after.container : opened(after);
        if (afterIsArray)
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
                changes.append({JsonPointer::child(pointer, name), ChangeAction::Removed, member, {}});
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
                changes.append({JsonPointer::child(pointer, i), ChangeAction::Removed, before.at(i), {}});
        }
    }

    qint64 m_maxDepth;
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

} // namespace Workbench::Casting
