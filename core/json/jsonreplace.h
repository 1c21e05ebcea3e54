// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

#include <QHash>

namespace Workbench {

//! Returns \a document with the values at the JSON Pointers (RFC 6901) in \a values replaced. Returns absent
//! if a place does not exist or is inside another. All other values keep their order and digits. The last of
//! duplicate keys is replaced.
Json withReplaced(const Json &document, const QHash<QString, Json> &values);

} // namespace Workbench
