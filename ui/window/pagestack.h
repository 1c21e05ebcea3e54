// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/operationspec.h"

#include <QWidget>

class QStackedWidget;
class QTabBar;

namespace Workbench {
class Sessions;
}

namespace Workbench::Ui {

class OperationPage;
class StartPage;
class ToolPage;
class WorkspaceController;

//! The centre: a tab for every open operation and tool, or the start page. Inputs are remembered in the
//! workspace, splitters and open tabs in the settings.
class PageStack : public QWidget {
    Q_OBJECT
public:
    PageStack(Sessions *sessions, WorkspaceController *workspace, QWidget *parent = nullptr);

    OperationPage *open(const OperationId &operation); //!< brings it to the front, opening it when needed
    void openTool(ToolPage *page); //!< takes a new one; brings it to the front
    OperationPage *current() const; //!< null while another page or the start page is shown
    ToolPage *currentTool() const; //!< null while another page or the start page is shown
    QList<OperationPage *> pages() const;
    QList<ToolPage *> tools() const;
    OperationPage *pageOf(const OperationId &operation) const;
    void close(int index); //!< of a tab
    void closeCurrent();
    void closeAll(); //!< that belong to the workspace
    void closeOf(const QString &nameSpace);
    void setCompact(bool compact);
    StartPage *startPage() const { return m_start; }

    //! Ids of the open operations, the current one first in \c current.
    struct Open {
        QStringList operations;
        QString current;
        QByteArray layout;
    };
    Open openPages() const;
    void restore(const Open &pages);

Q_SIGNALS:
    void currentChanged();
    void pageOpened(Workbench::Ui::OperationPage *page);
    void runningChanged(const Workbench::OperationId &operation, bool running);

private:
    template <typename T> QList<T *> pagesOfType() const;
    void addPage(QWidget *page);
    void bringToFront(QWidget *page);
    QString tabText(const OperationPage &page) const;
    void updateTab(OperationPage *page);
    void updateTab(ToolPage *page);

    Sessions *m_sessions;
    WorkspaceController *m_workspace;
    QTabBar *m_tabs;
    QStackedWidget *m_stack;
    StartPage *m_start;
    QByteArray m_layout;
    bool m_compact = false;
};

} // namespace Workbench::Ui
