// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/workspace/workspace.h"

namespace Workbench::App {

//! The options of the command line that apply to a SOURCE.
struct SourceArgumentOptions {
    QStringList command{}; //!< program and arguments after "--"; the SOURCE text is then empty
    QList<std::pair<QString, QString>> headers{}; //!< --header, for HTTP and WebSockets
    QList<std::pair<QString, QString>> environment{}; //!< --env, for a program
    QString workingDirectory{}; //!< --cwd; empty: the current folder
    QString protocol{}; //!< --protocol; empty: auto
    QStringList roots{}; //!< --root, for an MCP server
    QString logLevel{}; //!< --log-level, for an MCP server; empty: the level of the server
    QString server{}; //!< --server, for an OpenAPI document
    QStringList origins{}; //!< --allow-origin, for an OpenAPI document
    QString auth{}; //!< --auth as typed, for an OpenAPI document; other sources get a header
    QList<std::pair<QString, QString>> oauth{}; //!< --oauth, the members of the setting "oauth"
    QStringList certificates{}; //!< --accept-certificate, each [HOST=]SHA256
};

//! Returns the sources that a SOURCE argument means (design of the command line, "Sources"). It is tried as a
//! command, as a name in \a workspace (which may be null), and as demo: or demo:NAME. Then it is tried as
//! openapi:DOCUMENT or text that ends like a document, as hub:URL or a ws(s) URL, as fixtures:DIR, and as
//! mcp:URL or an http(s) URL. Only "demo:" gives more than one source. Fails with ErrorKind::Usage, which
//! names the invalid part.
Result<QList<Source>> sourcesFromArgument(
    const QString &text, const Workspace *workspace, const SourceArgumentOptions &options = {});

//! Returns \a settings with the certificates of --accept-certificate added to the accepted ones. \a texts are
//! the values as typed, [HOST=]SHA256; \a host is the default host. Fails with ErrorKind::Usage for an
//! invalid value.
Result<Json> withCertificates(const Json &settings, const QStringList &texts, const QString &host);

//! Returns whether \a text needs a workspace: it is not demo:, a URL or another form, and no command is given
//! instead.
bool needsWorkspace(const QString &text, const SourceArgumentOptions &options);

//! Returns the result of sourcesFromArgument() for commands that need exactly one source. Several sources are
//! an error of ErrorKind::Usage, which lists their names.
Result<Source> sourceFromArgument(
    const QString &text, const Workspace *workspace, const SourceArgumentOptions &options = {});

} // namespace Workbench::App
