// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"
#include "core/operation/access.h"

#include <optional>

namespace Workbench {

//! The value of `${NAME}` in a source's settings: a text, or a reference to a secret.
struct EnvironmentVariable {
    QString name;
    QString value{}; //!< empty for a secret
    QString secret{}; //!< "keychain:NAME" or "env:NAME", never the secret itself; empty if not a secret

    bool isSecret() const { return !secret.isEmpty(); }
    friend bool operator==(const EnvironmentVariable &, const EnvironmentVariable &) = default;
};

//! A named set of variables, with the identity of the caller: "staging", "production".
struct Environment {
    QString name; //!< unique in a workspace
    QList<EnvironmentVariable> variables{}; //!< in the user's order
    //! The identity of calls while this environment is active; nothing: the identity of the workspace.
    std::optional<Identity> identity{};

    const EnvironmentVariable *variable(QStringView variableName) const; //!< null if not found
    friend bool operator==(const Environment &, const Environment &) = default;
};

//! Reads the member "environments" of a workspace. ErrorKind::Storage names the invalid member as a JSON
//! Pointer.
Result<QList<Environment>> environmentsFromJson(const Json &list);
//! Returns the member "environments". Keeps the unknown members that \a original has in environments and
//! variables of equal names.
Json toJson(const QList<Environment> &environments, const Json &original);

} // namespace Workbench
