// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

#include <QByteArray>
#include <QList>
#include <QString>

class QSslCertificate;
class QSslError;

namespace Workbench {

//! A certificate that the system does not trust and the user does, for one host. \source core/RULES.md R-30
struct AcceptedCertificate {
    QString host; //!< as it is looked up, encoded
    QByteArray sha256; //!< the fingerprint, 32 bytes

    friend bool operator==(const AcceptedCertificate &, const AcceptedCertificate &) = default;
};

//! Reads a setting [{host, sha256}]; the fingerprint is 64 hexadecimal digits, with or without colons and
//! blanks. None when it is left out. ErrorKind::Usage says what was expected, a predicate without a subject.
Result<QList<AcceptedCertificate>> readAcceptedCertificates(const Json &setting);

//! Whether the connection may go on although there are \a errors: the certificate is one of \a accepted for
//! \a host, and the user may judge each error. A changed certificate is another one.
bool isAccepted(const QSslCertificate &certificate, const QList<QSslError> &errors, const QString &host,
    const QList<AcceptedCertificate> &accepted);

//! Why a connection to \a host was refused: code "http.tls", the message a predicate without a subject that
//! ends with what can be done, the certificate described in the detail. The details are what a question
//! whether to accept it needs: {"host", "sha256", "acceptable", "reasons": [{"code", "text"}], "subject",
//! "names", "issuer", "validFrom", "validTo"}. A certificate that is revoked or broken is not acceptable;
//! of none at all the details are absent.
Error refusedCertificate(
    const QSslCertificate &certificate, const QList<QSslError> &errors, const QString &host);

} // namespace Workbench
