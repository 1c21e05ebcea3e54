// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

#include <QByteArray>

class QSslConfiguration;

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

//! Makes connections with \a configuration show \a certificate. ErrorKind::Usage, a predicate without a
//! subject, when the bytes hold no certificate or no key of it, or the passphrase does not open them.
Result<void> useClientCertificate(QSslConfiguration &configuration, const ClientCertificate &certificate);

} // namespace Workbench
