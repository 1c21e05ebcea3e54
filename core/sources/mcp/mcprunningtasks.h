// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/jsonparser.h"
#include "core/operation/callcontext.h"

#include <map>
#include <memory>
#include <stop_token>

namespace Workbench {

//! The calls that became tasks, by the id that the server gave to the task. It relates messages of the server
//! to such a call while none of its requests is open. GUI thread. \source core/sources/mcp/README.md 8
class McpRunningTasks {
public:
    struct Running {
        qint64 token = 0; //!< the progress token of the call, which stays valid for the whole task
        QString exchangeId;
        QString operation; //!< its name for the user
        std::function<void(const Progress &)> onProgress;
        std::shared_ptr<QList<JsonRemark>> remarks{}; //!< PendingCalls::Call::remarks of the call
        std::stop_source news{}; //!< stopped when the server says that the state of the task changed
        bool hasNews = false; //!< the server said so since the last takeNews()
        std::optional<double> lastProgress{}; //!< the last value that was shown
        bool hasFallen = false; //!< a progress value was negative or did not rise
    };

    bool contains(const QString &id) const { return m_tasks.contains(id); }
    //! Returns the running task \a id, or null.
    const Running *find(const QString &id) const;
    void begin(const QString &id, const Running &task) { m_tasks.insert_or_assign(id, task); }
    //! Removes the task \a id and returns it.
    Running end(const QString &id);
    //! Returns the task to which a message of the server belongs: by \c related-task in its _meta, or because
    //! \a method is the notification of a state. Returns null if it names no running task.
    const Running *of(const QString &method, const Json &params) const;
    //! Returns the task whose call has the exchange \a exchangeId, or null if there is none or \a exchangeId
    //! is empty.
    const Running *withExchange(const QString &exchangeId) const;
    //! Returns the running task if there is exactly one, or null.
    const Running *only() const;
    //! Returns the task whose progress token is \a token, or null.
    const Running *withToken(const Json &token) const;
    //! Reports \a progress to the task with \a token, unless it falls. \a before is the last value that was
    //! shown before the call became a task. Returns the operation of the task for the first value that was
    //! negative or did not rise.
    std::optional<QString> progress(
        const Json &token, const Progress &progress, const std::optional<double> &before);
    //! Returns whether the server announced a change of the state of the task \a id since the last time.
    bool takeNews(const QString &id);
    //! Returns a token that is stopped when the server announces a change of the state of the task \a id.
    std::stop_token nextNews(const QString &id);
    //! Reads the notification \a method. If it announces a change of a state, the wait for the next request
    //! of this state ends.
    void notified(const QString &method, const Json &params);

private:
    std::map<QString, Running> m_tasks;
};

} // namespace Workbench
