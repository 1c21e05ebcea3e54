// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/auth/oauthstate_p.h"

namespace Workbench {

//! Registers this program with the setup's server as a client that comes back to \a redirectUri.
//! ErrorKind::Usage when the server takes no registrations; what it answered otherwise. \source RFC 7591
//! section 3
Task<Result<OAuthRegistration>> registerClient(
    OAuthState state, OAuthSetup setup, QString redirectUri, std::stop_token cancellation);

//! Whether \a registration still serves.
bool isUsable(const OAuthRegistration &registration);

//! \a setup as the client that was registered.
OAuthSetup asRegistered(OAuthSetup setup, const OAuthRegistration &registration);

} // namespace Workbench
