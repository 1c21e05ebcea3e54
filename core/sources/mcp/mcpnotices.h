// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/explanation/recognition.h"
#include "core/exchange/exchangelog.h"
#include "core/json/jsonparser.h"
#include "core/operation/callcontext.h"

#include <expected>

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

//! Returns the progress in the params of notifications/progress, or what is wrong with it. A total that is
//! not a number above 0, or is below the progress, is left out.
std::expected<Progress, QString> progressFrom(const Json &params);

//! Returns the \a remarks on the whole text of a message, on one of its members, or on something inside the
//! member \a part ("result"). The pointers lead into \a part; a remark on a member names it in its message.
QList<JsonRemark> remarksWithin(const QList<JsonRemark> &remarks, QLatin1StringView part);
//! Returns the note of a frame: \a own, then the \a remarks about its text.
QString frameRemark(const QString &own, const QList<JsonRemark> &remarks);
//! Returns the \a remarks on the JSON text of an answer or an item as notes.
QList<RecognitionNote> notesOn(const QList<JsonRemark> &remarks);
//! Adds the \a remarks to \a lines, each after \a subject and a colon, until \a lines has 20 of them.
void addRemarks(QStringList &lines, const QString &subject, const QList<JsonRemark> &remarks);

} // namespace Workbench
