// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/adapter/adapter.h"

namespace Workbench {

class SecretResolver;

//! Settings of kind "mcp": {command, args: string[], env: {NAME: value}, cwd} or {url, headers: {NAME:
//! value}, clientCertificate: {path, keyPath, passphrase: REF}, certificates: [{host, sha256}], transport:
//! "streamable-http" | "sse" | "auto"}, both with protocol (a revision, or "auto"). url
//! wins over command. The command "${envelope}" means this program's own command line, which needs no
//! confirmation for `serve --demo`.
//! \source call-protocol.md 4.3
class McpFactory : public AdapterFactory {
public:
    //! \a ownCommand: path of the `envelope` program, for "${envelope}". \a secrets looks references up and
    //! outlives every adapter; null: they are refused.
    explicit McpFactory(QString ownCommand = {}, SecretResolver *secrets = nullptr);
    QString kind() const override;
    QList<SourceKind> sourceKinds() const override;
    Result<void> check(const Source &source) const override;
    std::optional<TrustFacts> trustFacts(const Source &source) const override;
    std::unique_ptr<Adapter> create(
        const Source &source, const Limits &limits, ExchangeLog *log) const override;

private:
    QString m_ownCommand;
    SecretResolver *m_secrets;
};

} // namespace Workbench
