// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

namespace Workbench {

//! The error of a workspace file that cannot be read, "workspace.broken".
std::unexpected<Error> brokenWorkspace(const QString &what);
//! The same for the member at \a pointer, which must be \a wanted.
std::unexpected<Error> wrongInWorkspace(const QString &pointer, const QString &wanted);

//! Members of \a known in the places they have in \a original, unknown ones as they are, new ones at the end.
Json inPlace(const Json &original, const QList<Json::Member> &known);

} // namespace Workbench
