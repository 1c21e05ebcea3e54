// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/hub/server/hub.h"
#include "core/json/jsonparser.h"
#include "core/transport/websocket/websocketserver.h"
#include "tests/bench/hubbench.h"

#include <QCoreApplication>
#include <QSocketNotifier>

#include <cstdio>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace Workbench;

namespace {

qint64 waits = 0; // how often a producer was made to wait

//! A stream of \c count numbered events: 64 per turn as fast as they are accepted, or one per interval.
class Ticks : public ItemStream {
public:
    Ticks(int interval, qint64 count)
        : m_count(count)
        , m_atOnce(interval == 0 ? 64 : 1)
    {
        m_timer.setInterval(interval);
        connect(&m_timer, &QTimer::timeout, this, [this] { push(); });
    }
    void start() override { m_timer.start(); }
    void cancel() override
    {
        m_timer.stop();
        QMetaObject::invokeMethod(
            this, [this] { Q_EMIT ended(EndReason::Cancelled, {}); }, Qt::QueuedConnection);
    }
    void setReading(bool reading) override
    {
        m_isReading = reading;
        if (reading) {
            m_timer.start();
        } else {
            ++waits;
            m_timer.stop();
        }
    }

private:
    void push()
    {
        for (int i = 0; i < m_atOnce && m_isReading && m_ticks < m_count; ++i)
            Q_EMIT item({Json::object({{u"tick"_s, Json::integer(++m_ticks)},
                             {u"at"_s, Json::string(u"2026-05-18T12:03:21.114Z"_s)}}),
                {}});
        if (m_ticks == m_count) {
            m_timer.stop();
            Q_EMIT ended(EndReason::Completed, {});
        }
    }

    QTimer m_timer;
    qint64 m_count;
    qint64 m_ticks = 0;
    int m_atOnce;
    bool m_isReading = true;
};

Task<Result<HandlerResult>> settled(Json data)
{
    co_return data;
}

OperationSpec spec(const QString &name, OperationType type, QByteArrayView input, QByteArrayView output)
{
    OperationSpec made;
    made.id = {u"bench"_s, name};
    made.type = type;
    made.inputSchema = jsonLiteral(input);
    made.outputSchema = jsonLiteral(output);
    return made;
}

bool registerAll(OperationRegistry &registry)
{
    constexpr QByteArrayView object = R"({"type":"object"})";
    constexpr QByteArrayView echoed =
        R"({"type":"object","properties":{"n":{"type":"integer"},"text":{"type":"string"}},"required":["n","text"]})";
    constexpr QByteArrayView tick =
        R"({"type":"object","properties":{"tick":{"type":"integer"},"at":{"type":"string"}},"required":["tick"]})";
    const Result<void> done = registry.registerAll({
        {spec(u"echo"_s, OperationType::Query, echoed, echoed),
            Handler([](const Json &input, const CallContext &) { return settled(input); })},
        {spec(u"waits"_s, OperationType::Query, object, {}),
            Handler([](const Json &, const CallContext &) { return settled(Json::integer(waits)); })},
        {spec(u"ticks"_s, OperationType::Subscription, object, tick),
            StreamHandler([](const Json &input, const CallContext &) -> Result<std::unique_ptr<ItemStream>> {
                return std::make_unique<Ticks>(int(input.member("interval"_L1).toInteger().value_or(0)),
                    input.member("count"_L1).toInteger().value_or(1));
            })},
    });
    return done.has_value();
}

} // namespace

int serveBench()
{
    OperationRegistry registry;
    if (!registerAll(registry))
        return 1;
    Hub hub(&registry, {});
    WebSocketServer server({});
    QObject::connect(&server, &WebSocketServer::channelReady, &hub, [&] {
        while (std::unique_ptr<WebSocketPeer> channel = server.nextChannel())
            hub.addConnection(std::move(channel), {});
    });
    if (!server.listen())
        return 1;
    std::printf("%s\n", qPrintable(server.url().toString()));
    std::fflush(stdout);
    QSocketNotifier end(STDIN_FILENO, QSocketNotifier::Read);
    QObject::connect(&end, &QSocketNotifier::activated, &hub, [] { QCoreApplication::quit(); });
    return QCoreApplication::exec();
}
