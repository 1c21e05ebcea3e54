// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/schema/schemadefinitions.h"

#include "core/json/jsonbuilder.h"
#include "core/json/jsonpointer.h"
#include "core/json/jsonview.h"
#include "core/schema/schemauri.h"

#include <QSet>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

//! The size of a value for the compiler, estimated without reading its text again.
struct Weight {
    qint64 subschemas = 0; // every object or boolean may be one
    qint64 bytes = 0;

    bool fits(const Limits &limits) const
    {
        return subschemas <= limits.schemaSubschemas && bytes <= limits.schemaBytes;
    }
};

//! Calls \a visit with each value and key below \a root, in the order of the text, and with the node after
//! it.
template <typename Visit> void forEachNode(JsonView root, Visit visit)
{
    JsonView at = root;
    for (qsizetype left = root.extentInNodes(); left > 0; --left) {
        const JsonView following = left > 1 ? at.first() : JsonView();
        visit(at, following);
        at = following;
    }
}

Weight weightOf(JsonView root)
{
    Weight weight;
    forEachNode(root, [&weight](JsonView at, JsonView) {
        const JsonKind kind = at.kind();
        if (kind == JsonKind::Object || kind == JsonKind::Boolean)
            ++weight.subschemas;
        weight.bytes += 4;
        if (kind == JsonKind::String || kind == JsonKind::Number)
            weight.bytes += at.size();
    });
    return weight;
}

//! Returns \a schema with its nearest definitions. \a definitionOf returns the definition of a name, or an
//! absent value.
template <typename DefinitionOf>
Json withNearest(const Json &schema, const Limits &limits, bool *isCut, DefinitionOf definitionOf)
{
    QList<QByteArray> waiting = definitionsNamedIn(schema);
    if (waiting.isEmpty())
        return schema;
    QList<Json::Member> taken;
    Weight total = weightOf(JsonView(schema));
    QSet<QByteArray> known(waiting.cbegin(), waiting.cend());
    for (qsizetype i = 0; i < waiting.size(); ++i) { // nearest first
        const Json definition = definitionOf(waiting.at(i));
        if (definition.isAbsent())
            continue;
        const Weight more = weightOf(JsonView(definition));
        const Weight sum{total.subschemas + more.subschemas, total.bytes + more.bytes};
        if (!sum.fits(limits)) {
            if (isCut)
                *isCut = true;
            continue;
        }
        total = sum;
        taken.append({QString::fromUtf8(waiting.at(i)), definition});
        for (const QByteArray &name : definitionsNamedIn(definition)) {
            if (!known.contains(name)) {
                known.insert(name);
                waiting.append(name);
            }
        }
    }
    return withMember(schema, u"$defs", Json::object(taken));
}

} // namespace

QByteArrayView definitionPrefix()
{
    return "#/$defs/";
}

QList<QByteArray> definitionsNamedIn(const Json &schema)
{
    QList<QByteArray> names;
    QSet<QByteArrayView> known;
    if (schema.isAbsent())
        return names;
    forEachNode(JsonView(schema), [&](JsonView at, JsonView following) {
        if (at.kind() != JsonKind::String || following.kind() != JsonKind::String
            || !sameBytes(at.text(), "$ref") || !following.text().startsWith(definitionPrefix())
            || known.contains(following.text()))
            return;
        known.insert(following.text());
        QByteArrayView name = following.text().sliced(definitionPrefix().size());
        if (const qsizetype end = name.indexOf('/'); end >= 0)
            name = name.first(end);
        QByteArray plain = name.toByteArray();
        if (name.contains('%') || name.contains('~'))
            plain = JsonPointer::unescaped(SchemaUri::decoded(QString::fromUtf8(name))).toUtf8();
        if (!names.contains(plain))
            names.append(plain);
    });
    return names;
}

Json withNearestDefinitions(const Json &schema, const Limits &limits)
{
    const Json definitions = schema.member("$defs"_L1);
    if (!definitions.isObject() || weightOf(JsonView(schema)).fits(limits))
        return schema;
    return withNearest(withoutMember(schema, u"$defs"), limits, nullptr,
        [&definitions](const QByteArray &name) { return definitions.memberUtf8(name); });
}

Json withNearestDefinitions(
    const Json &schema, const QMap<QString, Json> &definitions, const Limits &limits, bool *isCut)
{
    const auto definitionOf = [&definitions](const QByteArray &name) {
        return definitions.value(QString::fromUtf8(name));
    };
    Json root = schema;
    if (const Json reference = schema.member("$ref"_L1); schema.size() == 1 && reference.isString()) {
        const Json definition = definitionOf(definitionsNamedIn(schema).value(0));
        if (definition.isObject() && reference.utf8().count('/') == 2)
            root = definition;
    }
    return withNearest(root, limits, isCut, definitionOf);
}

} // namespace Workbench
