// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/schema/normalisation.h"

#include "core/json/jsonpointer.h"
#include "core/schema/refusals_p.h"

#include <algorithm>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

QString parentOf(const QString &pointer)
{
    return pointer.first(std::max<qsizetype>(0, pointer.lastIndexOf(u'/')));
}

//! The violations of the received data by place, to find the violation that made a change necessary.
class Causes {
public:
    explicit Causes(const ValidationReport &received)
        : m_received(received)
    {
        for (qsizetype i = 0; i < received.errors.size(); ++i) {
            QString place = received.errors.at(i).pointer;
            m_at[place].append(i);
            while (!place.isEmpty()) {
                place = parentOf(place);
                if (m_below.contains(place))
                    break; // all places above contain it too
                m_below.insert(place, i);
            }
        }
    }

    //! Returns the violation at the place of \a change, otherwise the nearest violation below or around it:
    //! Cast rebuilds a container if one of its members does not fit. Empty if no violation is known. \a
    //! received is the place of the change in the received data.
    ValidationError of(const Change &change, const QString &received) const
    {
        if (change.action == ChangeAction::Added) {
            const QString name = JsonPointer::tokens(received).value(received.count(u'/') - 1);
            const QString named = u"\"%1\""_s.arg(name.left(100)); // shortened as in the validator
            for (const qsizetype i : m_at.value(parentOf(received))) {
                const ValidationError &error = m_received.errors.at(i);
                if (error.keyword == "required"_L1 && error.message.contains(named))
                    return error;
            }
        }
        if (const std::optional<qsizetype> here = nearest(received, true))
            return m_received.errors.at(*here);
        for (QString place = received; !place.isEmpty();) {
            place = parentOf(place);
            // In a truncated list, a violation beside the place may be the cause of another change.
            if (const std::optional<qsizetype> around = nearest(place, !m_received.moreErrors))
                return m_received.errors.at(*around);
        }
        return {};
    }

private:
    std::optional<qsizetype> nearest(const QString &place, bool below) const
    {
        if (const auto at = m_at.constFind(place); at != m_at.cend())
            return at->first();
        const auto found = below ? m_below.constFind(place) : m_below.cend();
        return found == m_below.cend() ? std::nullopt : std::optional(*found);
    }

    const ValidationReport &m_received;
    QHash<QString, QList<qsizetype>> m_at;
    QHash<QString, qsizetype> m_below; //!< the first violation below a place
};

} // namespace

Normalisation normalise(
    const Json &value, const Schema &schema, const CastType &type, const ValidateOptions &options)
{
    if (type.isUnknown())
        return {schema.validate(value, options), CastOutcome{value, {}}};
    Refusals refusals(schema, value, options);
    Normalisation result{refusals.report(), CastOutcome{value, {}}};
    if (result.received.verdict != ValidationReport::Verdict::Invalid)
        return result;
    result.cast = type.cast(value, &refusals);
    if (result.cast && !result.cast->changes.isEmpty()) {
        const Causes causes(result.received);
        for (Change &change : result.cast->changes)
            change.violation = causes.of(change, change.violation.pointer);
    }
    return result;
}

} // namespace Workbench
