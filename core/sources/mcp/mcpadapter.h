// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sources/adapter.h"
#include "core/sources/mcp/mcpconnection.h"
#include "core/sources/mcp/mcprevisions.h"

namespace Workbench {

//! How to connect to one server.
struct McpPlan {
    //! Gets what has to be there before a channel opens; may be empty.
    std::function<Task<Result<void>>()> prepare;
    McpPin pin; //!< the era and revision to speak
    bool isKnownLegacy = false; //!< found before: initialize is tried at once where the pin leaves it open
    //! Told what a server speaks that was asked; may be empty.
    std::function<void(bool isLegacy)> remember{};
    McpClientSide client{}; //!< what the server may ask of us
    QString logLevel{}; //!< that the server is asked for; empty: its own
    //! Makes the channel again, for a program that ends at a message it does not know; may be empty.
    std::function<std::unique_ptr<McpChannel>()> remake{};
    //! Makes the channel that is tried when the first one meets a server of the old HTTP+SSE transport; may
    //! be empty.
    std::function<std::unique_ptr<McpChannel>()> fallback;
};

class McpListening;
struct McpLists;

//! MCP: tools as mutations, resources, templates and prompts as queries.
//! \source core/sources/mcp/README.md 5
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
    OperationFeatures featuresOf(const OperationSpec &spec) const override;
    Task<Result<InputCompletion>> complete(
        OperationSpec spec, QString member, Json input, std::stop_token cancellation) override;
    Result<WirePreview> preview(const OperationSpec &spec, const Json &input) const override;
    void close() override;

private:
    std::shared_ptr<McpConnection> m_connection;
    std::shared_ptr<McpListening> m_listening;
    std::shared_ptr<McpLists> m_lists;
    McpPlan m_plan;
};

} // namespace Workbench
