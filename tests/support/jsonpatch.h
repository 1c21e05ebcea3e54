// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/limits.h"
#include "core/json/jsondiff.h"

namespace Workbench {

//! Returns \a document with a JSON Patch applied, or the error of the first operation that failed; then
//! nothing has changed. Containers are copied only along the pointers, so that many operations on a large
//! document stay cheap. The last of duplicate keys counts; the others are removed from changed objects.
//! \error ErrorKind::Validation, code "patch.syntax" (not a JSON Patch), "patch.path" (a pointer leads
//! nowhere) or "patch.test" (a test failed), details {"operation": n} counted from 0; ErrorKind::Limit over
//! json.nodes copied or diff.steps tested; ErrorKind::Cancelled
//! \source RFC 6902 section 4
Result<Json> applyJsonPatch(
    const Json &document, const Json &patch, const Limits &limits = {}, const std::stop_token &stop = {});

//! Returns a JSON Patch of remove, add and replace that turns one value of \a diff into the other, made from
//! the changes alone.
Json patchOf(const JsonDiff &diff);

} // namespace Workbench
