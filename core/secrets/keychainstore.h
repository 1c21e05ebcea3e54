// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/secrets/secretstore.h"

#include <QObject>

namespace Workbench {

//! The system's keychain: Secret Service, KWallet, macOS, Windows. The plain-text fallback of the library is
//! off; without a keychain every call fails with noKeychain. The keychain cannot list the entries of a
//! program, so one more entry holds their names.
class KeychainStore : public SecretStore {
public:
    //! \a service is the name under which the keychain files the entries.
    explicit KeychainStore(QString service = defaultService());
    ~KeychainStore() override;

    static QString defaultService(); //!< Returns "envelope-workbench".

    QFuture<Result<std::optional<Secret>>> read(const QString &name) override;
    QFuture<Result<void>> write(const QString &name, const Secret &secret) override;
    QFuture<Result<bool>> remove(const QString &name) override;
    QFuture<Result<QStringList>> names() override;

    struct State;

private:
    std::shared_ptr<State> d;
};

} // namespace Workbench
