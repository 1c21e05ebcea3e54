// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArray>

namespace Workbench {

//! \a bytes random bytes of the system's, as base64url.
QByteArray randomText(int bytes);

//! \source RFC 7636 section 4.2, S256
QByteArray pkceChallenge(const QByteArray &verifier);

} // namespace Workbench
