// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/secrets/secretstore.h"

#include <QHash>
#include <QPromise>
#include <QTimer>

namespace Workbench {

//! A secret store that the test sees, fills and lets fail. It reads from the event loop; with holdsSecrets,
//! only when the test calls settleSecret.
class FakeSecretStore : public SecretStore {
public:
    QFuture<Result<std::optional<Secret>>> read(const QString &name) override
    {
        using Found = Result<std::optional<Secret>>;
        const QString reference = QStringLiteral("keychain:") + name;
        asked.append(reference);
        auto promise = std::make_shared<QPromise<Found>>();
        promise->start();
        const Found found = secrets.contains(name)
            ? Found(Secret(secrets.value(name).toUtf8()))
            : Found(std::unexpected(
                  Error{.kind = ErrorKind::Usage, .message = reference + QStringLiteral(" is not there")}));
        const auto settle = [promise, found] {
            promise->addResult(found);
            promise->finish();
        };
        if (holdsSecrets)
            settleSecret = settle;
        else
            QTimer::singleShot(0, settle);
        return promise->future();
    }
    QFuture<Result<void>> write(const QString &name, const Secret &secret) override
    {
        if (!problem.isEmpty()) {
            return QtFuture::makeReadyValueFuture(
                Result<void>(std::unexpected(Error{.kind = ErrorKind::Storage, .message = problem})));
        }
        secrets.insert(name, QString::fromUtf8(secret.reveal()));
        return QtFuture::makeReadyValueFuture(Result<void>());
    }
    QFuture<Result<bool>> remove(const QString &name) override
    {
        return QtFuture::makeReadyValueFuture(Result<bool>(secrets.remove(name)));
    }
    QFuture<Result<QStringList>> names() override
    {
        return QtFuture::makeReadyValueFuture(Result<QStringList>(secrets.keys()));
    }
    QString notice() const override
    {
        return isTemporary ? QStringLiteral("Secrets are lost at the end.") : QString();
    }

    QHash<QString, QString> secrets; //!< values by name
    bool isTemporary = false;
    QString problem; //!< error when a secret is stored; empty: storing works
    QStringList asked; //!< references of the secrets that were read
    bool holdsSecrets = false;
    std::function<void()> settleSecret;
};

} // namespace Workbench
