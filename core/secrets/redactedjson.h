// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

namespace Workbench {

//! Returns \a value for showing it to others. The strings and numbers of secret keys and headers become "***"
//! at any depth, also in URLs and in JSON inside strings. Secrets of peers in other places are not found; see
//! KnownSecrets for our own secrets. Returns \a value itself, not a copy, if nothing was found.
//! \source core/RULES.md R-91
Json redactedJson(const Json &value);

} // namespace Workbench
