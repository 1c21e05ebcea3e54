// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/window/pagestack.h"

#include "core/json/jsonparser.h"
#include "ui/forms/inputeditor.h"
#include "ui/pages/toolpage.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"
#include "ui/theme/pagetabbar.h"
#include "ui/window/pagetabs.h"
#include "ui/window/startpage.h"
#include "ui/window/workspacecontroller.h"

#include <QApplication>
#include <QKeyEvent>
#include <QStackedWidget>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

//! A stack whose minimum size depends only on the current page.
class CurrentPageStack final : public QStackedWidget {
public:
    using QStackedWidget::QStackedWidget;
    QSize minimumSizeHint() const override
    {
        return currentWidget() ? currentWidget()->minimumSizeHint() : QStackedWidget::minimumSizeHint();
    }
};

constexpr qsizetype mostClosed = 5; // pages that can be opened again

bool isLive(const OperationPage *page)
{
    return page && ((page->isSubscription() && page->isRunning()) || page->isWatching());
}

constexpr auto typedKey = "isTyped"; // property of a page with a changed input that was not sent

//! Returns the name space of the page's source, or an empty string if it has none.
QString nameSpaceOf(const QWidget *page)
{
    const auto *tool = qobject_cast<const ToolPage *>(page);
    return tool ? tool->nameSpace() : static_cast<const OperationPage *>(page)->operation().nameSpace;
}

} // namespace

PageStack::PageStack(Sessions *sessions, WorkspaceController *workspace, QWidget *parent)
    : QWidget(parent)
    , m_sessions(sessions)
    , m_workspace(workspace)
    , m_tabRow(new PageTabs([this] { return canReopen(); }, this))
    , m_tabs(m_tabRow->bar())
    , m_stack(new CurrentPageStack(this))
    , m_start(new StartPage(this))
{
    addAll(newColumn(this), {m_tabRow, {m_stack, 1}});
    m_stack->addWidget(m_start);
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int index) {
        m_stack->setCurrentIndex(index + 1);
        noteUsed();
        Q_EMIT currentChanged();
    });
    connect(m_tabs, &QTabBar::tabMoved, this, [this](int from, int to) {
        QWidget *page = m_stack->widget(from + 1);
        m_stack->removeWidget(page);
        m_stack->insertWidget(to + 1, page);
        m_stack->setCurrentIndex(m_tabs->currentIndex() + 1);
    });
    connect(m_tabRow, &PageTabs::closeRequested, this, &PageStack::close);
    connect(m_tabRow, &PageTabs::closeOthersRequested, this, &PageStack::closeOthers);
    connect(m_tabRow, &PageTabs::duplicateRequested, this, &PageStack::duplicate);
    connect(m_tabRow, &PageTabs::reopenRequested, this, &PageStack::reopen);
    connect(m_tabRow, &PageTabs::pinRequested, this,
        [this](int index) { pin(qobject_cast<OperationPage *>(m_stack->widget(index + 1))); });
    connect(m_tabRow, &PageTabs::copyNameRequested, this, [this](int index) {
        const auto *page = qobject_cast<OperationPage *>(m_stack->widget(index + 1));
        copyText(page ? page->operation().toString() : m_tabs->pageTab(index).name);
    });
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
        if (!page->isPast() && page->operation() == operation)
            return page;
    }
    return nullptr;
}

OperationPage *PageStack::openPast(const OperationId &operation, const OperationPage::Past &past)
{
    for (OperationPage *page : pages()) {
        if (page->isPast() && page->exchangeId() == past.exchangeId) {
            bringToFront(page);
            return page;
        }
    }
    auto *page = new OperationPage(m_sessions, operation, this);
    page->setCompact(m_compact);
    if (!m_layout.isEmpty())
        page->restoreLayout(m_layout, false);
    page->showPast(past);
    connect(page, &OperationPage::operationChanged, this, [this, page] { updateTab(page); });
    addPage(page);
    Q_EMIT pageOpened(page);
    bringToFront(page);
    return page;
}

void PageStack::show(OperationPage *page)
{
    if (m_stack->indexOf(page) >= 0)
        bringToFront(page);
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
    OperationPage *page = reusablePage(operation);
    if (!page) {
        page = makePage(operation);
        addPage(page);
        Q_EMIT pageOpened(page);
    }
    pin(page);
    bringToFront(page);
    return page;
}

OperationPage *PageStack::preview(const OperationId &operation)
{
    OperationPage *page = reusablePage(operation);
    if (!page) {
        const int place = m_preview ? m_stack->indexOf(m_preview) - 1 : -1;
        OperationPage *before = std::exchange(m_preview, makePage(operation));
        page = m_preview;
        addPage(page, place);
        Q_EMIT pageOpened(page);
        bringToFront(page);
        if (before)
            take(m_stack->indexOf(before) - 1)->deleteLater();
    }
    bringToFront(page);
    return page;
}

void PageStack::duplicate(int index)
{
    const auto *page = qobject_cast<OperationPage *>(m_stack->widget(index + 1));
    if (page)
        openBeside(page->operation(), page->input(), index + 1);
}

//! Returns the page where calls of \a operation are made. Opens a closed one again, with its input and its
//! result. Returns null if there is none.
OperationPage *PageStack::reusablePage(const OperationId &operation)
{
    if (OperationPage *page = pageOf(operation))
        return page;
    for (qsizetype i = m_closed.size() - 1; i >= 0; --i) {
        auto *page = qobject_cast<OperationPage *>(m_closed.at(i).page);
        if (!page || page->isPast() || page->runsAsTask() || page->operation() != operation)
            continue;
        putBack(m_closed.takeAt(i));
        return page;
    }
    return nullptr;
}

bool PageStack::isTyped(const OperationPage *page)
{
    return page->property(typedKey).toBool();
}

//! Saves the input of \a page. The workspace has one input per operation: that of the first page.
void PageStack::keepInput(OperationPage *page)
{
    if (!isTyped(page) || page->input().isAbsent())
        return;
    const OperationPage *first = pageOf(page->operation());
    if (first && first != page)
        return;
    m_workspace->setInput(page->operation(), page->input());
    page->setProperty(typedKey, false);
}

void PageStack::keepInputs()
{
    for (OperationPage *page : pages())
        keepInput(page);
}

OperationPage *PageStack::openBeside(const OperationId &operation, const Json &input, int index)
{
    OperationPage *second = makePage(operation);
    if (!input.isAbsent())
        second->setInput(input);
    addPage(second, index);
    Q_EMIT pageOpened(second);
    bringToFront(second);
    return second;
}

//! Makes a page with the saved input of \a operation.
OperationPage *PageStack::makePage(const OperationId &operation)
{
    auto *page = new OperationPage(m_sessions, operation, this);
    page->setCompact(m_compact);
    if (!m_layout.isEmpty())
        page->restoreLayout(m_layout, false);
    if (const Json saved = m_workspace->input(operation); !saved.isAbsent())
        page->setInput(saved);
    connect(page, &OperationPage::runningChanged, this, [this, page](bool running) {
        pin(page);
        updateTab(page);
        if (running && !page->input().isAbsent()) {
            m_workspace->setInput(page->operation(), page->input());
            page->setProperty(typedKey, false);
        }
        Q_EMIT runningChanged(page->operation(), isAnyRunning(page->operation()));
    });
    connect(page, &OperationPage::inputChanged, this, [this, page] {
        if (!page->inputEditor()->isAncestorOf(page->window()->focusWidget()))
            return;
        page->setProperty(typedKey, true);
        pin(page);
    });
    for (const auto signal : {&OperationPage::operationChanged, &OperationPage::progressed})
        connect(page, signal, this, [this, page] { updateTab(page); });
    return page;
}

//! Returns whether any page of \a operation is running, including duplicates.
bool PageStack::isAnyRunning(const OperationId &operation) const
{
    return std::ranges::any_of(pages(),
        [&](const OperationPage *page) { return page->operation() == operation && page->isRunning(); });
}

//! Keeps \a page if it was a preview.
void PageStack::pin(const OperationPage *page)
{
    if (!page || page != m_preview)
        return;
    updateTab(std::exchange(m_preview, nullptr));
}

void PageStack::openTool(ToolPage *page)
{
    if (m_stack->indexOf(page) < 0) {
        page->setCompact(m_compact);
        connect(page, &ToolPage::tabChanged, this, [this, page] { updateTab(page); });
        connect(page, &ToolPage::explainingChanged, this, &PageStack::explainingChanged);
        addPage(page);
    }
    bringToFront(page);
    page->focusFirst();
}

//! Adds \a page with a tab at \a index; -1: after the last tab.
void PageStack::addPage(QWidget *page, int index)
{
    const int place = index < 0 ? m_tabs->count() : index;
    m_used.append(page);
    {
        const QSignalBlocker quiet(m_tabs); // a tab would become current before it has its text
        m_stack->insertWidget(place + 1, page);
        m_tabs->insertTab(place, {});
    }
    if (auto *own = qobject_cast<OperationPage *>(page))
        updateTab(own);
    else
        updateTab(static_cast<ToolPage *>(page));
    m_tabRow->updateCount();
}

void PageStack::bringToFront(QWidget *page)
{
    m_tabs->setCurrentIndex(m_stack->indexOf(page) - 1);
    m_stack->setCurrentWidget(page);
    noteUsed();
    Q_EMIT currentChanged();
}

void PageStack::updateTab(OperationPage *page)
{
    const int index = m_stack->indexOf(page) - 1;
    if (index < 0)
        return;
    const ColorRole calm = page->isSubscription() ? ColorRole::Live : ColorRole::TextSecond;
    m_tabs->setPageTab(index,
        {.name = page->tabTitle(),
            .detail = page->tabDetail(),
            .iconName = page->tabIconName(),
            .color = page->isDefinitionChanged() && !page->isRunning() ? ColorRole::Warning : calm,
            .share = page->shareDone(),
            .isPreview = page == m_preview});
    m_tabs->setTabToolTip(index, page->tabToolTip());
}

void PageStack::updateTab(ToolPage *page)
{
    const int index = m_stack->indexOf(page) - 1;
    if (index < 0)
        return;
    m_tabs->setPageTab(index,
        {.name = page->tabTitle(),
            .detail = page->tabDetail(),
            .iconName = page->tabIconName(),
            .isOperation = false});
    m_tabs->setTabToolTip(index, page->tabTitle());
}

int PageStack::currentIndex() const
{
    return m_tabs->currentIndex();
}

void PageStack::step(int by)
{
    if (const int count = m_tabs->count(); count > 0)
        m_tabs->setCurrentIndex((m_tabs->currentIndex() + by + count) % count);
}

void PageStack::showLastUsed(bool forwards)
{
    if (m_used.size() < 2)
        return;
    if (m_walk < 0) {
        m_walk = 0;
        qApp->installEventFilter(this);
    }
    m_walk = (m_walk + (forwards ? m_used.size() - 1 : 1)) % m_used.size();
    bringToFront(m_used.at(m_walk));
    if (!(QApplication::keyboardModifiers() & Qt::ControlModifier))
        stopWalking();
}

//! Moves the current page to the front of the used pages, except while Ctrl+Tab only passes it.
void PageStack::noteUsed()
{
    QWidget *page = m_stack->currentWidget();
    if (m_walk >= 0 && page == m_used.value(m_walk))
        return;
    stopWalking();
    if (m_used.removeOne(page))
        m_used.prepend(page);
}

void PageStack::stopWalking()
{
    if (m_walk < 0)
        return;
    m_walk = -1;
    qApp->removeEventFilter(this);
    noteUsed();
}

bool PageStack::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::KeyRelease && static_cast<QKeyEvent *>(event)->key() == Qt::Key_Control)
        stopWalking();
    return QWidget::eventFilter(watched, event);
}

void PageStack::closeCurrent()
{
    close(m_stack->currentIndex() - 1);
}

//! Removes the page at \a index from the tabs and returns it. The stack stays its owner.
QWidget *PageStack::take(int index)
{
    QWidget *page = m_stack->widget(index + 1);
    stopWalking();
    m_used.removeOne(page);
    if (page == m_preview)
        m_preview = nullptr;
    m_stack->removeWidget(page);
    page->setParent(this);
    page->hide();
    m_tabs->removeTab(index);
    m_tabRow->updateCount();
    return page;
}

void PageStack::close(int index)
{
    if (index < 0 || index >= m_tabs->count())
        return;
    const auto *own = qobject_cast<OperationPage *>(m_stack->widget(index + 1));
    const bool wasLive = isLive(own);
    ++m_closing;
    shut(index);
    limitClosed(mostClosed);
    Q_EMIT currentChanged();
    if (wasLive)
        Q_EMIT streamClosed(own->tabTitle(), m_closing);
}

void PageStack::closeOthers(int index)
{
    const QWidget *kept = m_stack->widget(index + 1);
    const int tabs = m_tabs->count() - 1;
    if (!kept || tabs < 1)
        return;
    const int streams = liveStreams() - (isLive(qobject_cast<const OperationPage *>(kept)) ? 1 : 0);
    ++m_closing;
    for (int i = tabs; i >= 0; --i) {
        if (m_stack->widget(i + 1) != kept)
            shut(i);
    }
    limitClosed(std::max(mostClosed, qsizetype(tabs)));
    Q_EMIT currentChanged();
    Q_EMIT othersClosed(tabs, streams, m_closing);
}

//! Closes the tab at \a index and keeps its page.
void PageStack::shut(int index)
{
    OperationId operation;
    if (auto *own = qobject_cast<OperationPage *>(m_stack->widget(index + 1))) {
        operation = own->operation();
        m_layout = own->saveLayout();
        keepInput(own);
        if (!own->runsAsTask()) // a task continues without its page; History shows its end
            own->cancel();
        own->stopWatching();
    } else {
        static_cast<ToolPage *>(m_stack->widget(index + 1))->cancel();
    }
    m_closed.append({take(index), index, m_closing});
    m_stack->setCurrentIndex(m_tabs->currentIndex() + 1);
    if (!operation.isEmpty())
        Q_EMIT runningChanged(operation, isAnyRunning(operation));
}

//! Deletes the oldest closed pages, because each holds its result. Keeps \a most of them, and those whose
//! task still runs.
void PageStack::limitClosed(qsizetype most)
{
    const auto runsTask = [](const Closed &closed) {
        const auto *page = qobject_cast<const OperationPage *>(closed.page);
        return page && page->runsAsTask();
    };
    for (qsizetype i = 0; i < m_closed.size() && m_closed.size() > most;) {
        if (runsTask(m_closed.at(i)))
            ++i;
        else
            m_closed.takeAt(i).page->deleteLater();
    }
}

int PageStack::liveStreams() const
{
    return int(std::ranges::count_if(pages(), isLive));
}

void PageStack::reopen()
{
    if (m_closed.isEmpty())
        return;
    const Closed closed = m_closed.takeLast();
    putBack(closed);
    bringToFront(closed.page);
}

int PageStack::liveStreamsOf(const QString &nameSpace) const
{
    return int(std::ranges::count_if(pages(),
        [&](const OperationPage *page) { return isLive(page) && page->operation().nameSpace == nameSpace; }));
}

//! Shows a single reopened tab. If several are reopened, the current page stays in front.
void PageStack::reopenAll(int closing)
{
    QList<QWidget *> opened;
    // Reopens the last closed tab first, so that each index is valid again.
    for (qsizetype i = m_closed.size() - 1; i >= 0; --i) {
        if (m_closed.at(i).closing != closing)
            continue;
        opened.append(m_closed.at(i).page);
        putBack(m_closed.takeAt(i));
    }
    if (opened.size() == 1)
        bringToFront(opened.constFirst());
    else
        Q_EMIT currentChanged();
}

OperationPage *PageStack::showRunning(const QString &exchangeId)
{
    const auto runsIt = [&exchangeId](const OperationPage *page) {
        return page && page->isRunning() && page->exchangeId() == exchangeId;
    };
    const auto closed = std::ranges::find_if(m_closed,
        [&runsIt](const Closed &one) { return runsIt(qobject_cast<const OperationPage *>(one.page)); });
    if (closed != m_closed.end())
        putBack(m_closed.takeAt(closed - m_closed.begin()));
    const QList<OperationPage *> open = pages();
    const auto found = std::ranges::find_if(open, runsIt);
    if (found == open.end())
        return nullptr;
    show(*found);
    return *found;
}

void PageStack::putBack(const Closed &closed)
{
    if (auto *own = qobject_cast<OperationPage *>(closed.page))
        own->setCompact(m_compact);
    else
        static_cast<ToolPage *>(closed.page)->setCompact(m_compact);
    addPage(closed.page, std::min(closed.index, m_tabs->count()));
}

void PageStack::closeAll()
{
    closeWhere([](const QString &nameSpace) { return !nameSpace.isEmpty(); });
}

void PageStack::closeOf(const QString &nameSpace)
{
    closeWhere([&](const QString &own) { return own == nameSpace; });
}

//! Closes the pages whose name space matches \a isMeant. They cannot be opened again.
void PageStack::closeWhere(const std::function<bool(const QString &nameSpace)> &isMeant)
{
    for (int i = m_tabs->count() - 1; i >= 0; --i) {
        if (isMeant(nameSpaceOf(m_stack->widget(i + 1))))
            shut(i);
    }
    m_closed.removeIf([&](const Closed &closed) {
        const bool isGone = isMeant(nameSpaceOf(closed.page));
        if (isGone)
            closed.page->deleteLater();
        return isGone;
    });
    Q_EMIT currentChanged();
}

void PageStack::setCompact(bool compact)
{
    m_compact = compact;
    for (OperationPage *page : pages())
        page->setCompact(compact);
    for (ToolPage *page : tools())
        page->setCompact(compact);
}

PageStack::Open PageStack::openPages() const
{
    Open open;
    open.layout = m_layout;
    for (const OperationPage *page : pages()) {
        if (page->isPast())
            continue;
        if (page == current()) {
            open.current = int(open.operations.size());
            open.layout = page->saveLayout();
        }
        const QString id = page->operation().toString();
        // The workspace has one input per operation; the input of a duplicate is saved here, up to 64 kB.
        const QByteArray own = open.operations.contains(id) ? page->input().toBytes() : QByteArray();
        open.operations += id;
        open.titles += page->tabTitle();
        open.inputs += own.size() > 64'000 ? QString() : QString::fromUtf8(own);
        if (page->isSubscription())
            open.subscriptions += id;
    }
    return open;
}

void PageStack::restore(const Open &pages)
{
    m_layout = pages.layout;
    for (qsizetype i = 0; i < pages.operations.size(); ++i) {
        const auto operation = OperationId::fromString(pages.operations.at(i));
        OperationPage *page = pageOf(operation)
            ? openBeside(operation, parseJson(pages.inputs.value(i).toUtf8()).value_or(Json()))
            : open(operation);
        if (pages.subscriptions.contains(pages.operations.at(i)))
            page->expectSubscription();
        page->expectTitle(pages.titles.value(i));
    }
    if (OperationPage *page = this->pages().value(pages.current)) {
        bringToFront(page);
        page->restoreLayout(pages.layout);
    }
}

} // namespace Workbench::Ui

#include "moc_pagestack.cpp"
