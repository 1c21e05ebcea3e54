// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/transport/http/certificates.h"

#include <curl/curl.h>
#include <memory>
#include <optional>

namespace Workbench {

//! Judges the certificate of the host that a transfer connects to: it must be trusted by the system for that
//! host, or the user must have accepted it. \source core/RULES.md R-30
class CertificateJudge {
public:
    CertificateJudge(QString host, QList<AcceptedCertificate> accepted);

    //! Makes \a easy ask this judge. Connections that \a easy opens share ownership of the data that they
    //! need.
    void watch(CURL *easy);
    //! Returns why the certificate was refused, or nothing if it was not.
    const std::optional<Error> &refusal() const;
    //! Returns the certificates that the peer sent, its own first; empty before the handshake.
    const QList<QSslCertificate> &chain() const;

private:
    struct Data;
    std::shared_ptr<Data> d;
};

} // namespace Workbench
