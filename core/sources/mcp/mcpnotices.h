// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/exchange/exchangelog.h"
#include "core/json/jsonparser.h"
#include "core/registry/callcontext.h"

namespace Workbench {

//! How many characters of a server's log message are shown; the Wire pane shows all of them.
inline constexpr qsizetype maxLogText = 4000;

//! A line of a server's log.
struct McpServerLog {
    LogLine::Level level = LogLine::Level::Info;
    //! "server log", then the server's level if our log has no level of that name, then the logger: "server
    //! log (critical): db". Safe to show.
    QString origin;
    QString text; //!< safe to show
};
//! Returns the line for the params of notifications/message. Params of any form give a line.
McpServerLog serverLogLine(const Json &params);

//! Returns the progress in the params of notifications/progress, or nothing if "progress" is not a number.
std::optional<Progress> progressFrom(const Json &params);

//! Returns the \a remarks about the whole text or the result of a message. Their pointers lead into the
//! result.
QList<JsonRemark> remarksOnResult(const QList<JsonRemark> &remarks);
//! Returns the note of a frame: \a own, then the \a remarks about its text.
QString frameRemark(const QString &own, const QList<JsonRemark> &remarks);

} // namespace Workbench
