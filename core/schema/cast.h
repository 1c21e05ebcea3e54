// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"
#include "core/base/limits.h"

#include <memory>

namespace Workbench {

//! How a JSON Schema becomes a type to cast to. \source call-protocol.md 4.1
enum class SchemaConversion : quint8 {
    Upstream, //!< the table of the TypeScript adapter, for parity
    Extended, //!< the default
};

enum class ChangeAction : quint8 { Added, Removed, Replaced };

//! One thing that Cast did.
struct Change {
    QString pointer;
    ChangeAction action = ChangeAction::Replaced;
    Json before; //!< absent when added
    Json after; //!< absent when removed
};

//! "added", "removed", "replaced"
QLatin1StringView changeActionName(ChangeAction action);

//! One line of collectErrors. \source call-protocol.md 5.7
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
    //! \source call-protocol.md 5.2; an Error where TypeBox raises (Unknown type, unresolved reference)
    Result<bool> check(const Json &value) const;
    //! \source call-protocol.md 5.4; ErrorKind::Validation with TypeBox's text where Cast raises
    Result<CastOutcome> cast(const Json &value) const;
    //! \source call-protocol.md 5.7
    Result<QList<CastError>> collectErrors(const Json &value) const;

    struct Compiled;

private:
    std::shared_ptr<const Compiled> m_compiled;
};

//! Lines of indent + path + ": " + message. \source call-protocol.md 5.7
QString formatValueErrors(const QList<CastError> &errors, const QString &indent = QStringLiteral("  - "));

} // namespace Workbench
