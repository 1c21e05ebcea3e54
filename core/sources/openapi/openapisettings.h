// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/auth/oauthsettings.h"
#include "core/transport/http/httpclient.h"
#include "core/workspace/source.h"

namespace Workbench {

//! The settings of a source of kind "openapi", read once: {document: path or URL, server, serverVariables:
//! {NAME: value}, headers: {NAME: value}, auth: "bearer:REF" or "oauth", oauth: {…} (OAuthSettings),
//! security: {SCHEME: REF}, origins: [origin…], certificates: [{host, sha256}], clientCertificate: {path,
//! keyPath, passphrase: REF}, resume, endMark, formats, files, upstream}. A REF names a secret and is none
//! (SecretReference); a header's value may be one.
struct OpenApiSettings {
    QUrl document; //!< file, http or https
    QString server; //!< empty: the document's
    QHash<QString, QString> serverVariables;
    HttpHeaders headers;
    QList<std::pair<QByteArray, SecretReference>> secretHeaders; //!< of those the values are secrets
    std::optional<AuthArgument> auth;
    std::optional<OAuthSettings> oauth; //!< where auth is "oauth"
    QMap<QString, SecretReference> security; //!< by the id of a security scheme
    QStringList origins; //!< where credentials may go: of document and server, and what was confirmed
    QList<AcceptedCertificate> certificates;
    std::optional<CertificateCredential> clientCertificate;
    bool resumesStreams = false; //!< Last-Event-ID after a lost connection
    QByteArray endMark; //!< the data of an event that ends a stream; empty: what the document says
    bool formatsAreWarnings = false; //!< what does not fit its format, else a note
    bool readsOtherFiles = false; //!< beyond the document's folder and origin
    bool isUpstream = false; //!< core/sources/openapi/README.md 8, the specification's five methods

    //! ErrorKind::Usage naming the field.
    static Result<OpenApiSettings> read(const Source &source);
};

Json openApiSettingsSchema();

} // namespace Workbench
