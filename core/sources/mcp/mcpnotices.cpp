// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/mcp/mcpnotices.h"

#include "core/base/visibletext.h"

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype maxLogText = 4000;

LogLine::Level levelOf(const QString &name)
{
    if (name == "debug"_L1)
        return LogLine::Level::Debug;
    if (name == "notice"_L1)
        return LogLine::Level::Notice;
    if (name == "warning"_L1)
        return LogLine::Level::Warning;
    if (name == "error"_L1 || name == "critical"_L1 || name == "alert"_L1 || name == "emergency"_L1)
        return LogLine::Level::Error;
    return LogLine::Level::Info;
}

} // namespace

McpServerLog serverLogLine(const Json &params)
{
    const Json data = params.member("data"_L1);
    const QString logger = params.member("logger"_L1).toString();
    QString text = data.isString() ? data.toString() : QString::fromUtf8(data.toBytes().left(4 * maxLogText));
    if (!logger.isEmpty())
        text = logger + u": "_s + text;
    return {levelOf(params.member("level"_L1).toString()), visibleText(text, false, maxLogText)};
}

std::optional<Progress> progressFrom(const Json &params)
{
    const Json value = params.member("progress"_L1);
    if (!value.isNumber())
        return {};
    Progress progress;
    progress.value = value.toDouble();
    if (const Json total = params.member("total"_L1); total.isNumber())
        progress.total = total.toDouble();
    progress.message = visibleText(params.member("message"_L1).toString(), false, maxLogText);
    return progress;
}

} // namespace Workbench
