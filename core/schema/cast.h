// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/schema/schema.h"

#include <memory>

namespace Workbench {

//! How a JSON Schema becomes a type to cast to. \source core/schema/README.md 1
enum class SchemaConversion : quint8 {
    Upstream, //!< the table of the TypeScript adapter, for parity
    Extended, //!< the default
};

enum class ChangeAction : quint8 { Added, Removed, Replaced };

//! What a change means for the value that was received.
enum class ChangeMark : quint8 {
    Filled, //!< nothing was received, and the default that the schema declares was put in
    Converted, //!< the value was kept, and only its type is another one: "16" became 16
    //! What was received is not in the normalised data: a value was replaced by one that does not carry it,
    //! or was removed. A value that was put in where the schema declares no default has this mark too: it is
    //! invented, and the received data says nothing of it.
    Lost,
};

//! One thing that Cast did.
struct Change {
    QString pointer; //!< RFC 6901; of a removed value: into the received data
    ChangeAction action = ChangeAction::Replaced;
    Json before; //!< absent when added
    Json after; //!< absent when removed
    ChangeMark mark = ChangeMark::Lost;
    //! The violation of the received data that made the change necessary. Cast leaves it empty, and
    //! normalise(), which validates the received data, fills it in. An empty message: not known.
    ValidationError violation = {};
};

//! "added", "removed", "replaced"
QLatin1StringView changeActionName(ChangeAction action);
//! "filled", "converted", "lost"
QLatin1StringView changeMarkName(ChangeMark mark);

//! One line of collectErrors. \source core/schema/README.md 2.7
struct CastError {
    QString path;
    QString message;
};

struct CastOutcome {
    Json value; //!< absent only when Cast made undefined at the root
    QList<Change> changes;
};

//! A schema converted for Cast: immutable, cheap to copy, usable from any thread.
class CastType {
public:
    //! Unknown: every value passes.
    CastType() = default;
    static CastType fromSchema(const Json &schema, SchemaConversion conversion = SchemaConversion::Extended,
        const Limits &limits = {});

    bool isUnknown() const;
    //! \source core/schema/README.md 2.2; an Error where TypeBox raises (Unknown type, unresolved reference)
    Result<bool> check(const Json &value) const;
    //! \source core/schema/README.md 2.4; ErrorKind::Validation with TypeBox's text where Cast raises
    Result<CastOutcome> cast(const Json &value) const;
    //! Casts \a value only at the places that its schema refuses; see normalise(). Adds to \a refusals what
    //! the alternatives refuse that are chosen meanwhile. The violation of a change has only the pointer of
    //! its place in \a value.
    Result<CastOutcome> cast(const Json &value, Refusals &refusals) const;
    //! \source core/schema/README.md 2.7
    Result<QList<CastError>> collectErrors(const Json &value) const;

    struct Compiled;

private:
    std::shared_ptr<const Compiled> m_compiled;
};

//! Lines of indent + path + ": " + message. \source core/schema/README.md 2.7
QString formatValueErrors(const QList<CastError> &errors, const QString &indent = QStringLiteral("  - "));

} // namespace Workbench
