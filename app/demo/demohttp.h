// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "app/demo/demokitchen.h"
#include "core/fixture/serving/httpserver.h"

#include <memory>

namespace Workbench {

//! Serves the demo's modern server over Streamable HTTP at /mcp. Each POST is one request and has its own
//! DemoDesk. A request that has more than a result to say is answered with events. Headers that differ from
//! the body are refused. \source core/sources/mcp/README.md 4.5
class DemoHttp : public QObject {
    Q_OBJECT
public:
    //! \a server is not owned and must outlive this object.
    explicit DemoHttp(HttpServer *server, QObject *parent = nullptr);

    static constexpr QByteArrayView path{"/mcp"};

private:
    void serve(ServedExchange *exchange);

    std::shared_ptr<DemoKitchen> m_kitchen = std::make_shared<DemoKitchen>();
};

} // namespace Workbench
