// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

#include <QAbstractSocket>

class QUrl;

namespace Workbench {

//! What a socket's failure means to a person, as a predicate without a subject. A refused certificate is
//! described: host, reason, issuer, validity, fingerprint. \source core/RULES.md R-30
Error socketError(const QAbstractSocket &socket, QAbstractSocket::SocketError error, const QUrl &url);

} // namespace Workbench
