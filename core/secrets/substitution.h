// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

#include <QStringList>

#include <expected>
#include <functional>

namespace Workbench {

//! Returns whether \a name consists of letters, digits, '_', '.' and '-' and begins with a letter or '_'.
//! False for "envelope", which stands for this program.
bool isVariableName(QStringView name);
//! Returns whether \a reference is "keychain:NAME" or "env:NAME".
bool isEnvironmentSecret(QStringView reference);

//! Calls \a visit for every string value in \a root, at any depth; not for keys.
void visitStrings(const Json &root, const std::function<void(const QString &text)> &visit);

//! Returns the names of the placeholders `${NAME}` in string values, each once, in order. Leaves out
//! `${envelope}`, which stands for this program, and texts that are not an isVariableName(), such as
//! `${keychain:NAME}`.
QStringList placeholdersIn(const Json &settings);

//! Returns \a settings with the placeholders in string values, `${NAME}`, `${keychain:NAME}` and
//! `${env:NAME}`, replaced by the values that \a lookup returns, and `$${` replaced by `${`. Inserted values
//! are not searched again. The error is the first name for which \a lookup returns nothing.
std::expected<Json, QString> substituted(
    const Json &settings, const std::function<std::optional<QString>(const QString &name)> &lookup);

//! Returns \a text escaped so that substituted() returns the original text.
QString withoutPlaceholders(const QString &text);
//! Returns \a settings with all strings escaped so that substituted() returns the original value.
Json withoutPlaceholders(const Json &settings);

} // namespace Workbench
