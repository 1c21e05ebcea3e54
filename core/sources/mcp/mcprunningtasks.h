// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"
#include "core/operation/callcontext.h"

#include <QHash>

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
        std::stop_source news{}; //!< stopped when the server says that the state of the task changed
        double lastProgress = 0; //!< the highest value that was shown
        bool hasFallen = false; //!< a progress value was negative or did not rise
    };

    bool contains(const QString &id) const { return m_tasks.contains(id); }
    //! Returns the running task \a id, or null.
    const Running *find(const QString &id) const;
    void begin(const QString &id, const Running &task) { m_tasks.insert(id, task); }
    //! Removes the task \a id and returns it.
    Running end(const QString &id) { return m_tasks.take(id); }
    //! Returns the task to which a message of the server belongs: by \c related-task in its _meta, or because
    //! \a method is the notification of a state. Returns null if it names no running task.
    const Running *of(const QString &method, const Json &params) const;
    //! Returns the task whose call has the exchange \a exchangeId, or null.
    const Running *withExchange(const QString &exchangeId) const;
    //! Returns the task whose progress token is \a token, or null.
    const Running *withToken(const Json &token) const;
    //! Reports \a progress to the task with \a token, unless it falls. Returns the operation of the task for
    //! the first value that was negative or did not rise.
    std::optional<QString> progress(const Json &token, const Progress &progress);
    //! Returns a token that is stopped when the server announces a change of the state of the task \a id.
    std::stop_token nextNews(const QString &id);
    //! Reads the notification \a method. If it announces a change of a state, the wait for the next request
    //! of this state ends.
    void notified(const QString &method, const Json &params);

private:
    QHash<QString, Running> m_tasks;
};

} // namespace Workbench
