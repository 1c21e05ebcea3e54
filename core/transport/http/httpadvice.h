// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

namespace Workbench {

//! \a error, whose message is a predicate without a subject, as whole sentences: what happened, to which
//! server, and what can be done. A question mark or a full stop at its end says that it tells what to do.
Error asSentence(Error error, const QString &sourceName);

//! \a error, whose message is a whole sentence that names no peer, with the source in front of it.
Error fromServer(Error error, const QString &sourceName);

} // namespace Workbench
