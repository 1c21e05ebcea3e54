// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/mcp/lineserver.h"

#include <memory>

namespace Workbench {

//! The demo's MCP server that asks the user. Each tool asks for something: the values of a form, to open an
//! address, the answer of a language model, or the folders it may know. One tool runs as a task. In the
//! legacy era the server sends requests of its own, in the modern era results that ask for input.
class DemoDesk : public LineServer {
    Q_OBJECT
public:
    enum class Era : quint8 { Legacy, Modern };
    explicit DemoDesk(Era era, QObject *parent = nullptr);
    ~DemoDesk() override;
    void receive(const QByteArray &line) override;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace Workbench
