// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

#include <QStringList>

#include <expected>
#include <functional>

namespace Workbench {

//! Calls \a visit for every string value in \a root, at any depth; not for keys.
void visitStrings(const Json &root, const std::function<void(const QString &text)> &visit);

//! The names that `${NAME}` asks for in string values, each once, in order. `${envelope}`, which is this
//! program, is none; nor is what has no isVariableName() between its braces, such as `${keychain:NAME}`.
QStringList placeholdersIn(const Json &settings);

//! \a settings with `${NAME}`, and the references to secrets `${keychain:NAME}` and `${env:NAME}`, in string
//! values replaced by what \a lookup says, and `$${` by `${`. What is
//! put in is not looked at again. The first name that \a lookup does not know otherwise.
std::expected<Json, QString> substituted(
    const Json &settings, const std::function<std::optional<QString>(const QString &name)> &lookup);

//! \a text written so that substituted() gives it back as it is; and the same for all of a value.
QString withoutPlaceholders(const QString &text);
Json withoutPlaceholders(const Json &settings);

} // namespace Workbench
