// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

#include <QByteArray>
#include <QList>
#include <QString>

class QDateTime;
class QSslCertificate;
class QSslError;

namespace Workbench {

//! A certificate that the user accepted for one host although the system does not trust it. \source
//! core/RULES.md R-30
struct AcceptedCertificate {
    QString host; //!< in the encoded form that is looked up
    QByteArray sha256; //!< the SHA-256 fingerprint, 32 bytes

    friend bool operator==(const AcceptedCertificate &, const AcceptedCertificate &) = default;
};

//! Reads a setting [{host, sha256}]; the fingerprint is 64 hexadecimal digits, with or without colons and
//! blanks. Returns an empty list if the setting is absent or null. ErrorKind::Usage says what was expected,
//! as a predicate without a subject.
Result<QList<AcceptedCertificate>> readAcceptedCertificates(const Json &setting);

//! Returns whether the connection may continue in spite of \a errors: \a accepted holds the certificate for
//! \a host, and the user may judge each of the errors. A renewed certificate has another fingerprint, so it
//! is not accepted.
bool isAccepted(const QSslCertificate &certificate, const QList<QSslError> &errors, const QString &host,
    const QList<AcceptedCertificate> &accepted);

//! Returns the error for a connection to \a host that was refused because of its certificate, with the code
//! "http.tls". The message is a predicate without a subject that ends with advice; the detail describes the
//! certificate. The details hold what a question to the user needs: {"host", "sha256", "acceptable",
//! "reasons": [{"code", "text"}], "subject", "names", "issuer", "validFrom", "validTo"}. A revoked or broken
//! certificate is not acceptable. The details are absent if the server sent no certificate.
Error refusedCertificate(
    const QSslCertificate &certificate, const QList<QSslError> &errors, const QString &host);

//! Returns the common name and the organisation that \a certificate is for, with control characters made
//! visible.
QString subjectOf(const QSslCertificate &certificate);
//! Returns the common name and the organisation of the issuer of \a certificate, with control characters made
//! visible.
QString issuerOf(const QSslCertificate &certificate);
//! Returns \a date in UTC in the format of ISO 8601.
QString certificateDate(const QDateTime &date);

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
