// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/exchange/exchangelog.h"
#include "core/sources/mcp/mcpconnection.h"
#include "tests/support/fakechannel.h"

namespace Workbench {

using namespace Qt::StringLiterals;

//! A connection over a channel that the test plays.
class McpConnectionFixture {
protected:
    void make()
    {
        log = std::make_unique<ExchangeLog>();
        connection = std::make_unique<McpConnection>(u"files"_s, Limits(), log.get());
        auto made = std::make_unique<FakeChannel>();
        channel = made.get();
        connection->setChannel(std::move(made));
    }
    void drop()
    {
        connection.reset();
        log.reset();
    }
    QFuture<Result<Json>> ask(const QString &method = u"tools/call"_s, std::stop_token stop = {})
    {
        McpConnection::Request request;
        request.method = method;
        request.exchangeId = u"x1"_s;
        request.cancellation = std::move(stop);
        request.wantsProgress = true;
        return connection->request(std::move(request));
    }
    QByteArray idOf(qsizetype index) const
    {
        return channel->sent.at(index).message.member("id"_L1).toBytes();
    }
    QStringList notes() const
    {
        QStringList out;
        for (qsizetype i = 0; i < log->frameCount(); ++i) {
            if (log->frameAt(i).direction == Direction::Received)
                out.append(log->frameAt(i).note);
        }
        return out;
    }
    std::unique_ptr<ExchangeLog> log;
    std::unique_ptr<McpConnection> connection;
    FakeChannel *channel = nullptr;
};

} // namespace Workbench
