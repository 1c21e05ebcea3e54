// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"
#include "core/operation/access.h"

#include <optional>

namespace Workbench {

//! Returns the error "workspace.broken", for a workspace file that cannot be read.
std::unexpected<Error> brokenWorkspace(const QString &what);
//! Returns the error "workspace.broken": the member at \a pointer must be \a wanted.
std::unexpected<Error> wrongInWorkspace(const QString &pointer, const QString &wanted);

//! Returns \a original with the values of \a known. Unknown members stay as they are, and new ones come last.
Json inPlace(const Json &original, const QList<Json::Member> &known);

//! Reads the member "identity" of \a owner, which is at \a pointer. Nothing if it is absent or null.
Result<std::optional<Identity>> identityIn(const Json &owner, const QString &pointer);
//! Returns the member "identity", absent for nullopt. Keeps the unknown members that \a original has.
Json identityInPlace(const std::optional<Identity> &identity, const Json &original);

} // namespace Workbench
