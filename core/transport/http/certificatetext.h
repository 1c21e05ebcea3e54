// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QString>

class QDateTime;
class QSslCertificate;

namespace Workbench {

// Texts about certificates of peers, control characters made visible.

//! The common name and the organization that a certificate is for.
QString subjectOf(const QSslCertificate &certificate);
//! The common name and the organization that issued it.
QString issuerOf(const QSslCertificate &certificate);
//! "Certificate of example.org, issued by Example CA, valid from … to …, SHA-256 fingerprint …"
QString certificateText(const QSslCertificate &certificate);
//! The fingerprint in pairs of lower case digits with colons.
QString fingerprintOf(const QSslCertificate &certificate);
//! UTC, as ISO 8601 writes it.
QString certificateDate(const QDateTime &date);

} // namespace Workbench
