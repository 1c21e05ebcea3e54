// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

#include <QDateTime>
#include <QStringList>

namespace Workbench {

//! A server's certificate that a source refused, as the error of its connection tells of it: what the user
//! needs to know before accepting it for that source. Texts are the peer's, control characters visible.
//! \source core/RULES.md R-30
struct RefusedCertificate {
    struct Reason {
        QString code; //!< "selfSigned", "unknownIssuer", "expired", "notYetValid", "otherHost", …
        QString text; //!< technical English
    };
    QString host;
    QString sha256; //!< the fingerprint, in pairs of lower case digits with colons
    bool mayBeAccepted = false; //!< not when it is revoked or broken
    QList<Reason> reasons;
    QString subject;
    QStringList names; //!< of hosts that it is for
    QString issuer;
    QDateTime validFrom; //!< UTC
    QDateTime validTo;

    //! Nothing when \a error is about something else.
    static std::optional<RefusedCertificate> of(const Error &error);
};

//! The fingerprints that a source's settings accept for \a host, written as RefusedCertificate::sha256.
QStringList acceptedFingerprints(const Json &settings, const QString &host);

//! \a settings that accept this certificate for its host too, or in place of those accepted for that host
//! before.
Json withAcceptedCertificate(
    const Json &settings, const RefusedCertificate &certificate, bool inPlaceOfOthers);

//! The same fingerprint, written as RefusedCertificate::sha256.
QString plainFingerprint(const QString &sha256);

} // namespace Workbench
