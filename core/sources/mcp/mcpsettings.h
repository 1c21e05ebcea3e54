// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/auth/credential.h"
#include "core/transport/http/httpclient.h"
#include "core/transport/process/processtransport.h"
#include "core/workspace/source.h"

namespace Workbench {

//! The settings of a source of kind "mcp", read once. \source call-protocol.md 4.3
struct McpSettings {
    enum class Wire : quint8 { Auto, StreamableHttp, Sse };

    bool isHttp() const { return !url.isEmpty(); }
    QUrl url;
    HttpHeaders headers;
    Wire wire = Wire::Auto;
    QList<AcceptedCertificate> certificates; //!< that the system does not trust and the user does (R-30)
    std::optional<CertificateCredential> clientCertificate; //!< that the server wants to see
    //! Read from those files before anything is opened; null: none is shown.
    std::shared_ptr<ClientCertificate> shownCertificate;
    ProcessSettings process; //!< "${envelope}" replaced
    QString revision; //!< pinned; empty: any
    //! The demo's own server, exactly: our program, `serve --demo`, nothing added that could change what it
    //! does.
    bool isOwnDemo = false;

    //! ErrorKind::Usage naming the field.
    static Result<McpSettings> read(const Source &source, const QString &ownCommand);
};

//! Schemas of the two forms.
Json mcpCommandSchema();
Json mcpHttpSchema();

} // namespace Workbench
