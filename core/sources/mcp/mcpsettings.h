// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/auth/oauthsettings.h"
#include "core/mcp/mcprevisions.h"
#include "core/sources/mcp/mcpclientside.h"
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
    QList<AcceptedCertificate> certificates; //!< that the user accepts and the system does not (R-30)
    std::optional<CertificateCredential> clientCertificate; //!< nothing: no client certificate
    //! The client certificate; read from its files before the channel opens; null: none is sent.
    std::shared_ptr<ClientCertificate> shownCertificate;
    ProcessSettings process; //!< "${envelope}" replaced
    std::optional<OAuthSettings> oauth; //!< nothing: no sign-in
    std::shared_ptr<McpSignIn> signIn; //!< created from oauth before the channel opens; null: no sign-in
    McpPin pin; //!< the era and revision to speak
    std::optional<QList<McpRoot>> roots; //!< nothing: roots are not announced
    QString logLevel; //!< the level to request from the server; empty: the server's default
    //! Absolute paths; when one of them changes, the program starts again. Empty: nothing is watched.
    QStringList watched;
    //! The source is exactly a demo server: our program with `serve --demo`, with or without a demo name, and
    //! nothing that could change its behaviour.
    bool isOwnDemo = false;

    //! Reads the settings of \a source. Fails with ErrorKind::Usage, which names the setting. \a ownCommand
    //! replaces "${envelope}"; empty: that command is refused.
    static Result<McpSettings> read(const Source &source, const QString &ownCommand);
    //! Checks only the headers of \a settings, whose values may be placeholders of secrets. Fails like
    //! read().
    static Result<void> checkHeaders(const Json &settings);
};

//! Returns the schema of the form for a source that is a command.
Json mcpCommandSchema();
//! Returns the schema of the form for a source over HTTP.
Json mcpHttpSchema();

} // namespace Workbench
