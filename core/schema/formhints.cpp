// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/schema/formhints.h"

#include "core/base/limits.h"
#include "core/json/jsonnumber.h"
#include "core/schema/formschema_p.h"

#include <cmath>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr int mostHints = 5000; // references can double at every level; further fields are edited as JSON
constexpr qsizetype mostEntries =
    1000; // fields of an object, choices, names: forms are made on the GUI thread
constexpr qsizetype mostBranches = 100;
constexpr qsizetype multilineFrom = 500; // the least maxLength of a text with several lines

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
    FieldHint read(const Json &schema, const QString &name, bool required, int depth);

private:
    void readKind(FieldHint &hint, int depth);
    void readChoices(FieldHint &hint, const Json &values, const Json &titles);
    bool readConstants(FieldHint &hint, const Json &branches);
    void readVariants(FieldHint &hint, const QList<Json> &branches, int depth);
    void readNumber(FieldHint &hint, bool integer);
    void readText(FieldHint &hint);
    void readObject(FieldHint &hint, int depth);
    void readArray(FieldHint &hint, int depth);

    FormSchemas m_schemas;
    int m_hints = 0;
};

FieldHint Reader::read(const Json &schema, const QString &name, bool required, int depth)
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

void Reader::readKind(FieldHint &hint, int depth)
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

void Reader::readChoices(FieldHint &hint, const Json &values, const Json &titles)
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
bool Reader::readConstants(FieldHint &hint, const Json &branches)
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

void Reader::readVariants(FieldHint &hint, const QList<Json> &branches, int depth)
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

void Reader::readText(FieldHint &hint)
{
    const Json longest = hint.schema.member("maxLength"_L1);
    static const QStringList wide{u"multiline"_s, u"textarea"_s, u"markdown"_s};
    const bool multiline = wide.contains(hint.format) || longest.toInteger().value_or(0) >= multilineFrom
        || hint.schema.member("contentMediaType"_L1).toString().startsWith("text/"_L1);
    hint.kind = multiline && !hint.secret ? FieldKind::MultilineText : FieldKind::Text;
    hint.unit = boundsInWords(hint.schema.member("minLength"_L1), longest, false, false, u"characters"_s);
}

void Reader::readNumber(FieldHint &hint, bool integer)
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
            const auto order = bound.isNumber() ? JsonNumber::compare(strict.numberText(), bound.numberText())
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

void Reader::readObject(FieldHint &hint, int depth)
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
        // The last of duplicate keys counts. In a very large object that look-up would build an index of all
        // keys.
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

void Reader::readArray(FieldHint &hint, int depth)
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
