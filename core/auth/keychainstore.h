// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/auth/secretstore.h"

#include <QObject>

namespace Workbench {

//! The system's keychain: Secret Service, KWallet, macOS, Windows. Its plain-text fallback is off; without a
//! keychain every answer is the error noKeychain. The keychain cannot list what is ours, so one more entry
//! holds the names.
class KeychainStore : public SecretStore {
public:
    //! \a service is what the keychain files our entries under.
    explicit KeychainStore(QString service = defaultService());
    ~KeychainStore() override;

    static QString defaultService(); //!< "envelope-workbench"

    QFuture<Result<std::optional<Secret>>> read(const QString &name) override;
    QFuture<Result<void>> write(const QString &name, const Secret &secret) override;
    QFuture<Result<bool>> remove(const QString &name) override;
    QFuture<Result<QStringList>> names() override;

    struct State;

private:
    std::shared_ptr<State> d;
};

} // namespace Workbench
