// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/workspace/workspace.h"

namespace Workbench::App {

//! What the command line says beside a SOURCE.
struct SourceArgumentOptions {
    QStringList command{}; //!< after "--": program and arguments; then the SOURCE text is empty
    QList<std::pair<QString, QString>> headers{}; //!< --header, for HTTP and WebSockets
    QList<std::pair<QString, QString>> environment{}; //!< --env, for a program
    QString workingDirectory{}; //!< --cwd; empty: where we are
    QString protocol{}; //!< --protocol; empty: auto
    QStringList roots{}; //!< --root, of an MCP server
    QString logLevel{}; //!< --log-level, of an MCP server; empty: its own
    QString server{}; //!< --server, of an OpenAPI document
    QStringList origins{}; //!< --allow-origin, of an OpenAPI document
    QString auth{}; //!< --auth as typed, for an OpenAPI document; others get it as a header
    QList<std::pair<QString, QString>> oauth{}; //!< --oauth, the members of the setting "oauth"
    QStringList certificates{}; //!< --accept-certificate, each [HOST=]SHA256
};

//! The sources that a SOURCE argument means (design of the command line, "Sources"), in this order: a name in
//! \a workspace (null: none), demo: and demo:NAME, openapi:DOCUMENT and what ends like one, hub:URL and ws(s)
//! URLs, fixtures:DIR, mcp:URL and http(s) URLs, a command. More than one only for "demo:". ErrorKind::Usage
//! names what is wrong, or the kind that this version does not have.
Result<QList<Source>> sourcesFromArgument(
    const QString &text, const Workspace *workspace, const SourceArgumentOptions &options = {});

//! \a settings of a source whose own host is \a host with the certificates of --accept-certificate added to
//! those it accepts; \a texts as typed, [HOST=]SHA256. ErrorKind::Usage names what is wrong.
Result<Json> withCertificates(const Json &settings, const QStringList &texts, const QString &host);

//! Whether only a workspace can tell what \a text means: it is no demo:, URL or other form, and there is no
//! command in its place.
bool needsWorkspace(const QString &text, const SourceArgumentOptions &options);

//! Whether \a text is an OpenAPI document, or names one in \a workspace.
bool isDocumentArgument(const QString &text, const Workspace *workspace);

//! sourcesFromArgument() for the commands that need exactly one; "demo:" is an error that lists the names.
Result<Source> sourceFromArgument(
    const QString &text, const Workspace *workspace, const SourceArgumentOptions &options = {});

} // namespace Workbench::App
