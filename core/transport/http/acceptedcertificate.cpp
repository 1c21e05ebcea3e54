// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/http/acceptedcertificate.h"

#include <QCryptographicHash>
#include <QSslCertificate>

#include <algorithm>

namespace Workbench {

bool isAccepted(
    const QSslCertificate &certificate, const QString &host, const QList<AcceptedCertificate> &accepted)
{
    if (certificate.isNull())
        return false;
    const QByteArray fingerprint = certificate.digest(QCryptographicHash::Sha256);
    return std::ranges::any_of(accepted, [&](const AcceptedCertificate &each) {
        return each.sha256 == fingerprint && each.host.compare(host, Qt::CaseInsensitive) == 0;
    });
}

} // namespace Workbench
