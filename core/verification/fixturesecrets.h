// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

#include <QHash>
#include <QStringList>

namespace Workbench {

//! The names that `${secret:NAME}` asks for in a recorded input, each once.
QStringList secretsIn(const Json &input);
//! \a input with the values of \a secrets, by name, in the places of their placeholders. What is put in is
//! not looked at again.
Json withSecrets(const Json &input, const QHash<QString, QString> &secrets);

} // namespace Workbench
