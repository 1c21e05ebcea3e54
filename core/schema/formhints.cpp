// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/schema/formhints.h"

#include "core/base/limits.h"
#include "core/json/jsonnumber.h"
#include "core/json/jsonpointer.h"
#include "core/schema/schemauri.h"

#include <algorithm>
#include <cmath>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr int mostHints = 5000; // references can double at every level; further fields are edited as JSON
constexpr qsizetype mostEntries =
    1000; // fields of an object, choices, names: forms are made on the GUI thread
constexpr qsizetype mostBranches = 100;
constexpr qsizetype multilineFrom = 500; // the least maxLength of a text with several lines
constexpr int mostFollowed = 64; // of references or of allOf inside allOf
constexpr qsizetype mostBranchesSearched = 1000; // of anyOf and oneOf
constexpr qsizetype mostJoinedNodes = 50'000; // of allOf: joining copies

//! Returns the members of \a inner and \a outer. Those of \a outer take precedence; "properties" and
//! "required" are joined.
Json overlaid(const Json &inner, const Json &outer, const QStringList &without)
{
    QList<Json::Member> members;
    QHash<QString, qsizetype> places;
    const auto put = [&](const QString &key, const Json &value) {
        const auto place = places.constFind(key);
        if (place == places.cend()) {
            places.insert(key, members.size());
            members.append({key, value});
            return;
        }
        Json &known = members[*place].value;
        if (key == "properties"_L1 && known.isObject() && value.isObject()) {
            known = overlaid(known, value, {});
        } else if (key == "required"_L1 && known.isArray() && value.isArray()) {
            QList<Json> names;
            for (const Json &name : known.items())
                names.append(name);
            for (const Json &name : value.items())
                names.append(name);
            known = Json::array(names);
        } else {
            known = value;
        }
    };
    for (const auto &entry : inner.members())
        put(entry.key(), entry.value());
    for (const auto &entry : outer.members()) {
        if (!without.contains(entry.key()))
            put(entry.key(), entry.value());
    }
    return Json::object(members);
}

Json without(const Json &schema, const QString &keyword)
{
    return overlaid(Json::emptyObject(), schema, {keyword});
}

bool isNullType(const Json &schema)
{
    return schema.member("type"_L1).toString() == "null"_L1;
}

//! Resolves references, allOf and the notations for "may be null", so that a form gets one plain schema.
class FormSchemas {
public:
    explicit FormSchemas(const Json &root)
        : m_root(root)
        , m_reading{root.nodeAddress()}
    {
    }

    struct Resolved {
        Json schema;
        bool nullable = false;
        bool recursive = false; //!< an outer call is already reading it
        qsizetype entered = 0; //!< number of references that leave() removes from the list
    };

    Resolved resolve(const Json &schema)
    {
        Resolved resolved;
        Json at = schema;
        for (int i = 0; i < mostFollowed; ++i) {
            at = withParts(followed(at, resolved), resolved);
            if (resolved.recursive || !at.isObject())
                break;
            bool changed = false;
            for (const QLatin1StringView keyword : {"anyOf"_L1, "oneOf"_L1}) {
                const Json branches = at.member(keyword);
                if (branches.size() > mostBranchesSearched)
                    continue;
                QList<Json> rest;
                for (const Json &branch : branches.items()) {
                    if (!isNullType(branch))
                        rest.append(branch);
                }
                if (!branches.isArray() || rest.isEmpty()
                    || (rest.size() == branches.size() && rest.size() > 1))
                    continue;
                resolved.nullable = resolved.nullable || rest.size() < branches.size();
                at = rest.size() == 1 ? overlaid(rest.first(), at, {keyword})
                                      : overlaid(at, Json::object({{keyword, Json::array(rest)}}), {});
                changed = true;
            }
            if (!changed)
                break;
        }
        const Json type = at.member("type"_L1);
        for (const Json &name : type.items())
            resolved.nullable = resolved.nullable || name.toString() == "null"_L1;
        resolved.nullable = resolved.nullable || isNullType(at) || at.member("nullable"_L1).toBoolean();
        resolved.schema = at;
        return resolved;
    }

    void leave(const Resolved &resolved) { m_reading.resize(m_reading.size() - resolved.entered); }

    //! Returns the branches of oneOf or anyOf, each merged with its sibling keywords; empty if they only
    //! restrict an object.
    QList<Json> alternatives(const Json &schema, QLatin1StringView keyword)
    {
        const Json beside = without(schema, keyword);
        QList<Json> result;
        bool onlyRestrict = beside.member("properties"_L1).isObject();
        for (const Json &branch : schema.member(keyword).items()) {
            for (const QLatin1StringView telling :
                {"properties"_L1, "type"_L1, "$ref"_L1, "allOf"_L1, "anyOf"_L1, "oneOf"_L1})
                onlyRestrict = onlyRestrict && !branch.hasMember(telling);
            // A branch takes precedence over its siblings, and annotations of the whole schema do not apply
            // to it.
            const QStringList spoken{
                u"title"_s, u"description"_s, u"default"_s, u"examples"_s, u"$defs"_s, u"definitions"_s};
            Json common = beside;
            for (const QString &word : spoken)
                common = common.hasMember(word) ? without(common, word) : common;
            result.append(common.size() == 0 ? branch : overlaid(common, branch, {}));
        }
        return onlyRestrict ? QList<Json>() : result;
    }

    //! Returns the names of types without "null", inferred from other keywords if there is no "type".
    static QStringList typesOf(const Json &schema)
    {
        const Json type = schema.member("type"_L1);
        if (type.isString())
            return {type.toString()};
        QStringList types;
        for (const Json &name : type.items()) {
            if (name.isString() && name.toString() != "null"_L1)
                types.append(name.toString());
        }
        if (types.size() == 2 && types.contains("integer"_L1) && types.contains("number"_L1))
            return {u"number"_s};
        if (!type.isAbsent() || !schema.isObject())
            return types;
        const auto any = [&schema](std::initializer_list<QLatin1StringView> keywords) {
            return std::ranges::any_of(
                keywords, [&schema](QLatin1StringView keyword) { return schema.hasMember(keyword); });
        };
        if (any({"properties"_L1, "required"_L1, "additionalProperties"_L1, "patternProperties"_L1,
                "minProperties"_L1}))
            return {u"object"_s};
        if (any({"items"_L1, "prefixItems"_L1, "minItems"_L1, "maxItems"_L1, "uniqueItems"_L1}))
            return {u"array"_s};
        if (any({"minLength"_L1, "maxLength"_L1, "pattern"_L1}))
            return {u"string"_s};
        if (any({"minimum"_L1, "maximum"_L1, "exclusiveMinimum"_L1, "exclusiveMaximum"_L1, "multipleOf"_L1}))
            return {u"number"_s};
        return {};
    }

    static Json withType(const Json &schema, const QString &type)
    {
        return overlaid(schema, Json::object({{u"type"_s, Json::string(type)}}), {});
    }

    //! Returns a name for a branch: its reference, a constant member, or its type.
    QString nameOf(const Json &branch) const
    {
        if (const QString reference = branch.member("$ref"_L1).toString(); !reference.isEmpty())
            return JsonPointer::unescaped(SchemaUri::decoded(reference).section(u'/', -1));
        for (const auto &entry : branch.member("properties"_L1).members()) {
            if (const Json constant = entry.value().member("const"_L1); constant.isString())
                return constant.toString();
        }
        return typesOf(branch).value(0);
    }

private:
    Json target(const QString &reference) const
    {
        const SchemaUri::Split parts = SchemaUri::split(reference);
        const QString id = m_root.member("$id"_L1).toString();
        if (!parts.uri.isEmpty() && parts.uri != SchemaUri::split(id).uri)
            return {};
        const QString fragment = SchemaUri::decoded(parts.fragment);
        if (fragment.isEmpty() || fragment.startsWith(u'/'))
            return JsonPointer::resolve(m_root, fragment);
        for (const QLatin1StringView keyword : {"$defs"_L1, "definitions"_L1}) {
            for (const auto &entry : m_root.member(keyword).members()) {
                if (entry.value().member("$anchor"_L1).toString() == fragment)
                    return entry.value();
            }
        }
        return {};
    }

    Json followed(const Json &schema, Resolved &resolved)
    {
        Json at = schema;
        for (int i = 0; i < mostFollowed; ++i) {
            const Json reference = at.member("$ref"_L1);
            if (!reference.isString())
                return at;
            const Json found = target(reference.toString());
            if (!found.isObject())
                break;
            at = at.size() > 1 ? overlaid(found, at, {u"$ref"_s}) : found;
            if (m_reading.contains(found.nodeAddress())) {
                resolved.recursive = true;
                return at;
            }
            m_reading.append(found.nodeAddress());
            ++resolved.entered;
        }
        resolved.recursive = true; // the reference has no readable target, so the value is edited as JSON
        return at;
    }

    //! Returns \a schema with its allOf merged into its other keywords.
    Json withParts(const Json &schema, Resolved &resolved)
    {
        Json at = schema;
        for (int i = 0; i < mostFollowed && at.member("allOf"_L1).isArray() && !resolved.recursive; ++i) {
            const Json parts = at.member("allOf"_L1);
            if (parts.nodeCount() > mostJoinedNodes) {
                resolved.recursive = true; // edited as JSON
                break;
            }
            Json joined = Json::emptyObject();
            for (const Json &part : parts.items())
                joined = overlaid(joined, followed(part, resolved), {});
            at = overlaid(joined, at, {u"allOf"_s});
            if (at.member("$ref"_L1).isString())
                at = followed(at, resolved);
        }
        return at;
    }

    Json m_root;
    QList<const void *> m_reading; // targets of references being read, outermost first
};

//! Returns "1 to 7" or "at least 3 characters"; empty without bounds.
QString boundsInWords(const Json &low, const Json &high, bool aboveLow, bool belowHigh, const QString &unit)
{
    const auto text = [](const Json &bound) { return QString::fromLatin1(bound.numberText()); };
    const bool isOne =
        text(high.isNumber() ? high : low) == "1"_L1 && (!low.isNumber() || text(low) == "1"_L1);
    const QString after = unit.isEmpty() ? QString() : QString(u' ' + (isOne ? unit.chopped(1) : unit));
    if (low.isNumber() && high.isNumber() && !aboveLow && !belowHigh) {
        if (low == high)
            return u"exactly %1%2"_s.arg(text(low), after);
        return u"%1 to %2%3"_s.arg(text(low), text(high), after);
    }
    QStringList parts;
    if (low.isNumber())
        parts.append((aboveLow ? u"more than %1"_s : u"at least %1"_s).arg(text(low)));
    if (high.isNumber())
        parts.append((belowHigh ? u"less than %1"_s : u"at most %1"_s).arg(text(high)));
    return parts.isEmpty() ? QString() : QString(parts.join(", "_L1) + after);
}

class Reader {
public:
    explicit Reader(const Json &root)
        : m_schemas(root)
    {
    }

    FieldHint read(const Json &schema, const QString &name, bool required, int depth)
    {
        FieldHint hint;
        hint.name = name;
        hint.required = required;
        FormSchemas::Resolved resolved = m_schemas.resolve(schema);
        hint.schema = resolved.schema;
        hint.nullable = resolved.nullable;
        const Json &about = resolved.schema;
        hint.title = about.member("title"_L1).toString();
        hint.description = about.member("description"_L1).toString();
        hint.format = about.member("format"_L1).toString();
        hint.defaultValue = about.member("default"_L1);
        for (const Json &example : about.member("examples"_L1).items()) {
            if (hint.examples.size() == mostBranches)
                break;
            hint.examples.append(example);
        }
        if (const Json example = about.member("example"_L1); !example.isAbsent() && hint.examples.isEmpty())
            hint.examples.append(example);
        hint.readOnly = about.member("readOnly"_L1).toBoolean();
        hint.deprecated = about.member("deprecated"_L1).toBoolean();
        hint.secret = about.member("writeOnly"_L1).toBoolean() || hint.format == "password"_L1;
        if (!resolved.recursive && depth < Limits().schemaDepth && ++m_hints < mostHints)
            readKind(hint, depth);
        m_schemas.leave(resolved);
        return hint;
    }

private:
    void readKind(FieldHint &hint, int depth)
    {
        const Json schema = hint.schema;
        if (const Json constant = schema.member("const"_L1); !constant.isAbsent()) {
            readChoices(hint, Json::array({constant}), {});
            return;
        }
        if (const Json values = schema.member("enum"_L1);
            values.isArray() && values.size() > 0 && values.size() <= mostEntries) {
            readChoices(hint, values, schema.member("enumNames"_L1));
            return;
        }
        for (const QLatin1StringView keyword : {"oneOf"_L1, "anyOf"_L1}) {
            const Json branches = schema.member(keyword);
            if (branches.size() == 0 || !branches.isArray() || branches.size() > mostEntries)
                continue;
            if (readConstants(hint, branches))
                return;
            if (branches.size() > mostBranches)
                continue;
            QList<Json> whole = m_schemas.alternatives(schema, keyword);
            if (!whole.isEmpty()) {
                readVariants(hint, whole, depth);
                return;
            }
        }
        const QStringList types = FormSchemas::typesOf(schema);
        if (types.size() > 1) {
            QList<Json> branches;
            for (const QString &type : types)
                branches.append(FormSchemas::withType(schema, type));
            readVariants(hint, branches, depth);
            return;
        }
        const QString type = types.value(0);
        if (type == "string"_L1)
            readText(hint);
        else if (type == "integer"_L1 || type == "number"_L1)
            readNumber(hint, type == "integer"_L1);
        else if (type == "boolean"_L1)
            hint.kind = FieldKind::Boolean;
        else if (type == "object"_L1)
            readObject(hint, depth);
        else if (type == "array"_L1)
            readArray(hint, depth);
    }

    void readChoices(FieldHint &hint, const Json &values, const Json &titles)
    {
        qsizetype index = 0;
        for (const Json &value : values.items()) {
            QString title = titles.at(index++).toString();
            if (title.isEmpty())
                title = value.isString() ? value.toString() : QString::fromUtf8(value.toBytes());
            if (value.isNull() && values.size() > 1)
                hint.nullable = true;
            else
                hint.choices.append({title, value});
        }
        hint.kind = FieldKind::Choice;
    }

    //! Reads a oneOf or anyOf in which each branch is a constant. Returns false for other branches.
    bool readConstants(FieldHint &hint, const Json &branches)
    {
        QList<FieldHint::Choice> choices;
        bool nullable = false;
        for (const Json &branch : branches.items()) {
            const Json values = branch.member("enum"_L1);
            const Json constant = values.size() == 1 ? values.at(0) : branch.member("const"_L1);
            const bool isNull = constant.isNull() || branch.member("type"_L1).toString() == "null"_L1;
            if (constant.isAbsent() && !isNull)
                return false;
            nullable = nullable || isNull;
            QString title = branch.member("title"_L1).toString();
            if (title.isEmpty())
                title = constant.isString() ? constant.toString() : QString::fromUtf8(constant.toBytes());
            if (!isNull)
                choices.append({title, constant});
        }
        if (choices.isEmpty())
            return false;
        hint.choices = choices;
        hint.nullable = hint.nullable || nullable;
        hint.kind = FieldKind::Choice;
        return true;
    }

    void readVariants(FieldHint &hint, const QList<Json> &branches, int depth)
    {
        hint.kind = FieldKind::Variant;
        QStringList titles;
        for (const Json &branch : branches) {
            FieldHint variant = read(branch, QString(), hint.required, depth + 1);
            if (variant.title.isEmpty() || variant.title == hint.title)
                variant.title = m_schemas.nameOf(branch);
            if (variant.title.isEmpty())
                variant.title = u"option %1"_s.arg(titles.size() + 1);
            if (titles.contains(variant.title))
                variant.title += u" (%1)"_s.arg(titles.size() + 1);
            titles.append(variant.title);
            hint.variants.append(variant);
        }
    }

    void readNumber(FieldHint &hint, bool integer)
    {
        hint.kind = integer ? FieldKind::Integer : FieldKind::Number;
        bool exclusive[2] = {false, false};
        for (const bool upper : {false, true}) {
            Json &bound = upper ? hint.maximum : hint.minimum;
            bound = hint.schema.member(upper ? "maximum"_L1 : "minimum"_L1);
            if (!bound.isNumber())
                bound = {};
            const Json strict = hint.schema.member(upper ? "exclusiveMaximum"_L1 : "exclusiveMinimum"_L1);
            if (strict.isBoolean()) { // draft 4
                exclusive[upper] = strict.toBoolean() && bound.isNumber();
            } else if (strict.isNumber()) {
                const auto order = bound.isNumber()
                    ? JsonNumber::compare(strict.numberText(), bound.numberText())
                    : std::strong_ordering::equal;
                if (bound.isAbsent() || (upper ? order <= 0 : order >= 0)) {
                    bound = strict;
                    exclusive[upper] = true;
                }
            }
            constexpr double safe = 9e15; // a double would round a greater bound
            if (!integer || !bound.isNumber() || std::abs(bound.toDouble()) > safe)
                continue;
            const double exact = bound.toDouble();
            qint64 whole = qint64(upper ? std::floor(exact) : std::ceil(exact));
            if (exclusive[upper] && double(whole) == exact)
                whole += upper ? -1 : 1;
            exclusive[upper] = false;
            bound = Json::integer(whole);
        }
        hint.unit = boundsInWords(hint.minimum, hint.maximum, exclusive[0], exclusive[1], QString());
    }

    void readText(FieldHint &hint)
    {
        const Json longest = hint.schema.member("maxLength"_L1);
        static const QStringList wide{u"multiline"_s, u"textarea"_s, u"markdown"_s};
        const bool multiline = wide.contains(hint.format) || longest.toInteger().value_or(0) >= multilineFrom
            || hint.schema.member("contentMediaType"_L1).toString().startsWith("text/"_L1);
        hint.kind = multiline && !hint.secret ? FieldKind::MultilineText : FieldKind::Text;
        hint.unit = boundsInWords(hint.schema.member("minLength"_L1), longest, false, false, u"characters"_s);
    }

    void readObject(FieldHint &hint, int depth)
    {
        const Json properties = hint.schema.member("properties"_L1);
        const Json others = hint.schema.member("additionalProperties"_L1);
        const Json required = hint.schema.member("required"_L1);
        const bool closed = others.isBoolean() && !others.toBoolean();
        if (!properties.isObject() && !closed && required.size() == 0)
            return; // an object with arbitrary names is edited as JSON
        hint.kind = FieldKind::Object;
        QSet<QString> needed;
        for (const Json &name : required.items()) {
            if (needed.size() == mostEntries)
                break;
            needed.insert(name.toString());
        }
        QSet<QString> known;
        for (const auto &entry : properties.members()) {
            if (hint.fields.size() == mostEntries) {
                hint.fieldsLeftOut = properties.size() - mostEntries;
                return;
            }
            const QString name = entry.key();
            // The last of duplicate keys counts. In a very large object that look-up would build an index of
            // all keys.
            const Json schema =
                properties.size() > mostEntries ? entry.value() : properties.memberUtf8(entry.keyUtf8());
            if (known.contains(name) || (schema.isBoolean() && !schema.toBoolean()))
                continue;
            known.insert(name);
            hint.fields.append(read(schema, name, needed.contains(name), depth + 1));
        }
        for (const Json &name : required.items()) {
            if (hint.fields.size() == mostEntries)
                return;
            if (!name.isString() || known.contains(name.toString()))
                continue;
            known.insert(name.toString());
            hint.fields.append(read(others, name.toString(), true, depth + 1));
        }
    }

    void readArray(FieldHint &hint, int depth)
    {
        const Json items = hint.schema.member("items"_L1);
        if (items.isArray() || hint.schema.member("prefixItems"_L1).size() > 0)
            return; // in a tuple each item has its own schema
        hint.kind = FieldKind::Array;
        hint.item.append(read(items, QString(), true, depth + 1));
        const Json least = hint.schema.member("minItems"_L1);
        const Json most = hint.schema.member("maxItems"_L1);
        hint.minItems = qMax<qint64>(0, least.toInteger().value_or(0));
        hint.maxItems = qMax<qint64>(-1, most.toInteger().value_or(-1));
        hint.unit = boundsInWords(least, most, false, false, u"items"_s);
    }

    FormSchemas m_schemas;
    int m_hints = 0;
};

} // namespace

FieldHint formHints(const Json &schema)
{
    return Reader(schema).read(schema, QString(), true, 0);
}

Json initialValue(const FieldHint &hint)
{
    if (!hint.defaultValue.isAbsent())
        return hint.defaultValue;
    if (hint.nullable && !hint.name.isEmpty()) // null is a value too: it may clear a value in the service
        return {};
    switch (hint.kind) {
    case FieldKind::Text:
    case FieldKind::MultilineText:
    case FieldKind::Integer:
    case FieldKind::Number: return {};
    case FieldKind::Boolean: return Json::boolean(false);
    case FieldKind::Choice: return hint.choices.size() == 1 ? hint.choices.first().value : Json();
    case FieldKind::Variant: return hint.variants.isEmpty() ? Json() : initialValue(hint.variants.first());
    case FieldKind::Object: {
        QList<Json::Member> members;
        for (const FieldHint &field : hint.fields) {
            const Json value =
                field.required || !field.defaultValue.isAbsent() ? initialValue(field) : Json();
            if (!value.isAbsent())
                members.append({field.name, value});
        }
        return Json::object(members);
    }
    case FieldKind::Array: {
        constexpr qsizetype mostRows = 16; // more empty rows do not help the user
        const Json row = hint.item.isEmpty() ? Json() : initialValue(hint.item.first());
        return row.isAbsent() ? Json::emptyArray()
                              : Json::array(QList<Json>(qMin(hint.minItems, mostRows), row));
    }
    case FieldKind::RawJson: break;
    }
    const QString type = FormSchemas::typesOf(hint.schema).value(0);
    if (type == "object"_L1)
        return Json::emptyObject();
    return type == "array"_L1 ? Json::emptyArray() : Json();
}

} // namespace Workbench
