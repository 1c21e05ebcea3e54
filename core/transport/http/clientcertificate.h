// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

#include <QByteArray>

namespace Workbench {

//! The certificate that this program shows to a server that asks for one (mutual TLS): the bytes of one or
//! two files, and the passphrase.
struct ClientCertificate {
    //! PEM, with the client's own certificate first and then its chain of authorities; or PKCS #12 (.p12,
    //! .pfx).
    QByteArray certificate;
    QByteArray key{}; //!< PEM; empty: the key is in the file of the certificate
    QByteArray passphrase{}; //!< empty: the key is not encrypted

    friend bool operator==(const ClientCertificate &, const ClientCertificate &) = default;
};

//! A client certificate in the form that libcurl takes: chain and key in PEM, the key without a passphrase.
struct ClientIdentity {
    QByteArray chain;
    QByteArray key;
};

//! Opens \a certificate. Returns ErrorKind::Usage, with a predicate without a subject, when the bytes hold no
//! certificate or no key for it, or when the passphrase does not open them.
Result<ClientIdentity> clientIdentity(const ClientCertificate &certificate);

} // namespace Workbench
