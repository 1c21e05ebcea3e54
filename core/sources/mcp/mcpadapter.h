// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/adapter/adapter.h"
#include "core/sources/mcp/mcpconnection.h"

namespace Workbench {

//! How to connect to one server.
struct McpPlan {
    //! Gets what has to be there before a channel opens; may be empty.
    std::function<Task<Result<void>>()> prepare;
    QString revision; //!< pinned; empty: the newest, or what the server chooses
    //! Makes the channel that is tried when the first one meets a server of the old HTTP+SSE transport; may
    //! be empty.
    std::function<std::unique_ptr<McpChannel>()> fallback;
};

//! MCP, legacy era: tools as mutations, resources, templates and prompts as queries.
//! \source mcp-client.md, call-protocol.md 4.3
class McpAdapter : public Adapter {
    Q_OBJECT
public:
    McpAdapter(QString sourceName, std::unique_ptr<McpChannel> channel, McpPlan plan, const Limits &limits,
        ExchangeLog *log);
    ~McpAdapter() override; //!< whatever waits settles

    void acceptAnyVersion() override;
    Task<Result<PeerInfo>> open() override;
    Task<Result<Discovery>> discover() override;
    Task<Result<HandlerResult>> invoke(OperationSpec spec, Json input, CallContext context) override;
    Result<std::unique_ptr<ItemStream>> subscribe(
        OperationSpec spec, Json input, CallContext context) override;
    Result<WirePreview> preview(const OperationSpec &spec, const Json &input) const override;
    void close() override;

private:
    std::shared_ptr<McpConnection> m_connection;
    McpPlan m_plan;
};

} // namespace Workbench
