// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

class QSslCertificate;

namespace Workbench {

//! A certificate that the system does not trust and the user does, for one host. \source reliability.md R-30
struct AcceptedCertificate {
    QString host;
    QByteArray sha256; //!< the fingerprint, 32 bytes

    friend bool operator==(const AcceptedCertificate &, const AcceptedCertificate &) = default;
};

//! Whether it is one of \a accepted for \a host. A changed certificate is not.
bool isAccepted(
    const QSslCertificate &certificate, const QString &host, const QList<AcceptedCertificate> &accepted);

} // namespace Workbench
