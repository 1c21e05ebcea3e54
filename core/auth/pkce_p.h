// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArray>

namespace Workbench {

//! Returns \a bytes random bytes from the system's generator, as base64url.
QByteArray randomText(int bytes);

//! Returns the S256 code challenge of \a verifier. \source RFC 7636 section 4.2
QByteArray pkceChallenge(const QByteArray &verifier);

} // namespace Workbench
