// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/operationspec.h"

#include <QHash>
#include <QSet>

namespace Workbench {

//! Turns what a server lists into operations. What cannot be used is left out with a remark; nothing fails as
//! a whole.
//! \source call-protocol.md 4.3, mcp-client.md sections 5 and 9
class McpDefinitions {
public:
    // On any thread.
    void addTools(const QList<Json> &definitions);
    void addResources(const QList<Json> &definitions);
    void addTemplates(const QList<Json> &definitions);
    void addPrompts(const QList<Json> &definitions);

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

//! Names of the variables of an RFC 6570 template, in order.
QStringList templateVariables(const QString &uriTemplate);
//! The template with \a values put in. Simple, reserved and fragment expansion, path, label, parameter and
//! query forms; values are strings, missing ones are left out.
QString expandTemplate(const QString &uriTemplate, const Json &values);

} // namespace Workbench
