// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sources/mcp/mcpadapter.h"
#include "tests/support/fakechannel.h"

namespace Workbench::Test {

//! An MCP source over a channel without a wire. Its server answers in both eras every request that \c special
//! leaves open.
struct McpSetup {
    void start()
    {
        limits = {};
        special = {};
        roots.reset();
        logLevel.clear();
        requests.disconnect();
        requests.offer({});
        adapter.reset();
        discovery =
            R"({"resultType":"complete","ttlMs":0,"cacheScope":"private","supportedVersions":["2026-07-28"],)"
            R"("capabilities":{"tools":{"listChanged":true},"prompts":{}},)"
            R"("_meta":{"io.modelcontextprotocol/serverInfo":{"name":"m","version":"2"}}})";
    }
    void connectWith(McpPin pin, bool legacy = false)
    {
        auto made = std::make_unique<FakeChannel>();
        channel = made.get();
        McpPlan plan;
        plan.pin = std::move(pin);
        plan.client = {&requests, roots};
        plan.logLevel = logLevel;
        adapter =
            std::make_unique<McpAdapter>(QStringLiteral("files"), std::move(made), plan, limits, nullptr);
        channel->respond = [this, legacy](const McpOutgoing &outgoing) { return answer(outgoing, legacy); };
    }
    FakeChannel::Answers answer(const McpOutgoing &outgoing, bool legacy)
    {
        const QString method = FakeChannel::methodOf(outgoing);
        if (special) {
            if (const std::optional<FakeChannel::Answers> answers = special(outgoing))
                return *answers;
        }
        if (method == QLatin1StringView("server/discover") && !legacy)
            return {FakeChannel::resultFor(outgoing, discovery)};
        if (method == QLatin1StringView("initialize"))
            return {FakeChannel::resultFor(outgoing,
                R"({"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"s"}})")};
        if (method == QLatin1StringView("tools/list"))
            return {FakeChannel::resultFor(outgoing,
                R"({"resultType":"complete","ttlMs":600000,"cacheScope":"private","tools":[{"name":"echo","inputSchema":{"type":"object"}}]})")};
        if (method == QLatin1StringView("prompts/list"))
            return {FakeChannel::resultFor(
                outgoing, R"({"resultType":"complete","ttlMs":600000,"cacheScope":"private","prompts":[]})")};
        if (method == QLatin1StringView("tools/call"))
            return {FakeChannel::resultFor(outgoing, R"({"resultType":"complete","content":[]})")};
        if (outgoing.wantsAnswer && method != QLatin1StringView("subscriptions/listen"))
            return {FakeChannel::errorFor(outgoing, R"({"code":-32601,"message":"no such method"})")};
        return {};
    }
    Result<PeerInfo> open() { return QCoro::waitFor(adapter->open()); }
    Task<Result<HandlerResult>> call(CallContext context = {})
    {
        OperationSpec spec;
        spec.id.name = QStringLiteral("echo");
        spec.kind = QStringLiteral("tool");
        if (context.exchangeId.isEmpty())
            context.exchangeId = QStringLiteral("x1");
        return adapter->invoke(spec, jsonLiteral(R"({"a":1})"), std::move(context));
    }

    Limits limits;
    PeerRequests requests;
    std::optional<QList<McpRoot>> roots;
    QString logLevel;
    QByteArray discovery;
    std::function<std::optional<FakeChannel::Answers>(const McpOutgoing &)> special;
    std::unique_ptr<McpAdapter> adapter;
    FakeChannel *channel = nullptr;
};

} // namespace Workbench::Test
