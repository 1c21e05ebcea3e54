// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/schema/schema.h"

#include <memory>

namespace Workbench {

//! The rules that convert a JSON Schema into a type to cast to. \source core/schema/README.md 1
enum class SchemaConversion : quint8 {
    Upstream, //!< the table of the TypeScript adapter, for parity
    Extended, //!< the default
};

enum class ChangeAction : quint8 { Added, Removed, Replaced };

//! The effect of a change on the received value.
enum class ChangeMark : quint8 {
    Filled, //!< no value was received, and the declared default was filled in
    Converted, //!< the value was kept and only its type changed: "16" became 16
    //! The received value is not in the normalised data: it was removed, or replaced by a value that does not
    //! carry it. A value that was filled in without a declared default has this mark too, because the
    //! received data does not contain it.
    Lost,
};

//! One change that Cast made.
struct Change {
    QString pointer; //!< RFC 6901; into the received data if the value was removed
    ChangeAction action = ChangeAction::Replaced;
    Json before; //!< absent when added
    Json after; //!< absent when removed
    ChangeMark mark = ChangeMark::Lost;
    //! The violation in the received data that made the change necessary. Cast leaves it empty; normalise(),
    //! which validates the received data, fills it in. An empty message means that the cause is unknown.
    ValidationError violation = {};
};

//! Returns "added", "removed" or "replaced".
QLatin1StringView changeActionName(ChangeAction action);
//! Returns "filled", "converted" or "lost".
QLatin1StringView changeMarkName(ChangeMark mark);

//! One line of collectErrors. \source core/schema/README.md 2.7
struct CastError {
    QString path;
    QString message;
};

struct CastOutcome {
    Json value; //!< absent only if Cast made undefined at the root
    QList<Change> changes;
};

//! A schema converted for Cast: immutable, cheap to copy, usable from any thread.
class CastType {
public:
    //! Makes the type Unknown, which accepts every value.
    CastType() = default;
    static CastType fromSchema(const Json &schema, SchemaConversion conversion = SchemaConversion::Extended,
        const Limits &limits = {});

    bool isUnknown() const;
    //! Returns whether \a value fits the type. Fails where TypeBox raises (Unknown type, unresolved
    //! reference).
    //! \source core/schema/README.md 2.2
    Result<bool> check(const Json &value) const;
    //! Casts \a value to the type. Fails with ErrorKind::Validation and the text of TypeBox where Cast
    //! raises. With \a refusals, casts only at their places, see normalise(): adds the refusals of the
    //! alternatives that it chooses, and the violation of a change has only the pointer of its place in
    //! \a value.
    //! \source core/schema/README.md 2.4
    Result<CastOutcome> cast(const Json &value, Refusals *refusals = nullptr) const;
    //! Returns the violations in the order and with the texts of TypeBox.
    //! \source core/schema/README.md 2.7
    Result<QList<CastError>> collectErrors(const Json &value) const;

    struct Compiled;

private:
    std::shared_ptr<const Compiled> m_compiled;
};

//! Returns one line of indent + path + ": " + message per error. \source core/schema/README.md 2.7
QString formatValueErrors(const QList<CastError> &errors, const QString &indent = QStringLiteral("  - "));

} // namespace Workbench
