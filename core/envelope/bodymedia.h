// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QString>

namespace Workbench {

//! Returns true if the data of an HTTP result with this Content-Type holds the body as base64: the body is
//! neither JSON nor text. Parameters of \a contentType are ignored; an empty one is binary.
bool isBinaryMedia(const QString &contentType);

} // namespace Workbench
