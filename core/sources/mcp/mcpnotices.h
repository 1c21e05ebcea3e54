// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/call/callcontext.h"
#include "core/exchange/exchangelog.h"

namespace Workbench {

struct McpServerLog {
    LogLine::Level level = LogLine::Level::Info;
    QString text; //!< safe to show
};
//! From the params of notifications/message; any shape gives a line.
McpServerLog serverLogLine(const Json &params);

//! From the params of notifications/progress; nothing when "progress" is no number.
std::optional<Progress> progressFrom(const Json &params);

} // namespace Workbench
