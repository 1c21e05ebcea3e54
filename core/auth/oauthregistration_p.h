// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/auth/oauthstate_p.h"

namespace Workbench {

//! Registers this program at the setup's server as a client with the redirect address \a redirectUri. Fails
//! with ErrorKind::Usage if the server takes no registrations, else with the error of postNoted().
//! \source RFC 7591 section 3
Task<Result<OAuthRegistration>> registerClient(
    OAuthState state, OAuthSetup setup, QString redirectUri, std::stop_token cancellation);

//! Returns whether the client secret of \a registration has not expired.
bool isUsable(const OAuthRegistration &registration);

//! Returns \a setup for the registered client.
OAuthSetup asRegistered(OAuthSetup setup, const OAuthRegistration &registration);

} // namespace Workbench
