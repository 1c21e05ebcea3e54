// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/operation/operationdefinition.h"

#include "core/base/visibletext.h"
#include "core/json/jsonbuilder.h"
#include "core/json/jsondiff.h"
#include "core/operation/definitionhash.h"

#include <mutex>

using namespace Qt::StringLiterals;

namespace Workbench {

namespace {

constexpr qsizetype longestValue = 80; // characters
constexpr qsizetype beforeDifference = 16; // characters shown of a long text before the first difference

class SpecDefinition final : public OperationDefinition {
public:
    explicit SpecDefinition(std::shared_ptr<const OperationSpec> spec)
        : m_spec(std::move(spec))
    {
    }

    WholeDefinition whole() const override { return wholeDefinition(*m_spec); }
    QByteArray hash() const override
    {
        std::call_once(m_once, [this] { m_hash = definitionHash(*m_spec); });
        return m_hash;
    }

private:
    std::shared_ptr<const OperationSpec> m_spec;
    mutable std::once_flag m_once;
    mutable QByteArray m_hash;
};

class KeptDefinition final : public OperationDefinition {
public:
    KeptDefinition(WholeDefinition whole, QByteArray hash)
        : m_whole(std::move(whole))
        , m_hash(std::move(hash))
    {
    }

    WholeDefinition whole() const override { return m_whole; }
    QByteArray hash() const override
    {
        std::call_once(m_once, [this] {
            if (m_hash.isEmpty())
                m_hash = definitionHash(m_whole);
        });
        return m_hash;
    }

private:
    WholeDefinition m_whole;
    mutable std::once_flag m_once;
    mutable QByteArray m_hash;
};

void addDifferences(
    DefinitionDifferences &all, const QString &name, const Json &before, const Json &now, qsizetype most)
{
    const Result<JsonDiff> diff = diffJson(before, now, {.numbers = JsonNumbers::ByText});
    if (!diff) {
        all.list.append({name, before, now});
        return;
    }
    for (qsizetype i = 0; i < diff->size(); ++i) {
        if (all.list.size() >= most) {
            all.more += diff->size() - i;
            return;
        }
        const JsonChange change = diff->at(i);
        const auto placeOf = [&name](const QString &pointer) {
            return name.isEmpty() ? pointer.sliced(pointer.isEmpty() ? 0 : 1) : QString(name + pointer);
        };
        const bool hasMoved = change.kind == JsonChange::Kind::Moved;
        all.list.append({placeOf(change.pointer), change.before, change.after,
            hasMoved ? placeOf(change.from) : QString()});
    }
}

void addOne(DefinitionDifferences &all, const DefinitionDifference &difference, qsizetype most)
{
    if (all.list.size() < most)
        all.list.append(difference);
    else
        ++all.more;
}

//! Returns \a text as JSON, at most \a longest characters. A long text is cut to the part around \a same, the
//! index at which it begins to differ from another text.
QString excerpt(const QString &text, qsizetype same, qsizetype longest)
{
    const qsizetype start = std::max<qsizetype>(0, same - beforeDifference);
    QString part = text.sliced(start, std::min(longest, text.size() - start));
    if (start > 0)
        part.prepend(u'…');
    if (start + longest < text.size())
        part.append(u'…');
    return visibleText(QString::fromUtf8(Json::string(part).toBytes()));
}

QString valueText(const Json &value, qsizetype longest)
{
    if (value.isAbsent())
        return u"nothing"_s;
    if (value.isString())
        return excerpt(value.toString(), 0, longest);
    if (value.nodeCount() > longest)
        return value.isObject() ? u"{…}"_s : u"[…]"_s;
    return visibleText(QString::fromUtf8(value.toBytes()), false, longest);
}

} // namespace

WholeDefinition wholeDefinition(const OperationSpec &spec)
{
    if (spec.parts)
        return spec.parts->whole();
    if (!spec.definition.isAbsent())
        return {spec.definition};
    // The name of the source in the workspace is not part of the definition.
    return {withoutMember(withoutMember(toJson(spec), u"namespace"), u"id")};
}

DefinitionPointer sharedDefinition(std::shared_ptr<const OperationSpec> spec)
{
    return std::make_shared<const SpecDefinition>(std::move(spec));
}

DefinitionPointer keptDefinition(WholeDefinition whole, QByteArray hash)
{
    return std::make_shared<const KeptDefinition>(std::move(whole), std::move(hash));
}

DefinitionDifferences definitionDifferences(
    const WholeDefinition &before, const WholeDefinition &now, qsizetype most)
{
    DefinitionDifferences all;
    addDifferences(all, {}, before.root, now.root, most);
    for (const auto &[name, definition] : now.references.asKeyValueRange()) {
        if (const auto known = before.references.constFind(name); known != before.references.cend())
            addDifferences(all, name, *known, definition, most);
        else
            addOne(all, {name, {}, definition}, most);
    }
    for (const auto &[name, definition] : before.references.asKeyValueRange()) {
        if (!now.references.contains(name))
            addOne(all, {name, definition, {}}, most);
    }
    return all;
}

std::pair<QString, QString> valueTexts(const DefinitionDifference &difference, qsizetype longest)
{
    if (!difference.before.isString() || !difference.now.isString())
        return {valueText(difference.before, longest), valueText(difference.now, longest)};
    const QString before = difference.before.toString();
    const QString now = difference.now.toString();
    const bool areShort = std::max(before.size(), now.size()) <= longest;
    const qsizetype same = areShort ? 0 : std::ranges::mismatch(before, now).in1 - before.begin();
    return {excerpt(before, same, longest), excerpt(now, same, longest)};
}

QString toString(const DefinitionDifference &difference)
{
    const auto shown = [](const QString &place) {
        return place.isEmpty() ? u"(root)"_s : visibleText(place, false, 300);
    };
    const QString place = shown(difference.place);
    const auto [before, now] = valueTexts(difference, longestValue);
    if (!difference.from.isEmpty())
        return u"%1 moved to %2: %3"_s.arg(shown(difference.from), place, now);
    return u"%1: %2 → %3"_s.arg(place, before, now);
}

QStringList toStrings(const DefinitionDifferences &differences)
{
    QStringList lines;
    for (const DefinitionDifference &difference : differences.list)
        lines.append(toString(difference));
    if (differences.more > 0)
        lines.append(u"and %1 more"_s.arg(differences.more));
    return lines;
}

} // namespace Workbench
