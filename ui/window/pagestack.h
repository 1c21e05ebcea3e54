// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/pages/operationpage.h"

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

//! The centre of the window: a tab for every open operation and tool, or the start page. Inputs are saved in
//! the workspace, splitters and open tabs in the settings.
class PageStack : public QWidget {
    Q_OBJECT
public:
    PageStack(Sessions *sessions, WorkspaceController *workspace, QWidget *parent = nullptr);

    OperationPage *open(const OperationId &operation); //!< shows its page; opens the page if needed
    //! Shows \a operation in the preview tab, which the next preview replaces, unless it is open already.
    //! open(), an edited input, a call and a double click on the tab keep the page.
    OperationPage *preview(const OperationId &operation);
    //! Opens a second page for the operation of the tab at \a index, with an equal input.
    void duplicate(int index);
    //! Shows a page for a call of History; opens the page if needed.
    OperationPage *openPast(const OperationId &operation, const OperationPage::Past &past);
    void openTool(ToolPage *page); //!< shows \a page; takes ownership of a new page
    //! Shows the first open page of the class \a Page for which \a isWanted returns true, and returns it.
    //! Returns null if there is none.
    template <typename Page, typename Predicate> Page *showTool(Predicate isWanted)
    {
        for (ToolPage *tool : tools()) {
            auto *page = qobject_cast<Page *>(tool);
            if (page && std::invoke(isWanted, *page)) {
                openTool(page);
                return page;
            }
        }
        return nullptr;
    }
    void show(OperationPage *page); //!< brings an open page to the front
    //! Shows the page whose running call is \a exchangeId; opens it again if its tab was closed. Returns null
    //! if no page has this call.
    OperationPage *showRunning(const QString &exchangeId);
    OperationPage *current() const; //!< null while another page or the start page is shown
    ToolPage *currentTool() const; //!< null while another page or the start page is shown
    QList<OperationPage *> pages() const;
    QList<ToolPage *> tools() const;
    OperationPage *pageOf(const OperationId &operation) const; //!< first page that can make calls, or null
    //! Closes the tab at \a index and cancels its running call or stream, unless it runs as a task. The last
    //! closed tabs can be opened again as they were.
    void close(int index);
    void closeCurrent();
    void closeOthers(int index);
    int currentIndex() const;
    //! Shows the previous page in the order of last use. The order does not change while Ctrl is held.
    void showLastUsed(bool forwards);
    void step(int by); //!< shows the page \a by tabs to the right; after the last tab comes the first
    bool canReopen() const { return !m_closed.isEmpty(); }
    void reopen(); //!< opens the page again that was closed last
    void reopenAll(int closing); //!< opens all pages again that the closing with this number closed
    int liveStreams() const; //!< includes subscriptions to changes of resources
    int liveStreamsOf(const QString &nameSpace) const; //!< for one source
    void keepInputs(); //!< saves inputs in the workspace that were typed and not sent
    //! Returns whether the input of \a page was changed and neither sent nor saved.
    static bool isTyped(const OperationPage *page);
    //! Opens another page of \a operation, with \a input. Its tab gets \a index; -1: after the last tab.
    OperationPage *openBeside(const OperationId &operation, const Json &input, int index = -1);
    void closeAll(); //!< closes all pages that belong to the workspace
    void closeOf(const QString &nameSpace);
    void setCompact(bool compact);
    StartPage *startPage() const { return m_start; }

    //! The open pages of operations. An operation occurs several times if it has duplicates.
    struct Open {
        QStringList operations; //!< ids, in the order of the tabs
        QStringList titles; //!< title of each, as its source named it
        QStringList inputs; //!< input of each, as JSON; empty: use the saved input
        QStringList subscriptions; //!< ids of the operations that are subscriptions
        int current = -1; //!< index in \c operations; -1: another page, or none
        QByteArray layout;
    };
    Open openPages() const;
    void restore(const Open &pages);

Q_SIGNALS:
    void currentChanged();
    void explainingChanged(); //!< Emitted when the current tool may have begun or ended to explain a result.
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
    void addPage(QWidget *page, int index = -1);
    QWidget *take(int index);
    void pin(const OperationPage *page);
    bool isAnyRunning(const OperationId &operation) const;
    void noteUsed();
    void stopWalking();
    struct Closed {
        QWidget *page; //!< hidden child of the stack
        int index; //!< former index of its tab
        int closing; //!< number of the closing; tabs closed together share it
    };
    void shut(int index);
    void putBack(const Closed &closed);
    OperationPage *reusablePage(const OperationId &operation);
    void keepInput(OperationPage *page);
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
    OperationPage *m_preview = nullptr; //!< the page that the next preview replaces; null: none
    QList<QWidget *> m_used; //!< all pages, the most recently used first
    qsizetype m_walk = -1; //!< index in m_used while Ctrl+Tab moves through it; otherwise -1
    QList<Closed> m_closed; //!< the last closed pages, newest at the end
    int m_closing = 0; //!< number of the last closing
    QByteArray m_layout;
    bool m_compact = false;
};

} // namespace Workbench::Ui
