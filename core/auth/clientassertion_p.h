// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"
#include "core/secrets/secret.h"

namespace Workbench {

//! Returns a JWT, signed with \a privateKey, that authenticates the client \a clientId at \a audience for
//! five minutes. The key is PEM: elliptic P-256 signs ES256, RSA signs RS256. Fails with ErrorKind::Usage for
//! any other key; the message is a clause for oauthError(). \source RFC 7523 section 3
Result<QByteArray> clientAssertion(
    const Secret &privateKey, const QString &clientId, const QString &audience);

} // namespace Workbench
