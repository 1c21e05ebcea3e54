// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/mcp/mcprevisions.h"
#include "core/sources/adapter.h"
#include "core/sources/mcp/mcpconnection.h"

namespace Workbench {

//! Says how to connect to one server.
struct McpPlan {
    //! Prepares what a channel needs before it opens, for example certificates; may be empty.
    std::function<Task<Result<void>>()> prepare;
    McpPin pin; //!< the era and revision to speak
    //! The server was legacy at an earlier connection. If the pin allows both eras, initialize is tried
    //! first.
    bool isKnownLegacy = false;
    //! Called with the era that a probed server speaks; may be empty.
    std::function<void(bool isLegacy)> remember{};
    McpClientSide client{}; //!< which requests of the server are answered
    QString logLevel{}; //!< the level to request from the server; empty: the server's default
    //! Creates the channel again, for a program that ends at a message it does not know; may be empty.
    std::function<std::unique_ptr<McpChannel>()> remake{};
    //! Creates the channel to try if the first one meets a server with the old HTTP+SSE transport; may be
    //! empty.
    std::function<std::unique_ptr<McpChannel>()> fallback;
};

class McpListening;
struct McpLists;

//! Adapts an MCP server: tools are mutations; resources, resource templates and prompts are queries.
//! \source core/sources/mcp/README.md 5
class McpAdapter : public Adapter {
    Q_OBJECT
public:
    McpAdapter(QString sourceName, std::unique_ptr<McpChannel> channel, McpPlan plan, const Limits &limits,
        ExchangeLog *log);
    ~McpAdapter() override; //!< settles every pending future

    void acceptAnyVersion() override { m_connection->acceptsAnyRevision = true; }
    Task<Result<PeerInfo>> open() override;
    Task<Result<Discovery>> discover() override;
    Task<Result<HandlerResult>> invoke(OperationSpec spec, Json input, CallContext context) override;
    Result<std::unique_ptr<ItemStream>> subscribe(
        OperationSpec spec, Json input, CallContext context) override;
    OperationFeatures featuresOf(const OperationSpec &spec) const override;
    Task<Result<InputCompletion>> complete(
        OperationSpec spec, QString member, Json input, std::stop_token cancellation) override;
    Result<WirePreview> preview(const OperationSpec &spec, const Json &input) const override;
    void close() override { m_connection->close(); }

private:
    std::shared_ptr<McpConnection> m_connection;
    std::shared_ptr<McpListening> m_listening;
    std::shared_ptr<McpLists> m_lists;
    McpPlan m_plan;
};

} // namespace Workbench
