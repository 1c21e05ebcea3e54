// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/schema/program_p.h"

#include <QDeadlineTimer>

namespace Workbench {

//! The places of a value that a schema refuses. The validator notes them while it runs, also those beyond
//! ValidateOptions::maxErrors. Cast changes only what is in here. Places are kept by the address of their
//! node, so the value must outlive the object.
class Refusals {
public:
    //! What is refused at one place. A place without any of these has a refused place below it.
    struct Place {
        bool value = false; //!< the value itself
        bool whole = false; //!< and with it all that it holds: no alternative, constant or enum fits it
        bool grows = false; //!< it has too few items or members
        bool shrinks = false; //!< it has too many, or one that must not be there
    };

    //! Validates \a value and collects what \a schema refuses.
    Refusals(const Schema &schema, const Json &value, const ValidateOptions &options);

    const ValidationReport &report() const { return m_report; }
    //! Returns what is refused at \a value or below it, or null if nothing is.
    const Place *at(const Json &value) const;
    bool isMissing(const Json &object, const QString &name) const;

    //! Replaces what is refused as a whole at \a value, for which no alternative fits, by what the
    //! alternative \a part of the schema refuses of it. Returns false, and changes nothing, if \a part is
    //! no part of the compiled schema or cannot judge the value.
    bool narrow(const Json &value, const Json &part);

    // For the validator.
    //! Notes a place that holds a refused one. Returns false if it was noted before.
    bool addAbove(const Json &value);
    void add(const Json &value, SchemaProgram::Keyword keyword);
    void addMissing(const Json &object, QByteArrayView name);

private:
    const Schema m_schema;
    const ValidateOptions m_options;
    QDeadlineTimer m_deadline; // for all calls of narrow() together
    QHash<const void *, Place> m_places;
    QHash<const void *, QSet<QString>> m_missing;
    ValidationReport m_report; // the last one, because the validator fills the others
};

} // namespace Workbench
