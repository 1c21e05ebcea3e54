// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/demo/demotools.h"
#include "core/mcp/lineserver.h"

#include <QTimer>

#include <map>
#include <memory>

namespace Workbench {

//! The demo's own MCP server (legacy era). Its tools keep or break their output schema, or return JSON in
//! text, {ok, data} and ToolEnvelope V1 results, images, audio, links and errors. One tool is slow and
//! reports its progress.
class DemoServer : public LineServer {
    Q_OBJECT
public:
    void receive(const QByteArray &line) override;

private:
    struct SlowReport {
        Json id;
        Json token;
        qint64 steps = 1;
        qint64 done = 0;
        QTimer timer;
    };

    void answer(const Json &id, const Json &result) { sendMessage(JsonRpc::response(id, result)); }
    void handle(const Json &message);
    void handleRequest(const QString &method, const Json &id, const Json &params);
    void initialize(const Json &id, const Json &params);
    void listTools(const Json &id, const Json &params);
    void callTool(const Json &id, const Json &params);
    void startReport(const Json &id, const Json &token, const Json &arguments);
    void stepReport(const QByteArray &key);
    void logSomething(const Json &id, const Json &arguments);

    DemoTools m_tools;
    bool m_isInitialized = false;
    std::map<QByteArray, std::unique_ptr<SlowReport>> m_reports; // by the request's id
};

} // namespace Workbench
