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
    , m_value(value)
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

const SchemaProgram::Node *Refusals::nodeOf(const Json &part) const
{
    return m_schema.m_compiled ? m_schema.m_compiled->nodesBySchema.value(part.nodeAddress()) : nullptr;
}

bool Refusals::fitsNoneOf(const Json &value, const Json &part) const
{
    return m_withoutAlternative.contains({value.nodeAddress(), nodeOf(part)});
}

//! Returns whether time is left. As in the validator, a large value gets more time; its size is computed only
//! when the time is up.
bool Refusals::isTimeLeft()
{
    if (m_deadline.hasExpired() && !m_deadlineExtended) {
        m_deadlineExtended = true;
        m_deadline.setRemainingTime(m_value.toBytes().size() * 100 / (1 << 20));
    }
    return !m_deadline.hasExpired();
}

bool Refusals::narrow(const Json &value, const Json &part)
{
    const SchemaProgram::Node *node = nodeOf(part);
    if (!node || !isTimeLeft())
        return false;
    ValidateOptions onlyPlaces = m_options;
    onlyPlaces.maxErrors = 0;
    SchemaProgram::Evaluator evaluator(*m_schema.m_compiled, value, onlyPlaces);
    evaluator.collect(*this);
    evaluator.startFrom(node, m_deadline);
    return evaluator.run().verdict != ValidationReport::Verdict::NotValidated;
}

bool Refusals::addAbove(const Json &value)
{
    const qsizetype before = m_places.size();
    m_places[value.nodeAddress()];
    return m_places.size() > before;
}

void Refusals::add(const Json &value, Keyword keyword, const SchemaProgram::Node *part)
{
    Place &place = m_places[value.nodeAddress()];
    switch (keyword) {
    case Keyword::Required:
    case Keyword::DependentRequired: return; // addMissing() adds the names
    case Keyword::MinItems:
    case Keyword::MinProperties: place.grows = true; return;
    case Keyword::MaxItems:
    case Keyword::UniqueItems:
    case Keyword::MaxProperties:
    case Keyword::Items: place.shrinks = true; return;
    case Keyword::Contains: place.grows = place.shrinks = true; return;
    case Keyword::AnyOf:
    case Keyword::OneOf:
        place.alternatives = true;
        m_withoutAlternative.insert({value.nodeAddress(), part});
        return;
    default: place.value = true; return;
    }
}

void Refusals::addUnwanted(const Json &part)
{
    m_places[part.nodeAddress()].goes = true;
}

void Refusals::addMissing(const Json &object, QByteArrayView name)
{
    m_missing[object.nodeAddress()].insert(jsonText(name));
}

} // namespace Workbench
