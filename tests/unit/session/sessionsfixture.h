// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/session/peerrequests.h"
#include "core/session/sessions.h"
#include "tests/support/fakeadapter.h"
#include "tests/support/fakesecretstore.h"

namespace Workbench {

//! Sessions over a fake peer; each test creates its own.
struct SessionsFixture {
    explicit SessionsFixture(
        Limits chosen = {}, std::shared_ptr<DefinitionPins> pins = {}, bool remembers = false)
        : limits(chosen)
        , exchanges(chosen)
        , registry(chosen)
    {
        peer->discovery = Discovery{
            .operations = {fakeOperation(QStringLiteral("one")), fakeOperation(QStringLiteral("two")),
                fakeOperation(QStringLiteral("ticks"), OperationType::Subscription)},
            .incompleteReason = {},
            .remarks = {}};
        std::vector<std::unique_ptr<AdapterFactory>> factories;
        factories.push_back(std::make_unique<FakeFactory>(peer));
        sessions = std::make_unique<Sessions>(Sessions::Services{.registry = &registry,
            .exchanges = &exchanges,
            .trust = &trust,
            .limits = limits,
            .factories = std::move(factories),
            .closePatience = std::chrono::milliseconds(100),
            .secrets = &secrets,
            .secretStore = &store,
            .peerRequests = &requests,
            .pins = std::move(pins),
            .remembersDefinitions = remembers});
    }

    static Source source(const QString &name)
    {
        return {.name = name, .kind = QStringLiteral("fake"), .settings = Json::emptyObject()};
    }
    SourceState::Phase phase(const QString &name = QStringLiteral("s")) const
    {
        return sessions->state(name).phase;
    }
    const ExchangeRecord &lastRecord() const { return exchanges.recordAt(exchanges.recordCount() - 1); }

    FakeSecretStore store;
    SecretResolver secrets{&store};
    Limits limits;
    std::shared_ptr<FakePeer> peer = std::make_shared<FakePeer>();
    ExchangeLog exchanges;
    OperationRegistry registry;
    TrustStore trust;
    PeerRequests requests;
    std::unique_ptr<Sessions> sessions;
};

} // namespace Workbench
