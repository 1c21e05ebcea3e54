// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

namespace Workbench {

//! Returns \a error, whose message is a predicate without a subject, with whole sentences as its message:
//! which server, what happened, and what the user can do. No advice is added to a message that ends with a
//! question mark or a full stop, because such a message already contains it.
Error asSentence(Error error, const QString &sourceName);

//! Returns \a error, whose message is a whole sentence that names no peer, with the name of the source in
//! front of the message.
Error fromServer(Error error, const QString &sourceName);

} // namespace Workbench
