// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/pages/toolpage.h"

namespace Workbench {
class Sessions;
}

namespace Workbench::Ui {

//! A tab about one source, whose name is the title.
class SourcePage : public ToolPage {
    Q_OBJECT
public:
    const QString &source() const { return m_source; }
    QString tabTitle() const override;
    QString nameSpace() const override;

Q_SIGNALS:
    //! Emitted when the user wants to connect the source. The window asks for trust first where needed.
    void connectRequested(const QString &source);

protected:
    SourcePage(const QString &name, const QString &iconName, const QString &detail, Sessions *sessions,
        QString source, QWidget *parent);

    Sessions *m_sessions;
    QString m_source;
};

} // namespace Workbench::Ui
