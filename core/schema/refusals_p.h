// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/schema/program_p.h"

#include <QDeadlineTimer>

namespace Workbench {

//! The places of a value that a schema refuses. The validator adds them while it runs, also those beyond
//! ValidateOptions::maxErrors. Cast changes only these places. Places are stored by the address of their
//! node, so the value must outlive the object.
class Refusals {
public:
    //! The refusals at one place. If all are false, a member is missing here, or a place below is refused.
    struct Place {
        bool value = false; //!< the value itself
        bool alternatives = false; //!< the value fits no alternative of an anyOf or oneOf
        bool goes = false; //!< the member or item must not be there
        bool grows = false; //!< it has too few items or members
        bool shrinks = false; //!< it has too many
    };

    //! Validates \a value and collects what \a schema refuses.
    Refusals(const Schema &schema, const Json &value, const ValidateOptions &options);

    const ValidationReport &report() const { return m_report; }
    //! Returns the refusals at or below \a value, or null if there are none.
    const Place *at(const Json &value) const;
    bool isMissing(const Json &object, const QString &name) const;

    //! Returns whether \a value fits no alternative of \a part, a subschema that has an anyOf or oneOf.
    bool fitsNoneOf(const Json &value, const Json &part) const;
    //! Adds the refusals of \a part for \a value. Needed for an alternative, whose refusals are found only
    //! when it is evaluated by itself. Returns false if \a part cannot be evaluated.
    bool narrow(const Json &value, const Json &part);

    // For the validator.
    //! Adds a place that contains a refused place. Returns false if it was added before.
    bool addAbove(const Json &value);
    void add(const Json &value, SchemaProgram::Keyword keyword, const SchemaProgram::Node *part);
    void addUnwanted(const Json &part);
    void addMissing(const Json &object, QByteArrayView name);

private:
    const SchemaProgram::Node *nodeOf(const Json &part) const;
    bool isTimeLeft();

    const Schema m_schema;
    const Json m_value;
    const ValidateOptions m_options;
    QDeadlineTimer m_deadline; // for all calls of narrow() together
    bool m_deadlineExtended = false;
    QHash<const void *, Place> m_places;
    QHash<const void *, QSet<QString>> m_missing;
    QSet<std::pair<const void *, const SchemaProgram::Node *>> m_withoutAlternative; // place and subschema
    ValidationReport m_report; // the last member: the validator fills the others while it runs
};

} // namespace Workbench
