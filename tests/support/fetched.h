// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/transport/http/httpclient.h"

#include <QEventLoop>
#include <QFutureWatcher>
#include <QTimer>

namespace Workbench {

//! Returns the response to \a request, or an error of kind Internal if none arrives within 20 s. It does not
//! use QTest's waiting, whose sleeps of 10 ms would take longer than most requests.
inline Result<HttpClient::Whole> fetched(HttpClient &client, HttpRequest request)
{
    using Whole = Result<HttpClient::Whole>;
    const QFuture<Whole> future = client.fetch(std::move(request));
    QEventLoop loop;
    QFutureWatcher<Whole> watcher;
    QObject::connect(&watcher, &QFutureWatcher<Whole>::finished, &loop, &QEventLoop::quit);
    watcher.setFuture(future);
    QTimer::singleShot(20'000, &loop, &QEventLoop::quit);
    if (!future.isFinished())
        loop.exec();
    if (!future.isFinished())
        return std::unexpected(
            Error{ErrorKind::Internal, QStringLiteral("test"), QStringLiteral("never settled"), {}, {}});
    return future.result();
}

} // namespace Workbench
