// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

namespace Workbench {

//! \a value as it may be shown to others: "***" for the strings and numbers of secret keys and headers at any
//! depth, also in JSON that is a string, and in URLs. What a peer keeps in other places it cannot know; for
//! secrets of ours there is KnownSecrets. The very same value when nothing was found. \source core/RULES.md
//!
Json redactedJson(const Json &value);

} // namespace Workbench
