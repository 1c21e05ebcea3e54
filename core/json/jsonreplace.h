// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

#include <QHash>

namespace Workbench {

//! \a document with other values at the places that \a values names by JSON Pointer (RFC 6901). Each place
//! must exist, and none may be inside of another: absent where that does not hold. Everything else keeps its
//! order and digits. Of duplicate keys the last is replaced.
Json withReplaced(const Json &document, const QHash<QString, Json> &values);

} // namespace Workbench
