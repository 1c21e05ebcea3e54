// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/hub/server/hub.h"
#include "core/json/jsonparser.h"
#include "core/transport/websocket/websocketserver.h"
#include "tests/support/quotes.h"

namespace Workbench::Test {

//! A hub in this process. It treats every client as \a peer, by default an administrator, and offers
//! "notes.drop", which only callers with \a access may call, by default administrators.
class GuardedHub {
public:
    explicit GuardedHub(
        const HubPeer &peer = {.identity = Identity{QStringLiteral("root"), {QStringLiteral("admin")}, {}}},
        const QByteArray &access = "{'requiredScopes':['admin']}")
    {
        OperationSpec spec;
        spec.id = {QStringLiteral("notes"), QStringLiteral("drop")};
        spec.type = OperationType::Mutation;
        spec.version = QStringLiteral("2.1.0");
        spec.description = QStringLiteral("Drops a note");
        spec.inputSchema = jsonLiteral(q("{'type':'object'}"));
        spec.accessControl = accessControlFromJson(jsonLiteral(q(access)));
        spec.errorSchemas = {{QStringLiteral("LOCKED"), QStringLiteral("Another user edits it"),
            jsonLiteral(q("{'type':'object'}")), 423, jsonLiteral(q("{'retry':true}"))}};
        spec.meta = jsonLiteral(q("{'team':'desk'}"));
        spec.extra = jsonLiteral(q("{'owner':'ana'}"));
        m_isReady = registry
                        .registerOperation(spec, Handler([](const Json &, const CallContext &) {
                            return settled(Json::string(QStringLiteral("dropped")));
                        }))
                        .has_value()
            && server.listen().has_value();
        QObject::connect(&server, &WebSocketServer::channelReady, &hub, [this, peer] {
            while (std::unique_ptr<WebSocketPeer> channel = server.nextChannel())
                hub.addConnection(std::move(channel), peer);
        });
    }
    bool isReady() const { return m_isReady; }
    QString url() const { return server.url().toString(); }

private:
    static Task<Result<HandlerResult>> settled(Result<HandlerResult> result) { co_return result; }

    OperationRegistry registry;
    WebSocketServer server{{}};
    Hub hub{&registry, {}};
    bool m_isReady = false;
};

} // namespace Workbench::Test
