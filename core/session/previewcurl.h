// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/exchange/requesttext.h"
#include "core/sources/adapter.h"

namespace Workbench {

//! The request of HTTP that \a preview describes.
RequestParts partsOf(const WirePreview &preview);

//! \a preview, a request of HTTP, as commands of curl for a POSIX shell, secrets hidden. Where it belongs to
//! a session, the commands open a session of their own first: the id of ours is a secret and ends with it.
QByteArray asCurlCommands(const WirePreview &preview);

} // namespace Workbench
