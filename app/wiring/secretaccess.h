// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/auth/secretreference.h"
#include "core/session/secretaccess.h"

namespace Workbench::App {

//! What Sessions may do with secrets: look them up by \a resolver, keep them in \a store. Both outlive it.
SecretAccess secretAccess(SecretResolver *resolver, SecretStore *store);

} // namespace Workbench::App
