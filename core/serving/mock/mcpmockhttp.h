// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/serving/mock/httpserver.h"
#include "core/serving/mock/mcpmock.h"

namespace Workbench {

//! An McpMock over Streamable HTTP at /mcp: a POST, a JSON answer. It keeps no sessions and offers no stream
//! of its own (GET, DELETE: 405), which a client has to expect of any server.
//! \source mcp-client.md 4.2; reliability.md R-120
class McpMockHttp : public QObject {
    Q_OBJECT
public:
    //! \a mock outlives it.
    McpMockHttp(McpMock *mock, HttpServer *server, QObject *parent = nullptr);

    static constexpr QByteArrayView path{"/mcp"};

private:
    void serve(ServedExchange *exchange);

    McpMock *m_mock;
};

} // namespace Workbench
