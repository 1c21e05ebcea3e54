// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/http/certificatetext.h"

#include "core/base/visibletext.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QSslCertificate>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype shownInName = 200; // characters

//! Returns the common name followed by the organisation, without repetition.
QString nameIn(const QStringList &commonNames, const QStringList &organizations)
{
    QStringList parts = commonNames + organizations;
    parts.removeDuplicates();
    return visibleText(parts.join(u", "_s), false, shownInName);
}

} // namespace

QString subjectOf(const QSslCertificate &certificate)
{
    return nameIn(certificate.subjectInfo(QSslCertificate::CommonName),
        certificate.subjectInfo(QSslCertificate::Organization));
}

QString issuerOf(const QSslCertificate &certificate)
{
    return nameIn(certificate.issuerInfo(QSslCertificate::CommonName),
        certificate.issuerInfo(QSslCertificate::Organization));
}

QString certificateDate(const QDateTime &date)
{
    return date.toUTC().toString(Qt::ISODate);
}

QString fingerprintOf(const QSslCertificate &certificate)
{
    return QString::fromLatin1(certificate.digest(QCryptographicHash::Sha256).toHex(':'));
}

QString certificateText(const QSslCertificate &certificate)
{
    return u"Certificate of %1, issued by %2, valid from %3 to %4, SHA-256 fingerprint %5"_s.arg(
        subjectOf(certificate), issuerOf(certificate), certificateDate(certificate.effectiveDate()),
        certificateDate(certificate.expiryDate()), fingerprintOf(certificate));
}

} // namespace Workbench
