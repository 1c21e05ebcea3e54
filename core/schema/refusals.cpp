// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsontext.h"
#include "core/schema/evaluator_p.h"
#include "core/schema/quickprogram_p.h"
#include "core/schema/refusals_p.h"

namespace Workbench {

using SchemaProgram::Keyword;

Refusals::Refusals(const Schema &schema, const Json &value, const ValidateOptions &options)
    : m_schema(schema)
    , m_options(options)
    , m_report(schema.validate(value, options, this))
{
    m_deadline.setRemainingTime(schema.m_compiled ? schema.m_compiled->limits.schemaValidateMs : 0);
}

const Refusals::Place *Refusals::at(const Json &value) const
{
    const auto place = m_places.constFind(value.nodeAddress());
    return place == m_places.cend() ? nullptr : &*place;
}

bool Refusals::isMissing(const Json &object, const QString &name) const
{
    const auto names = m_missing.constFind(object.nodeAddress());
    return names != m_missing.cend() && names->contains(name);
}

bool Refusals::narrow(const Json &value, const Json &part)
{
    const SchemaProgram::Node *node =
        m_schema.m_compiled ? m_schema.m_compiled->nodesBySchema.value(part.nodeAddress()) : nullptr;
    if (!node)
        return false;
    ValidateOptions onlyPlaces = m_options;
    onlyPlaces.maxErrors = 0;
    const Place before = m_places.value(value.nodeAddress());
    m_places[value.nodeAddress()].whole = false;
    SchemaProgram::Evaluator evaluator(*m_schema.m_compiled, value, onlyPlaces);
    evaluator.collect(*this);
    evaluator.startFrom(node, m_deadline);
    if (evaluator.run().verdict != ValidationReport::Verdict::NotValidated)
        return true;
    m_places[value.nodeAddress()] = before;
    return false;
}

bool Refusals::addAbove(const Json &value)
{
    const qsizetype before = m_places.size();
    m_places[value.nodeAddress()];
    return m_places.size() > before;
}

void Refusals::add(const Json &value, Keyword keyword)
{
    Place &place = m_places[value.nodeAddress()];
    switch (keyword) {
    case Keyword::Required:
    case Keyword::DependentRequired: return; // addMissing() tells the names
    case Keyword::MinItems:
    case Keyword::MinProperties: place.grows = true; return;
    case Keyword::MaxItems:
    case Keyword::UniqueItems:
    case Keyword::MaxProperties:
    case Keyword::Items: place.shrinks = true; return;
    case Keyword::Contains: place.grows = place.shrinks = true; return;
    case Keyword::Enum:
    case Keyword::Const:
    case Keyword::AnyOf:
    case Keyword::OneOf: place.whole = true; [[fallthrough]];
    default: place.value = true; return;
    }
}

void Refusals::addMissing(const Json &object, QByteArrayView name)
{
    m_missing[object.nodeAddress()].insert(jsonText(name));
}

} // namespace Workbench
