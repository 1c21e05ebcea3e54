// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/limits.h"
#include "core/json/json.h"

#include <stop_token>

namespace Workbench {

//! \a document with a JSON Patch carried out, or the error of the first operation that could not be: then
//! nothing has changed. Containers are taken apart only along the pointers, so that many operations on a
//! large document stay cheap. Of duplicate keys the last counts, and the others are gone from objects that
//! are changed.
//! \error ErrorKind::Validation, code "patch.syntax" (no patch), "patch.path" (a pointer leads nowhere) or
//! "patch.test" (a test failed), details {"operation": n} counted from 0; ErrorKind::Limit over json.nodes
//! copied or diff.steps tested; ErrorKind::Cancelled
//! \source RFC 6902 section 4
Result<Json> applyJsonPatch(
    const Json &document, const Json &patch, const Limits &limits = {}, const std::stop_token &stop = {});

} // namespace Workbench
