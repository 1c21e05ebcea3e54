// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QString>

class QDateTime;
class QSslCertificate;

namespace Workbench {

// Texts about certificates of peers, with control characters made visible.

//! Returns the common name and the organisation that \a certificate is for.
QString subjectOf(const QSslCertificate &certificate);
//! Returns the common name and the organisation of the issuer of \a certificate.
QString issuerOf(const QSslCertificate &certificate);
//! Returns "Certificate of example.org, issued by Example CA, valid from … to …, SHA-256 fingerprint …".
QString certificateText(const QSslCertificate &certificate);
//! Returns the SHA-256 fingerprint as pairs of lower case hexadecimal digits separated by colons.
QString fingerprintOf(const QSslCertificate &certificate);
//! Returns \a date in UTC in the format of ISO 8601.
QString certificateDate(const QDateTime &date);

} // namespace Workbench
