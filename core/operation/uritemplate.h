// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

#include <QStringList>

namespace Workbench {

//! Names of the variables of an RFC 6570 template, in order.
QStringList templateVariables(const QString &uriTemplate);
//! The template with \a values put in. Simple, reserved and fragment expansion, path, label, parameter and
//! query forms; values are strings, missing ones are left out.
QString expandTemplate(const QString &uriTemplate, const Json &values);

} // namespace Workbench
