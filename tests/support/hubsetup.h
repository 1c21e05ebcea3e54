// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/hub/server/hub.h"
#include "core/json/jsonparser.h"
#include "core/sources/hub/hubadapter.h"
#include "tests/support/channelpair.h"
#include "tests/support/quotes.h"

#include <QTest>

namespace Workbench::Test {

inline Task<Result<HandlerResult>> finished(Result<HandlerResult> result)
{
    co_return result;
}

inline Task<Result<HandlerResult>> awaited(QFuture<Result<HandlerResult>> future)
{
    co_return co_await future;
}

//! Holds the result of a task once it has one.
template <typename T> struct Settled {
    std::optional<T> value;
    void watch(Task<T> &&task, QObject *context)
    {
        QCoro::connect(std::move(task), context, [this](const T &got) { value.emplace(got); });
    }
};

inline OperationSpec specOf(
    const QString &nameSpace, const QString &name, OperationType type = OperationType::Query)
{
    OperationSpec spec;
    spec.id = {nameSpace, name};
    spec.type = type;
    spec.inputSchema = jsonLiteral(q("{'type':'object'}"));
    return spec;
}

//! A hub that offers notes.find, and sources that connect to it over a channel without a wire.
struct HubSetup {
    void start()
    {
        hubs = std::make_unique<OperationRegistry>();
        ours = std::make_unique<OperationRegistry>();
        hub = std::make_unique<Hub>(hubs.get(), Hub::Options());
        QVERIFY(hubs->registerOperation(specOf(QStringLiteral("notes"), QStringLiteral("find")),
            Handler([](const Json &input, const CallContext &) { return finished(input); })));
        who = {};
        endpoints.clear();
        isRaw = false;
    }
    void stop()
    {
        rawPeer.reset();
        hub.reset();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }

    static QByteArray plainSettings() { return q("{'url':'ws://hub.test/ws'}"); }

    std::unique_ptr<Adapter> adapter(
        const QByteArray &settings = plainSettings(), Limits limits = {}, ExchangeLog *log = nullptr)
    {
        HubFactory factory(
            [this](const MessageEndpoint &endpoint, const Limits &) -> std::unique_ptr<MessageChannel> {
                endpoints.append(endpoint);
                auto [near, far] = ChannelPair::make(false);
                wire = near.get();
                if (isRaw)
                    rawPeer = std::move(far);
                else
                    connectionId = hub->addConnection(std::move(far), who).value_or(QString());
                return std::move(near);
            },
            ours.get());
        return factory.create(
            {QStringLiteral("team.hub"), QStringLiteral("hub"), jsonLiteral(settings)}, limits, log);
    }
    static void open(Adapter &adapter)
    {
        Settled<Result<PeerInfo>> opened;
        opened.watch(adapter.open(), &adapter);
        QTRY_VERIFY(opened.value);
        QVERIFY(*opened.value);
    }

    std::unique_ptr<OperationRegistry> hubs; //!< the operations of the hub
    std::unique_ptr<OperationRegistry> ours; //!< the operations that a source may offer to the hub
    std::unique_ptr<Hub> hub;
    HubPeer who; //!< the identity of the next connection to the hub
    QString connectionId; //!< the newest connection, as the hub names it
    QList<MessageEndpoint> endpoints;
    ChannelPair *wire = nullptr; //!< our end of the newest connection
    std::unique_ptr<ChannelPair> rawPeer; //!< the other end, if no hub is connected
    bool isRaw = false; //!< the test is the other end in place of the hub
};

} // namespace Workbench::Test
