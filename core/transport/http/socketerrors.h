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

//! Returns the error that explains a failed TLS handshake with \a url to the user, as a predicate without a
//! subject. \a text is the reason in the words of OpenSSL; it becomes the detail of the error. The code is
//! "http.tlsRefused" if the peer sent an alert, which the message names; "http.tlsVersion" if it chose a
//! version of TLS that this program does not accept; otherwise "http.tlsHandshake".
Error tlsHandshakeError(const QString &text, const QUrl &url);

} // namespace Workbench
