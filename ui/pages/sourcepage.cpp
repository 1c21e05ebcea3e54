// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/pages/sourcepage.h"

#include "core/base/visibletext.h"
#include "core/operation/operationspec.h"

namespace Workbench::Ui {

SourcePage::SourcePage(const QString &name, const QString &iconName, const QString &detail,
    Sessions *sessions, QString source, QWidget *parent)
    : ToolPage(name, iconName, detail, parent)
    , m_sessions(sessions)
    , m_source(std::move(source))
{
}

QString SourcePage::tabTitle() const
{
    return visibleText(m_source, false, 60);
}

QString SourcePage::nameSpace() const
{
    return nameSpaceFor(m_source);
}

} // namespace Workbench::Ui

#include "moc_sourcepage.cpp"
