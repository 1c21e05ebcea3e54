// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/panes/operationpage.h"

#include <QWidget>

#include <functional>

class QStackedWidget;

namespace Workbench {
class Sessions;
}

namespace Workbench::Ui {

class PageTabBar;
class PageTabs;
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
    //! Shows \a operation in the preview tab, which the next preview replaces, unless it is open already.
    //! open(), an edited input, a call and a double click on the tab keep the page.
    OperationPage *preview(const OperationId &operation);
    //! Opens a second page of the operation at \a index, with the same input.
    void duplicate(int index);
    //! Opens a page that shows a call of History, or brings it to the front.
    OperationPage *openPast(const OperationId &operation, const OperationPage::Past &past);
    void openTool(ToolPage *page); //!< takes a new one; brings it to the front
    void show(OperationPage *page); //!< brings one that is open to the front
    //! Brings the page whose running call is \a exchangeId to the front, opening it again if its tab was
    //! closed. Null: no page has it.
    OperationPage *showRunning(const QString &exchangeId);
    OperationPage *current() const; //!< null while another page or the start page is shown
    ToolPage *currentTool() const; //!< null while another page or the start page is shown
    QList<OperationPage *> pages() const;
    QList<ToolPage *> tools() const;
    OperationPage *pageOf(const OperationId &operation) const; //!< that can make calls; null: none
    //! Closes the tab at \a index. A running call or stream of its operation is cancelled; the last tabs that
    //! were closed can be opened again as they were.
    void close(int index);
    void closeCurrent();
    void closeOthers(int index);
    int currentIndex() const;
    //! Goes back through the pages in the order in which they were used, as long as Ctrl is held.
    void showLastUsed(bool forwards);
    void step(int by); //!< Shows the page \a by tabs to the right of the current one.
    bool canReopen() const { return !m_closed.isEmpty(); }
    void reopen(); //!< the page that was closed last
    void reopenAll(int closing); //!< Opens again what the closing with this number closed.
    int liveStreams() const; //!< with the resources whose changes are listened for
    int liveStreamsOf(const QString &nameSpace) const; //!< of one source
    void keepInputs(); //!< Saves in the workspace what was typed and not sent.
    static bool isTyped(
        const OperationPage *page); //!< whether its input was changed and neither sent nor kept
    //! Opens one more page of \a operation, with \a input.
    OperationPage *openBeside(const OperationId &operation, const Json &input);
    void closeAll(); //!< that belong to the workspace
    void closeOf(const QString &nameSpace);
    void setCompact(bool compact);
    StartPage *startPage() const { return m_start; }

    //! The pages of operations. An operation stands several times if it has duplicates.
    struct Open {
        QStringList operations; //!< ids, in the order of the tabs
        QStringList titles; //!< of each, as its source called it
        QStringList inputs; //!< of each, as JSON; empty for a page that starts with the input of last time
        QStringList subscriptions; //!< those of the operations that are
        int current = -1; //!< the place in \c operations; -1: another page, or none
        QByteArray layout;
    };
    Open openPages() const;
    void restore(const Open &pages);

Q_SIGNALS:
    void currentChanged();
    void pageOpened(Workbench::Ui::OperationPage *page);
    void runningChanged(const Workbench::OperationId &operation, bool running);
    //! Emitted when a page with a live stream was closed. reopenAll(\a closing) opens it again.
    void streamClosed(const QString &title, int closing);
    //! Emitted when all tabs but one were closed, with \a streams live streams.
    void othersClosed(int tabs, int streams, int closing);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    template <typename T> QList<T *> pagesOfType() const;
    OperationPage *makePage(const OperationId &operation);
    OperationPage *addSecond(const OperationId &operation, const Json &input, int index);
    void addPage(QWidget *page, int index = -1);
    QWidget *take(int index);
    void pin(const OperationPage *page);
    bool isAnyRunning(const OperationId &operation) const;
    void noteUsed();
    void stopWalking();
    struct Closed {
        QWidget *page; //!< Hidden, and a child of this.
        int index; //!< of its tab
        int closing; //!< The number of the closing; one of several tabs has one number.
    };
    void shut(int index);
    void putBack(const Closed &closed);
    OperationPage *putBackClosed(const OperationId &operation);
    void keepInput(OperationPage *page);
    void forgetClosed(const std::function<bool(const QWidget *page)> &isMeant);
    void limitClosed(qsizetype most);
    void closeWhere(const std::function<bool(const QString &nameSpace)> &isMeant);
    void bringToFront(QWidget *page);
    void updateTab(OperationPage *page);
    void updateTab(ToolPage *page);

    Sessions *m_sessions;
    WorkspaceController *m_workspace;
    PageTabs *m_tabRow;
    PageTabBar *m_tabs;
    QStackedWidget *m_stack;
    StartPage *m_start;
    OperationPage *m_preview = nullptr; //!< The page that the next preview replaces; null: none.
    QList<QWidget *> m_used; //!< All pages, the one used last at the front.
    qsizetype m_walk = -1; //!< The place in m_used while Ctrl+Tab walks through it; -1: it does not.
    QList<Closed> m_closed; //!< the last ones; the newest at the end
    int m_closing = 0; //!< The number of the last closing.
    QByteArray m_layout;
    bool m_compact = false;
};

} // namespace Workbench::Ui
