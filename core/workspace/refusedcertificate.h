// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

#include <QDateTime>
#include <QStringList>

namespace Workbench {

//! A server's certificate that a source refused, read from the error of the connection. The user needs these
//! facts before accepting the certificate for that source. The texts come from the peer, with control
//! characters made visible. \source core/RULES.md R-30
struct RefusedCertificate {
    struct Reason {
        QString code; //!< "selfSigned", "unknownIssuer", "expired", "notYetValid", "otherHost", …
        QString text; //!< technical detail, in English
    };
    QString host;
    QString sha256; //!< the fingerprint, in pairs of lower case digits with colons
    bool mayBeAccepted = false; //!< false if the certificate is revoked or broken
    QList<Reason> reasons;
    QString subject;
    QStringList names; //!< names of the hosts for which it is valid
    QString issuer;
    QDateTime validFrom; //!< UTC
    QDateTime validTo; //!< UTC

    //! Returns the certificate that \a error describes, or nothing if the error has another cause.
    static std::optional<RefusedCertificate> of(const Error &error);
};

//! Returns the fingerprints that a source's settings accept for \a host, in the form of
//! RefusedCertificate::sha256.
QStringList acceptedFingerprints(const Json &settings, const QString &host);

//! Returns \a settings that also accept \a certificate for its host. With \a inPlaceOfOthers, the
//! certificates accepted earlier for that host are no longer accepted.
Json withAcceptedCertificate(
    const Json &settings, const RefusedCertificate &certificate, bool inPlaceOfOthers);

//! Returns a fingerprint in the form of RefusedCertificate::sha256.
QString plainFingerprint(const QString &sha256);

} // namespace Workbench
