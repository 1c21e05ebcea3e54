// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/session/peerrequests.h"
#include "core/session/sessions.h"
#include "tests/support/fakeadapter.h"

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
            .secrets = {.resolve = [this](const QString &reference) { return resolve(reference); },
                .keep =
                    [this](const QString &name, const QString &secret) {
                        if (!storeProblem.isEmpty()) {
                            return QtFuture::makeReadyValueFuture(Result<void>(
                                std::unexpected(Error{.kind = ErrorKind::Storage, .message = storeProblem})));
                        }
                        secrets.insert(QStringLiteral("keychain:") + name, secret);
                        return QtFuture::makeReadyValueFuture(Result<void>());
                    },
                .forget =
                    [this](const QString &name) {
                        return QtFuture::makeReadyValueFuture(
                            Result<bool>(secrets.remove(QStringLiteral("keychain:") + name)));
                    },
                .names = [this] { return QtFuture::makeReadyValueFuture(Result<QStringList>(keptNames())); },
                .isTemporary = [this] { return secretsAreTemporary; }},
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

    //! Resolves \a reference from the event loop; with holdsSecrets, only when the test calls settleSecret.
    QFuture<Result<QString>> resolve(const QString &reference)
    {
        auto promise = std::make_shared<QPromise<Result<QString>>>();
        promise->start();
        asked.append(reference);
        const auto settle = [this, promise, reference] {
            promise->addResult(secrets.contains(reference)
                    ? Result<QString>(secrets.value(reference))
                    : Result<QString>(std::unexpected(Error{.kind = ErrorKind::Usage,
                          .message = reference + QStringLiteral(" is not there")})));
            promise->finish();
        };
        if (holdsSecrets)
            settleSecret = settle;
        else
            QTimer::singleShot(0, sessions.get(), settle);
        return promise->future();
    }

    QStringList keptNames() const
    {
        QStringList names;
        for (const QString &reference : secrets.keys()) {
            if (reference.startsWith(QStringLiteral("keychain:")))
                names.append(reference.sliced(9));
        }
        return names;
    }

    QHash<QString, QString> secrets; //!< values by reference
    bool secretsAreTemporary = false;
    QString storeProblem; //!< error when a secret is stored; empty: storing works
    QStringList asked; //!< the references that were resolved
    bool holdsSecrets = false;
    std::function<void()> settleSecret;

    Limits limits;
    std::shared_ptr<FakePeer> peer = std::make_shared<FakePeer>();
    ExchangeLog exchanges;
    OperationRegistry registry;
    TrustStore trust;
    PeerRequests requests;
    std::unique_ptr<Sessions> sessions;
};

} // namespace Workbench
