// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/exchange/exchangelog.h"
#include "core/json/jsonparser.h"
#include "core/registry/callcontext.h"

namespace Workbench {

//! How many characters are shown of a message in a server's log; the Wire pane has them all.
inline constexpr qsizetype maxLogText = 4000;

struct McpServerLog {
    LogLine::Level level = LogLine::Level::Info;
    //! "server log", then the server's name of the level where the log has no level of that name, then the
    //! logger: "server log (critical): db". Safe to show.
    QString origin;
    QString text; //!< safe to show
};
//! From the params of notifications/message; any shape gives a line.
McpServerLog serverLogLine(const Json &params);

//! From the params of notifications/progress; nothing when "progress" is no number.
std::optional<Progress> progressFrom(const Json &params);

//! Returns those of \a remarks that are about the whole text or the result of a message, with pointers into
//! that result.
QList<JsonRemark> remarksOnResult(const QList<JsonRemark> &remarks);
//! Returns the note of a frame: \a own, and what is odd about its text.
QString frameRemark(const QString &own, const QList<JsonRemark> &remarks);

} // namespace Workbench
