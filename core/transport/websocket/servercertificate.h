// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

#include <QSslCertificate>
#include <QSslKey>

namespace Workbench {

//! The certificate and key with which a server of this program proves its identity. \source core/RULES.md
//!
struct ServerCertificate {
    QList<QSslCertificate> chain; //!< the server's certificate first, then its issuers
    QSslKey key;

    QByteArray sha256() const; //!< Returns the 32 bytes of the fingerprint; empty without a certificate.
};

//! Reads PEM files: a certificate followed by its issuers, and its RSA or EC key without a passphrase.
//! Returns ErrorKind::Storage when a file cannot be read, and ErrorKind::Usage when a file holds something
//! else or the key does not belong to the certificate. Blocks while it reads the files.
Result<ServerCertificate> readServerCertificate(const QString &certificateFile, const QString &keyFile);

} // namespace Workbench
