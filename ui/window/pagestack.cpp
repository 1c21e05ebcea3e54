// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/window/pagestack.h"

#include "ui/panes/operationpage.h"
#include "ui/panes/toolpage.h"
#include "ui/theme/icons.h"
#include "ui/window/startpage.h"
#include "ui/window/workspacecontroller.h"

#include <QBoxLayout>
#include <QStackedWidget>
#include <QTabBar>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

//! As small as the page that is shown: one behind it asks for no room.
class CurrentPageStack final : public QStackedWidget {
public:
    using QStackedWidget::QStackedWidget;
    QSize minimumSizeHint() const override
    {
        return currentWidget() ? currentWidget()->minimumSizeHint() : QStackedWidget::minimumSizeHint();
    }
};

} // namespace

PageStack::PageStack(Sessions *sessions, WorkspaceController *workspace, QWidget *parent)
    : QWidget(parent)
    , m_sessions(sessions)
    , m_workspace(workspace)
    , m_tabs(new QTabBar(this))
    , m_stack(new CurrentPageStack(this))
    , m_start(new StartPage(this))
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_tabs->setObjectName(u"pageTabs"_s);
    m_tabs->setAccessibleName(tr("Open operations and tools"));
    m_tabs->setTabsClosable(true);
    m_tabs->setMovable(true);
    m_tabs->setExpanding(false);
    m_tabs->setUsesScrollButtons(true);
    m_tabs->setElideMode(Qt::ElideMiddle);
    m_tabs->hide();
    column->addWidget(m_tabs);
    column->addWidget(m_stack, 1);
    m_stack->addWidget(m_start);
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int index) {
        m_stack->setCurrentIndex(index + 1);
        Q_EMIT currentChanged();
    });
    connect(m_tabs, &QTabBar::tabMoved, this, [this](int from, int to) {
        QWidget *page = m_stack->widget(from + 1);
        m_stack->removeWidget(page);
        m_stack->insertWidget(to + 1, page);
        m_stack->setCurrentIndex(m_tabs->currentIndex() + 1);
    });
    connect(m_tabs, &QTabBar::tabCloseRequested, this, &PageStack::close);
}

template <typename T> QList<T *> PageStack::pagesOfType() const
{
    QList<T *> found;
    for (int i = 1; i < m_stack->count(); ++i) {
        if (auto *page = qobject_cast<T *>(m_stack->widget(i)))
            found += page;
    }
    return found;
}

QList<OperationPage *> PageStack::pages() const
{
    return pagesOfType<OperationPage>();
}

QList<ToolPage *> PageStack::tools() const
{
    return pagesOfType<ToolPage>();
}

OperationPage *PageStack::pageOf(const OperationId &operation) const
{
    for (OperationPage *page : pages()) {
        if (page->operation() == operation)
            return page;
    }
    return nullptr;
}

OperationPage *PageStack::current() const
{
    return qobject_cast<OperationPage *>(m_stack->currentWidget());
}

ToolPage *PageStack::currentTool() const
{
    return qobject_cast<ToolPage *>(m_stack->currentWidget());
}

OperationPage *PageStack::open(const OperationId &operation)
{
    OperationPage *page = pageOf(operation);
    if (!page) {
        page = new OperationPage(m_sessions, operation, this);
        page->setCompact(m_compact);
        if (!m_layout.isEmpty())
            page->restoreLayout(m_layout, false);
        if (const Json saved = m_workspace->input(operation); !saved.isAbsent())
            page->setInput(saved);
        connect(page, &OperationPage::runningChanged, this, [this, page](bool running) {
            updateTab(page);
            if (running && !page->input().isAbsent())
                m_workspace->setInput(page->operation(), page->input());
            Q_EMIT runningChanged(page->operation(), running);
        });
        connect(page, &OperationPage::operationChanged, this, [this, page] { updateTab(page); });
        addPage(page);
        updateTab(page);
        Q_EMIT pageOpened(page);
    }
    bringToFront(page);
    return page;
}

void PageStack::openTool(ToolPage *page)
{
    if (m_stack->indexOf(page) < 0) {
        page->setCompact(m_compact);
        connect(page, &ToolPage::tabChanged, this, [this, page] { updateTab(page); });
        addPage(page);
        updateTab(page);
    }
    bringToFront(page);
    page->focusFirst();
}

void PageStack::addPage(QWidget *page)
{
    m_stack->addWidget(page);
    const QSignalBlocker quiet(m_tabs); // the first tab would become current before it has its words
    m_tabs->addTab({});
}

void PageStack::bringToFront(QWidget *page)
{
    m_tabs->show();
    m_tabs->setCurrentIndex(m_stack->indexOf(page) - 1);
    m_stack->setCurrentWidget(page);
    Q_EMIT currentChanged();
}

//! A name's ampersand is shown, and makes no shortcut.
QString PageStack::tabText(const OperationPage &page) const
{
    return page.tabTitle(m_compact).replace(u'&', u"&&"_s);
}

void PageStack::updateTab(OperationPage *page)
{
    const int index = m_stack->indexOf(page) - 1;
    if (index < 0)
        return;
    m_tabs->setTabText(index, tabText(*page));
    m_tabs->setTabIcon(
        index, icon(page->tabIconName(), page->isSubscription() ? ColorRole::Live : ColorRole::TextSecond));
    m_tabs->setTabToolTip(index, page->operation().toString());
}

void PageStack::updateTab(ToolPage *page)
{
    const int index = m_stack->indexOf(page) - 1;
    if (index < 0)
        return;
    m_tabs->setTabText(index, page->tabTitle(m_compact).replace(u'&', u"&&"_s));
    m_tabs->setTabIcon(index, icon(page->tabIconName()));
    m_tabs->setTabToolTip(index, page->tabTitle(false));
}

void PageStack::closeCurrent()
{
    close(m_stack->currentIndex() - 1);
}

void PageStack::close(int index)
{
    QWidget *page = m_stack->widget(index + 1);
    if (!page || index < 0)
        return;
    OperationId operation;
    if (const auto *own = qobject_cast<OperationPage *>(page)) {
        operation = own->operation();
        m_layout = own->saveLayout();
    }
    m_stack->removeWidget(page);
    m_tabs->removeTab(index);
    page->deleteLater();
    m_tabs->setVisible(m_tabs->count() > 0);
    m_stack->setCurrentIndex(m_tabs->currentIndex() + 1);
    if (!operation.isEmpty())
        Q_EMIT runningChanged(operation, false);
    Q_EMIT currentChanged();
}

void PageStack::closeAll()
{
    for (int i = m_tabs->count() - 1; i >= 0; --i) {
        const auto *tool = qobject_cast<ToolPage *>(m_stack->widget(i + 1));
        if (!tool || !tool->nameSpace().isEmpty())
            close(i);
    }
}

void PageStack::closeOf(const QString &nameSpace)
{
    for (int i = m_tabs->count() - 1; i >= 0; --i) {
        const QWidget *page = m_stack->widget(i + 1);
        const auto *tool = qobject_cast<const ToolPage *>(page);
        const QString own =
            tool ? tool->nameSpace() : static_cast<const OperationPage *>(page)->operation().nameSpace;
        if (own == nameSpace)
            close(i);
    }
}

void PageStack::setCompact(bool compact)
{
    m_compact = compact;
    for (OperationPage *page : pages()) {
        page->setCompact(compact);
        updateTab(page);
    }
    for (ToolPage *page : tools()) {
        page->setCompact(compact);
        updateTab(page);
    }
}

PageStack::Open PageStack::openPages() const
{
    Open open;
    for (const OperationPage *page : pages())
        open.operations += page->operation().toString();
    if (const OperationPage *page = current()) {
        open.current = page->operation().toString();
        open.layout = page->saveLayout();
    } else {
        open.layout = m_layout;
    }
    return open;
}

void PageStack::restore(const Open &pages)
{
    m_layout = pages.layout;
    for (const QString &id : pages.operations)
        open(OperationId::fromString(id));
    if (!pages.current.isEmpty())
        open(OperationId::fromString(pages.current))->restoreLayout(pages.layout);
}

} // namespace Workbench::Ui
