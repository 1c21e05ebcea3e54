// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/transport/http/acceptedcertificate.h"

#include <curl/curl.h>
#include <memory>
#include <optional>

namespace Workbench {

//! Judges the certificate of the host that a transfer connects to: it must be trusted by the system for that
//! host, or the user must have accepted it. \source core/RULES.md R-30
class CertificateJudge {
public:
    CertificateJudge(QString host, QList<AcceptedCertificate> accepted);

    //! Makes \a easy ask this judge. Connections that \a easy opens keep what they need of it.
    void watch(CURL *easy);
    //! Why the certificate was refused, if it was.
    const std::optional<Error> &refusal() const;
    //! What the peer sent of the chain of its certificate, its own one first; empty before the handshake.
    const QList<QSslCertificate> &chain() const;

private:
    struct Data;
    std::shared_ptr<Data> d;
};

} // namespace Workbench
