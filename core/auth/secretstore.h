// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/auth/secret.h"
#include "core/base/error.h"

#include <QFuture>
#include <QMap>
#include <QStringList>

#include <memory>
#include <optional>

namespace Workbench {

//! Keeps secrets by name, never in a file of ours. GUI thread. Every future is settled exactly once, also
//! when the store goes meanwhile. Errors are of ErrorKind::Storage and never name a secret.
//! \source core/RULES.md R-90
class SecretStore {
public:
    SecretStore() = default;
    virtual ~SecretStore() = default;
    Q_DISABLE_COPY_MOVE(SecretStore)

    //! Nothing when there is none of that name.
    virtual QFuture<Result<std::optional<Secret>>> read(const QString &name) = 0;
    virtual QFuture<Result<void>> write(const QString &name, const Secret &secret) = 0;
    //! Whether there was one.
    virtual QFuture<Result<bool>> remove(const QString &name) = 0;
    virtual QFuture<Result<QStringList>> names() = 0; //!< sorted

    //! What the user has to know about where secrets are: a sentence; empty when they are safe and last.
    virtual QString notice() const { return {}; }
};

//! Until the program ends.
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

//! Error::code when the system has no keychain.
inline constexpr QLatin1StringView noKeychain{"keychain.absent"};

//! \a first for as long as it is there, and memory from the moment it answers noKeychain. Whatever \a first
//! kept before that is out of reach, and the user is told.
class FallbackStore : public SecretStore {
public:
    //! \a told gets notice() once, when it begins to apply.
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
