// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

namespace Workbench {

//! The text of a value that does not depend on the order of its members: sorted by the bytes of their keys,
//! of equal keys the last, compact. Numbers stay as written. Depth costs no stack.
QByteArray canonicalBytes(const Json &value);

//! SHA-256 of the whole definition of an operation. Reordered members are no change. \source reliability.md
//!
QByteArray definitionHash(const Json &definition);

} // namespace Workbench
