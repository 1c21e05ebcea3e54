// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/auth/secret.h"
#include "core/base/error.h"

namespace Workbench {

//! A JWT, signed with \a privateKey, by which the client \a clientId proves to \a audience for five minutes
//! that it is itself. The key is PEM: elliptic P-256 signs ES256, RSA signs RS256. ErrorKind::Usage for
//! another one; the message is a predicate of the sign-in. \source RFC 7523 section 3
Result<QByteArray> clientAssertion(
    const Secret &privateKey, const QString &clientId, const QString &audience);

} // namespace Workbench
