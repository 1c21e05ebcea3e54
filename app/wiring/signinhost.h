// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/auth/oauthaccess.h"
#include "core/session/signins.h"

namespace Workbench::App {

//! The person behind \a signIns, who is asked for \a access. Both outlive every sign-in.
void connectSignIns(OAuthAccess *access, SignIns *signIns);

} // namespace Workbench::App
