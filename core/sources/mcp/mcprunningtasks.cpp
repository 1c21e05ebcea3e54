// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/mcp/mcprunningtasks.h"

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
    const auto found = m_tasks.find(id);
    return found == m_tasks.end() ? nullptr : &found->second;
}

const McpRunningTasks::Running *McpRunningTasks::of(const QString &method, const Json &params) const
{
    const Json related = params.member("_meta"_L1).member("io.modelcontextprotocol/related-task"_L1);
    const Running *task = find(related.member("taskId"_L1).toString());
    return task ? task : find(reportedTask(method, params));
}

McpRunningTasks::Running McpRunningTasks::end(const QString &id)
{
    auto node = m_tasks.extract(id);
    return node ? std::move(node.mapped()) : Running();
}

const McpRunningTasks::Running *McpRunningTasks::withExchange(const QString &exchangeId) const
{
    for (const auto &[id, task] : m_tasks) {
        if (!exchangeId.isEmpty() && task.exchangeId == exchangeId)
            return &task;
    }
    return nullptr;
}

const McpRunningTasks::Running *McpRunningTasks::only() const
{
    return m_tasks.size() == 1 ? &m_tasks.begin()->second : nullptr;
}

const McpRunningTasks::Running *McpRunningTasks::withToken(const Json &token) const
{
    for (const auto &[id, task] : m_tasks) {
        if (Json::integer(task.token) == token)
            return &task;
    }
    return nullptr;
}

std::optional<QString> McpRunningTasks::progress(
    const Json &token, const Progress &progress, const std::optional<double> &before)
{
    for (auto &[id, task] : m_tasks) {
        if (Json::integer(task.token) != token)
            continue;
        const std::optional<double> last = task.lastProgress ? task.lastProgress : before;
        const double least = last.value_or(0);
        const bool fell = last ? progress.value <= least : progress.value < least;
        const bool isShown = progress.value >= least; // an equal value may carry a new message
        std::optional<QString> news;
        if (fell && !std::exchange(task.hasFallen, true))
            news = task.operation;
        if (isShown)
            task.lastProgress = progress.value;
        const auto tell = isShown ? task.onProgress : nullptr; // a copy: the callee may remove the task
        if (tell)
            tell(progress);
        return news;
    }
    return {};
}

bool McpRunningTasks::takeNews(const QString &id)
{
    const auto found = m_tasks.find(id);
    return found != m_tasks.end() && std::exchange(found->second.hasNews, false);
}

std::stop_token McpRunningTasks::nextNews(const QString &id)
{
    const auto found = m_tasks.find(id);
    if (found == m_tasks.end())
        return {};
    found->second.news = std::stop_source();
    return found->second.news.get_token();
}

void McpRunningTasks::notified(const QString &method, const Json &params)
{
    const auto found = m_tasks.find(reportedTask(method, params));
    if (found == m_tasks.end())
        return;
    found->second.hasNews = true;
    found->second.news.request_stop();
}

} // namespace Workbench
