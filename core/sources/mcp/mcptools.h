// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/operationspec.h"
#include "core/operation/uritemplate.h"

#include <QHash>
#include <QSet>

namespace Workbench {

//! Turns what a server lists into operations. What cannot be used is left out with a remark; nothing fails as
//! a whole.
//! \source core/sources/mcp/README.md 5
class McpDefinitions {
public:
    // On any thread.
    void addTools(const QList<Json> &definitions);
    void addResources(const QList<Json> &definitions);
    void addTemplates(const QList<Json> &definitions);
    void addPrompts(const QList<Json> &definitions);
    //! The requests about tasks that a server with these \a capabilities answers, as operations.
    void addTasks(const Json &capabilities);

    //! Leaves out tools whose headers cannot be made (modern era over HTTP), with a remark.
    bool dropsBadHeaders = false;
    QList<OperationSpec> operations;
    QStringList remarks; //!< the first hundred
    qsizetype remarksLeftOut = 0;

private:
    void remark(const QString &text);
    std::optional<OperationSpec> begin(
        const Json &definition, QLatin1StringView nameMember, const QString &what, qsizetype index);
    void add(OperationSpec spec);
    QSet<QString> m_names;
    QHash<QString, int> m_repeats; //!< the last number given to a name listed more than once
};

} // namespace Workbench
