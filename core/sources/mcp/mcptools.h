// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/operationspec.h"
#include "core/operation/uritemplate.h"

#include <QHash>
#include <QSet>

namespace Workbench {

//! Turns the lists of a server into operations. An unusable entry is left out with a remark; it does not make
//! the whole list fail.
//! \source core/sources/mcp/README.md 5
class McpDefinitions {
public:
    // The functions run on any thread.
    void addTools(const QList<Json> &definitions);
    void addResources(const QList<Json> &definitions);
    void addTemplates(const QList<Json> &definitions);
    void addPrompts(const QList<Json> &definitions);
    //! Adds the requests about tasks that a server with these \a capabilities answers.
    void addTasks(const Json &capabilities);

    //! Leaves out tools whose headers cannot be created (modern era over HTTP), with a remark.
    bool dropsBadHeaders = false;
    bool hasAnyOutput = false; //!< results need not be objects (modern era)
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

//! Returns the \a definition of a resource without \c size and \c annotations.lastModified, which change
//! with the content. A definition is accepted and compared without them.
Json withoutPresentContent(const Json &definition);

} // namespace Workbench
