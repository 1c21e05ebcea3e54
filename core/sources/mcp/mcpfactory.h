// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/adapter/adapter.h"

namespace Workbench {

//! Settings of kind "mcp": {command, args: string[], env: {NAME: value}, cwd} or {url, headers: {NAME:
//! value}, transport: "streamable-http" | "sse" | "auto"}, both with protocol (a revision, or "auto"). url
//! wins over command. The command "${envelope}" means this program's own command line, which needs no
//! confirmation for `serve --demo`.
//! \source call-protocol.md 4.3
class McpFactory : public AdapterFactory {
public:
    //! \a ownCommand: path of the `envelope` program, for "${envelope}".
    explicit McpFactory(QString ownCommand = {});
    QString kind() const override;
    QList<SourceKind> sourceKinds() const override;
    Result<void> check(const Source &source) const override;
    std::optional<TrustFacts> trustFacts(const Source &source) const override;
    std::unique_ptr<Adapter> create(
        const Source &source, const Limits &limits, ExchangeLog *log) const override;

private:
    QString m_ownCommand;
};

} // namespace Workbench
