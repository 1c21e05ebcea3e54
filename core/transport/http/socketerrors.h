// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

#include <QAbstractSocket>

class QUrl;

namespace Workbench {

//! Returns the error that explains the failure of \a socket to the user, as a predicate without a subject.
//! For a refused certificate it names host, reason, issuer, validity and fingerprint. \source core/RULES.md
//!
Error socketError(const QAbstractSocket &socket, QAbstractSocket::SocketError error, const QUrl &url);

} // namespace Workbench
