// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/auth/credential.h"
#include "core/exchange/exchangelog.h"
#include "core/secrets/keychainstore.h"
#include "core/workspace/source.h"

#include <QEventLoop>
#include <QFutureWatcher>

namespace Workbench::Cli {

//! Waits in a nested event loop until \a future has finished, and returns its result.
template <typename T> T waitFor(const QFuture<T> &future)
{
    if (!future.isFinished()) {
        QEventLoop loop;
        QFutureWatcher<T> watcher;
        QObject::connect(&watcher, &QFutureWatcherBase::finished, &loop, &QEventLoop::quit);
        watcher.setFuture(future);
        loop.exec();
    }
    return future.result();
}

//! The secrets of one command. Its options (--token, --auth, --header, --env, --secret) name secrets by
//! references, never by value.
class Secrets {
public:
    Secrets();

    //! Returns the value of \a reference. The error names \a option; it is ErrorKind::Usage for an invalid
    //! reference.
    Result<QByteArray> value(const QString &reference, const QString &option);
    //! Returns NAME and VALUE of a --header \a entry. VALUE may be a reference.
    Result<std::pair<QString, QString>> header(const QString &entry);
    //! Returns NAME and VALUE of an --env \a entry. VALUE may be a reference.
    Result<std::pair<QString, QString>> variable(const QString &entry);
    //! Looks up NAME=REF of --secret. known() returns the secret under that name.
    Result<void> keep(const QString &entry);
    //! Adds a secret that the command read elsewhere, so that hideIn() hides it.
    void keep(const QString &name, const QByteArray &value);
    //! Returns the secret with this name, or nothing.
    std::optional<QString> known(const QString &name) const;
    //! Adds the header of --auth \a form to \a source, for its own address only. Fails with ErrorKind::Usage
    //! for a source without an address.
    Result<void> authenticate(Source &source, const QString &form);
    //! Returns the name and value of the header of --auth \a form for \a url.
    Result<std::pair<QString, QString>> headerFor(const QString &form, const QUrl &url);

    //! Hides the known secrets in \a log.
    void hideIn(ExchangeLog &log) const;

private:
    KeychainStore m_keychain;
    QList<std::pair<Secret, QString>> m_known;
    SecretResolver m_resolver;
};

} // namespace Workbench::Cli
