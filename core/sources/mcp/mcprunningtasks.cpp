// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/mcp/mcprunningtasks.h"

#include <algorithm>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

//! Returns the id of the task whose state \a method reports; empty: it reports none.
QString reportedTask(const QString &method, const Json &params)
{
    return method == "notifications/tasks/status"_L1 || method == "notifications/tasks"_L1
        ? params.member("taskId"_L1).toString()
        : QString();
}

} // namespace

const McpRunningTasks::Running *McpRunningTasks::find(const QString &id) const
{
    const auto found = m_tasks.constFind(id);
    return found == m_tasks.cend() ? nullptr : &*found;
}

const McpRunningTasks::Running *McpRunningTasks::of(const QString &method, const Json &params) const
{
    const Json related = params.member("_meta"_L1).member("io.modelcontextprotocol/related-task"_L1);
    const Running *task = find(related.member("taskId"_L1).toString());
    return task ? task : find(reportedTask(method, params));
}

const McpRunningTasks::Running *McpRunningTasks::withExchange(const QString &exchangeId) const
{
    const auto found = std::ranges::find(m_tasks, exchangeId, &Running::exchangeId);
    return found == m_tasks.cend() ? nullptr : &*found;
}

const McpRunningTasks::Running *McpRunningTasks::withToken(const Json &token) const
{
    const auto found = std::ranges::find_if(
        m_tasks, [&token](const Running &task) { return Json::integer(task.token) == token; });
    return found == m_tasks.cend() ? nullptr : &*found;
}

std::optional<QString> McpRunningTasks::progress(const Json &token, const Progress &progress)
{
    for (Running &task : m_tasks) {
        if (Json::integer(task.token) != token)
            continue;
        const bool fell = progress.value < task.lastProgress;
        const std::optional<QString> news =
            fell && !std::exchange(task.hasFallen, true) ? std::optional(task.operation) : std::nullopt;
        if (!fell)
            task.lastProgress = progress.value;
        const auto tell = fell ? nullptr : task.onProgress; // a copy: the callee may remove the task
        if (tell)
            tell(progress);
        return news;
    }
    return {};
}

std::stop_token McpRunningTasks::nextNews(const QString &id)
{
    const auto found = m_tasks.find(id);
    if (found == m_tasks.end())
        return {};
    found->news = std::stop_source();
    return found->news.get_token();
}

void McpRunningTasks::notified(const QString &method, const Json &params)
{
    if (const Running *task = find(reportedTask(method, params)))
        std::stop_source(task->news).request_stop();
}

} // namespace Workbench
