// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

#include <QList>
#include <QSet>

namespace Workbench {

//! Returns the content of the file \a name, which is built in, from the folder resources.
QByteArray demoFile(const QString &name);
//! Returns the content of resources/demo/NAME.json.
Json demoJson(const QString &name);

//! Returns the definitions for the answer to tools/list, in order.
const QList<Json> &demoToolDefinitions();

//! Returns the page {tools, nextCursor} of \a all that the cursor of tools/list names, or an absent value for
//! an invalid cursor. Pages are small, so that a client has to follow cursors.
Json demoToolPage(const QList<Json> &all, const Json &cursor);

//! The demo tools that answer at once. Remembers which issues were closed.
class DemoTools {
public:
    //! Returns a CallToolResult, or an absent value if there is no such tool here.
    Json call(const QString &tool, const Json &arguments);

private:
    Json listIssues(const Json &arguments) const;
    Json countIssues() const;
    Json getIssue(const Json &arguments) const;
    Json closeIssue(const Json &arguments);
    QSet<qint64> m_closed;
};

//! Returns {content: [text], isError: true}.
Json failedResult(const QString &text);
//! Returns {content: [text]}.
Json textResult(const QString &text);

} // namespace Workbench
