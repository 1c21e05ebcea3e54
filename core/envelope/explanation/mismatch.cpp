// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/envelope/explanation/explanation.h"
#include "core/envelope/explanation/foreignenvelope.h"
#include "core/envelope/explanation/recogniser_p.h"
#include "core/json/jsonpointer.h"
#include "core/schema/preparedschema.h"
#include "core/schema/schemauri.h"

#include <array>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype maxPlaces = 8; // a diagnosis names the first places; the warnings list all
constexpr qsizetype maxNames = 6; // in a line of pseudo-code

struct OriginWords {
    QString value; //!< "structuredContent"
    QString schema; //!< "outputSchema"
    QString returning; //!< pseudo-code of the return statement; %1 is the returned value
};

OriginWords wordsOf(RefusedValue::Origin origin)
{
    switch (origin) {
    case RefusedValue::Origin::StructuredContent:
        return {u"structuredContent"_s, u"outputSchema"_s, u"return { structuredContent: %1 }"_s};
    case RefusedValue::Origin::Body: return {u"the body"_s, u"response schema"_s, u"return %1"_s};
    case RefusedValue::Origin::Value: return {u"the result"_s, u"outputSchema"_s, u"return %1"_s};
    }
    return {};
}

QString keywordPointer(const ValidationError &error)
{
    const SchemaUri::Split location = SchemaUri::split(error.schemaLocation);
    return SchemaUri::decoded(location.fragment);
}

QString refusedPlace(const QString &pointer)
{
    return pointer.isEmpty() ? u"the root"_s : pointer;
}

//! Returns the names that "required" keywords demand and that are missing.
QStringList missingNames(const RefusedValue &refused, const Json &schema)
{
    QStringList names;
    for (const ValidationError &error : refused.errors) {
        if (error.keyword != "required"_L1)
            continue;
        const Json place = JsonPointer::resolve(refused.value, error.pointer);
        for (const Json &name : JsonPointer::resolve(schema, keywordPointer(error)).items()) {
            if (!place.hasMember(name.toString()) && !names.contains(name.toString()))
                names.append(name.toString());
        }
    }
    return names;
}

bool onlyRequired(const RefusedValue &refused)
{
    return std::ranges::all_of(refused.errors, [](const ValidationError &error) {
        return error.keyword == "required"_L1 && error.pointer.isEmpty();
    });
}

//! Adds the places where the value fails and the keywords that it fails.
void addPlaces(Diagnosis &diagnosis, const RefusedValue &refused, const Json &schema)
{
    const OriginWords words = wordsOf(refused.origin);
    diagnosis.received = words.value;
    diagnosis.declared = words.schema;
    for (const ValidationError &error : refused.errors) {
        if (!diagnosis.failingPointers.contains(error.pointer)
            && diagnosis.failingPointers.size() < maxPlaces)
            diagnosis.failingPointers.append(error.pointer);
        const QString keyword = keywordPointer(error);
        if (!diagnosis.schemaPointers.contains(keyword) && diagnosis.schemaPointers.size() < maxPlaces)
            diagnosis.schemaPointers.append(keyword);
    }
    const QStringList missing = missingNames(refused, schema);
    if (onlyRequired(refused) && !missing.isEmpty()) {
        const QString which = missing.size() == 1 ? u"\"%1\""_s.arg(missing.first())
            : missing.size() == 2                 ? u"both names"_s
                                                  : u"%1 names"_s.arg(missing.size());
        diagnosis.failingText =
            missing.size() == 1 ? u"%1 is missing here"_s.arg(which) : u"%1 are missing here"_s.arg(which);
        diagnosis.schemaText = u"asks for %1 at the root"_s.arg(which);
        diagnosis.validText = missing.size() == 1 ? u"has it, and is valid"_s : u"has them, and is valid"_s;
        return;
    }
    if (!refused.errors.isEmpty()) {
        diagnosis.failingText = refused.errors.first().message;
        if (refused.errors.size() > 1)
            diagnosis.failingText += u"; %1 more"_s.arg(refused.errors.size() - 1);
    }
    diagnosis.schemaText = diagnosis.schemaPointers.size() == 1 ? u"is not met by the whole value"_s
                                                                : u"are not met by the whole value"_s;
    diagnosis.validText = u"is valid"_s;
}

//! Returns whether a valid \a inside is evidence for the envelope. A schema without a type accepts any value
//! that is not an object.
bool isBelievable(const EnvelopeForm &form, const Json &inside, const Json &schema)
{
    return !form.isWeak || inside.isObject() || schema.hasMember("type"_L1);
}

std::optional<Diagnosis> describesData(
    const ForeignEnvelope &envelope, const RefusedValue &refused, const PreparedSchema &schema)
{
    const EnvelopeForm &form = envelope.form;
    if (!refused.value.hasMember(form.inside) || !envelope.isSuccess(refused.value))
        return {};
    const Json inside = refused.value.member(form.inside);
    if (!isBelievable(form, inside, schema.schema) || !isValid(inside, schema))
        return {};
    const OriginWords words = wordsOf(refused.origin);
    Diagnosis diagnosis;
    diagnosis.code = u"schema.describes-data-not-envelope"_s;
    diagnosis.envelope = form.members;
    diagnosis.message =
        u"The output schema of \"%1\" describes the data inside the %2 envelope, but %3 carries the whole "
        u"envelope. The "
        "unwrapped data is valid. Server fix: declare a schema for the whole envelope, or return the bare data as %3."_s
            .arg(refused.operation, envelope.name, words.value);
    diagnosis.title = u"The schema describes the data; the server sent the envelope around it"_s;
    diagnosis.cause =
        u"The output schema of \"%1\" describes the data inside the %2 envelope, but %3 carries the whole "
        "envelope. The data inside is valid. A client that checks results against the schema refuses this one."_s
            .arg(refused.operation, form.members, words.value);
    addPlaces(diagnosis, refused, schema.schema);
    diagnosis.validPointer = JsonPointer::child(QString(), QString(form.inside));
    diagnosis.validText = *diagnosis.validPointer + u' ' + diagnosis.validText;
    diagnosis.fixes = {
        {u"Return the bare data as %1"_s.arg(words.value),
            words.returning.arg(QString(u"result."_s + form.inside))},
        {u"Or declare a schema for the whole envelope"_s,
            u"%1: %2"_s.arg(words.schema, form.declaration.toString().arg(shapeText(schema.schema)))},
    };
    if (refused.origin == RefusedValue::Origin::StructuredContent)
        diagnosis.fixes.append({QString(declareNoSchema.first), QString(declareNoSchema.second)});
    return diagnosis;
}

std::optional<Diagnosis> describesEnvelope(
    const ForeignEnvelope &envelope, const RefusedValue &refused, const PreparedSchema &schema)
{
    const EnvelopeForm &form = envelope.form;
    const Json properties = schema.schema.member("properties"_L1);
    const bool isSuch = refused.value.hasMember(form.inside) && envelope.isSuccess(refused.value);
    if (isSuch || !form.around || !form.isDeclaredBy(properties)
        || !isValid(form.around(refused.value), schema))
        return {};
    const OriginWords words = wordsOf(refused.origin);
    Diagnosis diagnosis;
    diagnosis.code = u"schema.describes-envelope-not-data"_s;
    diagnosis.envelope = form.members;
    diagnosis.message =
        u"The output schema of \"%1\" describes a %2 envelope, but %3 carries bare data. Wrapped in that "
        u"envelope, the data "
        "would be valid. Server fix: wrap the result, or declare the schema of the data."_s.arg(
            refused.operation, envelope.name, words.value);
    diagnosis.title = u"The schema describes an envelope; the server sent the bare data"_s;
    diagnosis.cause =
        u"The output schema of \"%1\" describes %2, but %3 carries the data without it. Wrapped in that "
        u"envelope, "
        "the data would be valid. A client that checks results against the schema refuses this one."_s.arg(
            refused.operation, form.members, words.value);
    addPlaces(diagnosis, refused, schema.schema);
    diagnosis.validText.clear();
    diagnosis.fixes = {
        {u"Wrap the result"_s, words.returning.arg(QString(form.construction).arg(u"result"_s))},
        {u"Or declare the schema of the data"_s,
            u"%1: %2"_s.arg(words.schema, shapeText(properties.member(form.inside)))},
    };
    return diagnosis;
}

//! The possible reasons, in the order in which they are tried for all envelopes. The first match explains the
//! mismatch.
using Rule = std::optional<Diagnosis> (*)(
    const ForeignEnvelope &, const RefusedValue &, const PreparedSchema &);
constexpr std::array rules{&describesData, &describesEnvelope};

} // namespace

bool isValid(const Json &value, const PreparedSchema &schema)
{
    if (value.isAbsent() || !schema.validator)
        return false;
    return schema.validator->validate(value, {1, true}).verdict == ValidationReport::Verdict::Valid;
}

QString namesText(const Json &object)
{
    QStringList names;
    for (const auto &entry : object.members()) {
        if (names.size() == maxNames) {
            names.append(u"…"_s);
            break;
        }
        names.append(entry.key());
    }
    return names.isEmpty() ? u"…"_s : u"{ %1 }"_s.arg(names.join(u", "_s));
}

QString shapeText(const Json &schema)
{
    const Json properties = schema.member("properties"_L1);
    return properties.size() > 0 ? namesText(properties) : schema.member("type"_L1).toString(u"…"_s);
}

Diagnosis plainMismatch(const RefusedValue &refused, const PreparedSchema &schema, const QString &message)
{
    const OriginWords words = wordsOf(refused.origin);
    Diagnosis diagnosis;
    diagnosis.code = u"schema.mismatch"_s;
    diagnosis.message = message;
    if (message.isEmpty()) {
        const QString value =
            words.value.startsWith("the "_L1) ? u"The "_s + words.value.sliced(4) : words.value;
        diagnosis.message = u"%1 does not match the output schema of \"%2\": %3 %4."_s.arg(value,
            refused.operation, QString::number(refused.errors.size()), errorWord(refused.errors.size()));
    }
    diagnosis.title = u"The result does not match the output schema"_s;
    diagnosis.cause = diagnosis.message;
    addPlaces(diagnosis, refused, schema.schema);
    diagnosis.validText.clear();
    diagnosis.schemaText.replace(u" by the whole value"_s, QString());
    const QString declared = shapeText(schema.schema);
    const QString returned = namesText(refused.value);
    const bool tellsNothing = declared == returned && !diagnosis.schemaPointers.isEmpty();
    const QString place = refusedPlace(diagnosis.failingPointers.value(0));
    const QString keyword = refusedPlace(diagnosis.schemaPointers.value(0));
    diagnosis.fixes = {
        {u"Return what the schema declares"_s,
            tellsNothing ? u"%1: a value that matches %2"_s.arg(place, keyword)
                         : words.returning.arg(declared)},
        {u"Or declare what is returned"_s,
            tellsNothing ? u"%1: a schema that the value at %2 matches"_s.arg(keyword, place)
                         : u"%1: %2"_s.arg(words.schema, returned)},
    };
    return diagnosis;
}

QList<Diagnosis> diagnoseMismatch(const RefusedValue &refused, const PreparedSchema &schema)
{
    for (const Rule rule : rules) {
        for (const ForeignEnvelope &envelope : foreignEnvelopes()) {
            if (envelope.form.members.isEmpty())
                continue;
            if (auto diagnosis = rule(envelope, refused, schema))
                return {*std::move(diagnosis)};
        }
    }
    return {};
}

} // namespace Workbench
