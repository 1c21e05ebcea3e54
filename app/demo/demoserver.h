// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/mcp/lineserver.h"

#include <memory>

namespace Workbench {

//! The demo's own MCP server (legacy era). Its tools keep or break their output schema, or return JSON in
//! text, {ok, data} and ToolEnvelope V1 results, images, audio, links and errors. One tool is slow and
//! reports its progress.
class DemoServer : public LineServer {
    Q_OBJECT
public:
    explicit DemoServer(QObject *parent = nullptr);
    ~DemoServer() override;
    void receive(const QByteArray &line) override;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace Workbench
