// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/auth/oauthsettings.h"
#include "core/sources/mcp/mcpclientside.h"
#include "core/sources/mcp/mcprevisions.h"
#include "core/transport/http/httpclient.h"
#include "core/transport/process/processtransport.h"
#include "core/workspace/source.h"

namespace Workbench {

class McpSignIn;

//! The settings of a source of kind "mcp", read once. \source core/sources/mcp/README.md 5
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
    std::optional<OAuthSettings> oauth; //!< nothing: no sign-in
    std::shared_ptr<McpSignIn> signIn; //!< made of those before anything is opened; null: none
    McpPin pin; //!< the era and revision to speak
    std::optional<QList<McpRoot>> roots; //!< that the server may know; nothing: none are announced
    QString logLevel; //!< that the server is asked for; empty: its own
    QStringList watched; //!< absolute; when one of them changes, the program starts again. Empty: it does not
    //! A server of the demo, exactly: our program, `serve --demo` or one of its names, nothing added that
    //! could change what it does.
    bool isOwnDemo = false;

    //! ErrorKind::Usage naming the field.
    static Result<McpSettings> read(const Source &source, const QString &ownCommand);
};

//! Schemas of the two forms.
Json mcpCommandSchema();
Json mcpHttpSchema();

} // namespace Workbench
