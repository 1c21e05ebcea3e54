// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

namespace Workbench {

//! What `${NAME}` in a source's settings stands for: a value, or a secret by its reference.
struct EnvironmentVariable {
    QString name;
    QString value{}; //!< of one that is no secret
    QString secret{}; //!< "keychain:NAME" or "env:NAME", never the secret itself; empty: none

    bool isSecret() const { return !secret.isEmpty(); }
    friend bool operator==(const EnvironmentVariable &, const EnvironmentVariable &) = default;
};

//! A named set of variables: "staging", "production".
struct Environment {
    QString name; //!< unique in a workspace
    QList<EnvironmentVariable> variables{}; //!< in the user's order

    const EnvironmentVariable *variable(QStringView variableName) const; //!< null: it has none of that name
    friend bool operator==(const Environment &, const Environment &) = default;
};

//! Letters, digits, '_', '.' and '-', beginning with a letter or '_'; "envelope" has a meaning of its own.
bool isVariableName(QStringView name);
//! "keychain:NAME" or "env:NAME".
bool isEnvironmentSecret(QStringView reference);

//! The member "environments" of a workspace. ErrorKind::Storage, with a JSON Pointer, for what is broken.
Result<QList<Environment>> environmentsFromJson(const Json &list);
//! Members of \a original that this version does not know are kept where the names are the same.
Json toJson(const QList<Environment> &environments, const Json &original);

} // namespace Workbench
