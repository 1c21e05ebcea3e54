// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/auth/oauthsettings.h"
#include "core/transport/http/httpclient.h"
#include "core/workspace/source.h"

namespace Workbench {

//! The settings of a source of kind "openapi". read() parses them once from this JSON object:
//! - document: path or URL
//! - server, serverVariables: {NAME: value}, headers: {NAME: value}
//! - auth: "oauth", "bearer:REF", "basic:REF" or "apikey:NAME=REF"; oauth: {…} (OAuthSettings)
//! - security: {SCHEME: REF}
//! - origins: [origin…]
//! - certificates: [{host, sha256}], clientCertificate: {path, keyPath, passphrase: REF}
//! - resume, endMark, formats, files, upstream
//!
//! REF is a reference to a secret, never the secret itself (SecretReference). The value of a header may be a
//! REF, too.
struct OpenApiSettings {
    QUrl document; //!< file, http or https
    QString server; //!< address of the server; empty: the document's first
    QHash<QString, QString> serverVariables;
    HttpHeaders headers;
    QList<std::pair<QByteArray, SecretReference>> secretHeaders; //!< headers whose values are secrets
    std::optional<AuthArgument> auth;
    std::optional<OAuthSettings> oauth; //!< set only if the setting auth is "oauth"
    QMap<QString, SecretReference> security; //!< credentials by the id of a security scheme
    //! Origins that credentials may be sent to: those of the document and the server, and confirmed ones.
    QStringList origins;
    QList<AcceptedCertificate> certificates;
    std::optional<CertificateCredential> clientCertificate;
    bool resumesStreams = false; //!< connect again with Last-Event-ID after a lost connection
    QByteArray endMark; //!< data of the event that ends a stream; empty: taken from the document
    bool formatsAreWarnings = false; //!< values that do not fit their format are warnings, not notes
    bool readsOtherFiles = false; //!< also read files outside of the document's folder or origin
    //! Reads the document as the specification's first implementation does, see
    //! OpenApiDocument::Switches::upstream.
    //! \source core/sources/openapi/README.md 8
    bool isUpstream = false;

    //! Returns the settings of \a source, or ErrorKind::Usage that names the invalid field.
    static Result<OpenApiSettings> read(const Source &source);
};

//! Returns the JSON Schema of the settings, for the form of a source.
Json openApiSettingsSchema();

} // namespace Workbench
