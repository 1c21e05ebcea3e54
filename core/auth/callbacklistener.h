// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/limits.h"

#include <QFuture>
#include <QUrl>
#include <QUrlQuery>

#include <memory>
#include <stop_token>

namespace Workbench {

//! Waits on 127.0.0.1, at a port that the system chooses, for the one request that a browser makes at the end
//! of a sign-in. Other paths get 404 and change nothing; the page it shows says nothing of the answer.
//! \source reliability.md R-83
class CallbackListener {
public:
    //! ErrorKind::Network when nothing can be listened on.
    static Result<std::unique_ptr<CallbackListener>> listen(const Limits &limits);
    ~CallbackListener();
    Q_DISABLE_COPY_MOVE(CallbackListener)

    QUrl redirectUri() const; //!< "http://127.0.0.1:PORT/callback"
    //! The query of that request; once. ErrorKind::Timeout after limits.auth.callback, ErrorKind::Cancelled
    //! when this goes or \a cancellation is requested.
    QFuture<Result<QUrlQuery>> answer(std::stop_token cancellation);

private:
    class Private;
    explicit CallbackListener(std::unique_ptr<Private> state);
    std::unique_ptr<Private> d;
};

} // namespace Workbench
