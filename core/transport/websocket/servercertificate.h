// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

#include <QSslCertificate>
#include <QSslKey>

namespace Workbench {

//! What a server of ours proves with that it is who it says. \source core/RULES.md R-30
struct ServerCertificate {
    QList<QSslCertificate> chain; //!< its own first, then those that vouch for it
    QSslKey key;

    QByteArray sha256() const; //!< the fingerprint of its own, 32 bytes
};

//! Reads PEM files: a certificate with those that vouch for it, and its RSA or EC key without a passphrase.
//! ErrorKind::Storage when a file cannot be read, ErrorKind::Usage when it holds something else, or the two
//! do not belong together. Blocks as long as the files take.
Result<ServerCertificate> readServerCertificate(const QString &certificateFile, const QString &keyFile);

} // namespace Workbench
