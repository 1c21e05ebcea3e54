// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"
#include "core/secrets/secret.h"

#include <QFuture>
#include <QMap>
#include <QStringList>

#include <memory>
#include <optional>

namespace Workbench {

//! Stores secrets by name, never in a file of the workbench. GUI thread. Every future settles exactly once,
//! also if the store is deleted (ErrorKind::Cancelled). Errors are of ErrorKind::Storage, or ErrorKind::Usage
//! for an invalid name, and never contain a secret.
//! \source core/RULES.md R-90
class SecretStore {
public:
    SecretStore() = default;
    virtual ~SecretStore() = default;
    Q_DISABLE_COPY_MOVE(SecretStore)

    //! Reads a secret; settles with nothing if there is no secret \a name.
    virtual QFuture<Result<std::optional<Secret>>> read(const QString &name) = 0;
    virtual QFuture<Result<void>> write(const QString &name, const Secret &secret) = 0;
    //! Removes a secret; settles with whether it existed.
    virtual QFuture<Result<bool>> remove(const QString &name) = 0;
    virtual QFuture<Result<QStringList>> names() = 0; //!< Lists the names of the secrets, sorted.

    //! Returns a sentence about where secrets are stored that the user should know. Empty if they are stored
    //! safely and permanently.
    virtual QString notice() const { return {}; }
};

//! Keeps secrets in memory until the program ends.
class MemoryStore : public SecretStore {
public:
    QFuture<Result<std::optional<Secret>>> read(const QString &name) override;
    QFuture<Result<void>> write(const QString &name, const Secret &secret) override;
    QFuture<Result<bool>> remove(const QString &name) override;
    QFuture<Result<QStringList>> names() override;
    QString notice() const override;

private:
    QMap<QString, Secret> m_secrets;
};

//! The Error::code that says that the system has no keychain.
inline constexpr QLatin1StringView noKeychain{"keychain.absent"};

//! Uses another store until that fails with noKeychain, and memory from then on. Secrets that the other store
//! holds are out of reach then, and the user gets a notice.
class FallbackStore : public SecretStore {
public:
    //! \a first is the store to use. \a told is called once with notice(), when memory is used instead.
    explicit FallbackStore(
        std::unique_ptr<SecretStore> first, std::function<void(const QString &notice)> told = {});
    ~FallbackStore() override;

    QFuture<Result<std::optional<Secret>>> read(const QString &name) override;
    QFuture<Result<void>> write(const QString &name, const Secret &secret) override;
    QFuture<Result<bool>> remove(const QString &name) override;
    QFuture<Result<QStringList>> names() override;
    QString notice() const override;

    struct State;

private:
    std::shared_ptr<State> d;
};

} // namespace Workbench
