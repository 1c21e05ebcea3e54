// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sources/adapter.h"

namespace Workbench {

class McpEras;
class OAuthAccess;
class PeerRequests;
class SecretResolver;

//! Creates adapters for sources of kind "mcp". Settings: {command, args: string[], env: {NAME: value}, cwd,
//! watch: boolean, watchPaths: string[]} or {url, headers: {NAME: value}, clientCertificate: {path, keyPath,
//! passphrase: REF}, certificates: [{host, sha256}], transport: "streamable-http" | "sse" | "auto", auth:
//! "oauth", oauth: {…}}, both with protocol (a revision, "auto", "legacy" or "modern"), roots (folders) and
//! logLevel. url wins over command. The command "${envelope}" means this program's own command line, which
//! needs no confirmation for `serve --demo` and `serve --demo NAME`.
//! \source core/sources/mcp/README.md 5
class McpFactory : public AdapterFactory {
public:
    //! \a ownCommand is the path of the `envelope` program, for "${envelope}". \a secrets resolves references
    //! to secrets and must outlive every adapter; null: references are refused. \a requests answers the
    //! servers' requests; null: no request is answered or announced. \a eras remembers the eras of servers;
    //! null: not remembered. \a oauth signs in if the settings say so, and must outlive every adapter; null:
    //! such settings are refused.
    explicit McpFactory(QString ownCommand = {}, SecretResolver *secrets = nullptr,
        PeerRequests *requests = nullptr, std::shared_ptr<McpEras> eras = {}, OAuthAccess *oauth = nullptr);
    QString kind() const override { return QStringLiteral("mcp"); }
    QList<SourceKind> sourceKinds() const override;
    Result<void> check(const Source &source) const override;
    Result<void> checkHeaders(const Source &source) const override;
    std::optional<TrustFacts> trustFacts(const Source &source) const override;
    QStringList watchedPaths(const Source &source) const override;
    std::unique_ptr<Adapter> create(
        const Source &source, const Limits &limits, ExchangeLog *log) const override;

private:
    QString m_ownCommand;
    SecretResolver *m_secrets;
    PeerRequests *m_requests;
    std::shared_ptr<McpEras> m_eras;
    OAuthAccess *m_oauth;
};

} // namespace Workbench
