// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/auth/credential.h"
#include "core/auth/keychainstore.h"
#include "core/exchange/exchangelog.h"
#include "core/workspace/source.h"

#include <QEventLoop>
#include <QFutureWatcher>

namespace Workbench::Cli {

//! What \a future holds once it has settled; the event loop runs meanwhile.
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

//! The secrets that the options of one command name, never by their value: --token, --auth, --header.
class Secrets {
public:
    Secrets();

    //! The value of \a reference. ErrorKind::Usage begins with \a option.
    Result<QByteArray> value(const QString &reference, const QString &option);
    //! NAME and VALUE of --header, where VALUE may be a reference.
    Result<std::pair<QString, QString>> header(const QString &entry);
    //! NAME=REF of --secret, from now on known() by that name.
    Result<void> keep(const QString &entry);
    //! A secret that the command read elsewhere, so that hideIn() hides it.
    void keep(const QString &name, const QByteArray &value);
    //! One that was looked up, by the name that stands in its place.
    std::optional<QString> known(const QString &name) const;
    //! Gives \a source the headers of --auth \a form, for its own address only. ErrorKind::Usage for a source
    //! without an address.
    Result<void> authenticate(Source &source, const QString &form);
    //! The headers of --auth \a form at \a url.
    Result<QList<std::pair<QString, QString>>> headersFor(const QString &form, const QUrl &url);

    //! Hides what was looked up so far.
    void hideIn(ExchangeLog &log) const;

private:
    KeychainStore m_keychain;
    QList<std::pair<Secret, QString>> m_known;
    SecretResolver m_resolver;
};

} // namespace Workbench::Cli
