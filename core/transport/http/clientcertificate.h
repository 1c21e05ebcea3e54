// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

#include <QByteArray>

namespace Workbench {

//! Who we are to a server that asks for a certificate (mutual TLS): the bytes of one or two files, and the
//! passphrase itself.
struct ClientCertificate {
    QByteArray
        certificate; //!< PEM: ours first, then those that lead to its authority. Or PKCS #12 (.p12, .pfx)
    QByteArray key{}; //!< PEM; empty: it is in the same file as the certificate
    QByteArray passphrase{}; //!< empty: the key is not encrypted

    friend bool operator==(const ClientCertificate &, const ClientCertificate &) = default;
};

//! A client certificate as libcurl takes it: both in PEM, the key without a passphrase.
struct ClientIdentity {
    QByteArray chain;
    QByteArray key;
};

//! Opens \a certificate. ErrorKind::Usage, a predicate without a subject, when the bytes hold no certificate
//! or no key of it, or the passphrase does not open them.
Result<ClientIdentity> clientIdentity(const ClientCertificate &certificate);

} // namespace Workbench
