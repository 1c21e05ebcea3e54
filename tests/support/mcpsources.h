// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/session/sessions.h"
#include "core/sources/mcp/mcpfactory.h"
#include "tests/support/closesessions.h"

#include <QTest>

namespace Workbench::Test {

//! Sessions with MCP sources. The destructor closes the sources.
struct McpSources {
    explicit McpSources(const Limits &limits = {})
        : exchanges(limits)
        , registry(limits)
        , sessions(Sessions::Services{.registry = &registry,
              .exchanges = &exchanges,
              .trust = &trust,
              .limits = limits,
              .factories = factory()})
    {
    }
    ~McpSources() { closeSessions(sessions); }
    Q_DISABLE_COPY_MOVE(McpSources)

    //! Connects \a source and returns whether the attempt succeeded.
    bool connect(const Source &source)
    {
        if (!sessions.addSource(source) || !sessions.confirmTrust(source, true))
            return false;
        sessions.connectSource(source.name);
        const auto isOver = [this, &source] {
            return sessions.state(source.name).phase != SourceState::Phase::Connecting;
        };
        return QTest::qWaitFor(isOver, patience) && sessions.state(source.name).isUsable();
    }

    ExchangeLog exchanges;
    OperationRegistry registry;
    TrustStore trust;
    Sessions sessions;

private:
    static std::vector<std::unique_ptr<AdapterFactory>> factory()
    {
        std::vector<std::unique_ptr<AdapterFactory>> factories;
        factories.push_back(std::make_unique<McpFactory>());
        return factories;
    }
};

} // namespace Workbench::Test
