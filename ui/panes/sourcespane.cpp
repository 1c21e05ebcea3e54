// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/sourcespane.h"

#include "core/base/visibletext.h"
#include "core/session/sessions.h"
#include "ui/forms/themelabel.h"
#include "ui/models/coretexts.h"
#include "ui/models/sourcesmodel.h"
#include "ui/models/textfiltermodel.h"
#include "ui/panes/iconlabel.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"
#include "ui/theme/icons.h"
#include "ui/theme/rowtreeview.h"

#include <QKeyEvent>
#include <QMenu>
#include <QShortcut>
#include <QStackedLayout>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Workbench::Ui {

namespace {
constexpr int fewOperations = 60; // a group of at most so many is expanded automatically
constexpr qsizetype quicklyFiltered = 5000; // a longer list is filtered when the user pauses typing

bool isOff(const SourceState &state)
{
    return !state.isUsable() && state.phase != SourceState::Phase::Connecting;
}

} // namespace

SourcesPane::SourcesPane(Sessions *sessions, QWidget *parent)
    : QWidget(parent)
    , m_sessions(sessions)
    , m_model(new SourcesModel(sessions, this))
    , m_filter(new SourcesFilterModel(this))
    , m_field(named(iconField(u"search"_s, tr("Filter operations"), this), u"filterField"_s))
    , m_view(named(new RowTreeView, u"sourcesTree"_s, tr("Sources and operations")))
{
    setObjectName(u"sourcesPane"_s);
    m_field->installEventFilter(this);
    m_filter->setSourceModel(m_model);
    m_view->setModel(m_filter);
    m_view->setHeaderHidden(true);
    m_view->viewport()->setBackgroundRole(QPalette::Window);
    m_view->setUniformRowHeights(false);
    m_view->setVerticalScrollMode(
        QAbstractItemView::ScrollPerItem); // per pixel needs the height of every row
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    m_view->installEventFilter(this);

    auto *nothingFound = new ThemeLabel(tr("No operation matches."), ColorRole::TextSecond, FontRole::Body);
    nothingFound->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    nothingFound->setObjectName(u"nothingFound"_s);
    m_stack = new QStackedLayout;
    m_stack->addWidget(m_view);
    m_stack->addWidget(makeEmptyState());
    m_stack->addWidget(nothingFound);
    auto *fieldRow = addAll(newRow({8, 0, 8, 0}), {m_field});
    m_versionBar = makeVersionBar();
    addAll(newColumn(this, {0, 8, 0, 0}, 8), {fieldRow, {m_stack, 1}, m_versionBar});

    m_filterDelay.setSingleShot(true);
    connect(&m_filterDelay, &QTimer::timeout, this, &SourcesPane::applyFilter);
    connect(m_field, &QLineEdit::textChanged, this, [this] {
        qsizetype operations = 0;
        for (const Source &source : m_sessions->sources())
            operations += m_sessions->state(source.name).operations;
        m_filterDelay.start(operations > quicklyFiltered ? 120ms : 30ms);
    });
    connect(m_view, &QAbstractItemView::clicked, this, [this](const QModelIndex &index) {
        const OperationId operation = m_model->operationAt(m_filter->mapToSource(index));
        if (!operation.isEmpty())
            Q_EMIT operationPreviewed(operation);
    });
    connect(m_view, &QAbstractItemView::doubleClicked, this, &SourcesPane::activate);
    connect(m_view, &QAbstractItemView::doubleClicked, this, [this](const QModelIndex &index) {
        connectAt(index);
        if (index.data(SourcesModel::RowKindRole).toInt() == int(SourcesModel::RowKind::Source))
            Q_EMIT serverRequested(index.data(SourcesModel::SourceNameRole).toString());
    });
    connect(m_view, &QWidget::customContextMenuRequested, this, &SourcesPane::showMenu);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this,
        [this] { Q_EMIT currentSourceChanged(currentSource()); });
    connect(
        m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, &SourcesPane::updateVersionBar);
    for (const auto signal : {&Sessions::sourceChanged, &Sessions::sourceAdded, &Sessions::sourceRemoved})
        connect(sessions, signal, this, &SourcesPane::updateVersionBar);
    for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(m_filter, signal, this, &SourcesPane::updateEmptyState, Qt::QueuedConnection);
    connect(
        m_model, &QAbstractItemModel::rowsInserted, this, &SourcesPane::expandKnown, Qt::QueuedConnection);
    auto *find = new QShortcut(QKeySequence::Find, this, nullptr, nullptr, Qt::WidgetWithChildrenShortcut);
    connect(find, &QShortcut::activated, this, &SourcesPane::focusFilter);
    updateEmptyState();
    updateVersionBar();
    expandKnown();
}

SourcesPane::~SourcesPane() = default;

QWidget *SourcesPane::makeEmptyState()
{
    auto *page = named(new QWidget, u"noSources"_s);
    auto *title = new ThemeLabel(tr("No sources yet"), ColorRole::Text, FontRole::Strong, page);
    auto *text = wrapped(new ThemeLabel(tr("MCP servers, OpenAPI services and hubs appear here."),
        ColorRole::TextSecond, FontRole::Body, page));
    QPushButton *add = named(plainButton(u"plus"_s, tr("Add source…"), page), u"addSource"_s);
    title->setAlignment(Qt::AlignCenter);
    text->setAlignment(Qt::AlignCenter);
    auto *column = addAll(newColumn(page, {12, 0, 12, 40}, 4),
        {Stretch{2}, {new IconLabel(u"hub"_s, ColorRole::TextSecond, page, 32), 0, Qt::AlignHCenter}});
    column->addSpacing(4);
    addAll(column, {title, text});
    column->addSpacing(8);
    addAll(column, {{add, 0, Qt::AlignHCenter}, Stretch{3}});
    connect(add, &QPushButton::clicked, this, &SourcesPane::addSourceRequested);
    return page;
}

void SourcesPane::updateEmptyState()
{
    const bool hasSources = m_model->rowCount() > 0;
    m_field->setEnabled(hasSources);
    m_stack->setCurrentIndex(!hasSources ? 1 : m_filter->rowCount() == 0 ? 2 : 0);
}

QWidget *SourcesPane::makeVersionBar()
{
    auto *bar = named(new QWidget, u"versionBar"_s);
    m_versionText = wrapped(new ThemeLabel({}, ColorRole::TextSecond, FontRole::Body, bar));
    QPushButton *anyway = named(plainButton({}, tr("Connect anyway"), bar), u"connectAnyway"_s);
    anyway->setToolTip(tr("Connect to read the lists of the source. Its operations cannot be invoked"));
    addAll(newColumn(bar, {12, 0, 12, 12}, 8), {m_versionText, {anyway, 0, Qt::AlignLeft}});
    connect(anyway, &QPushButton::clicked, this, [this] { m_sessions->connectAnyway(m_versionSource); });
    bar->hide();
    return bar;
}

//! Shows the bar for the current source, or else for the first source with this failure.
void SourcesPane::updateVersionBar()
{
    QString name = currentSource();
    if (!m_sessions->state(name).mayConnectAnyway()) {
        const QList<Source> sources = m_sessions->sources();
        const auto failed = std::ranges::find_if(sources,
            [this](const Source &source) { return m_sessions->state(source.name).mayConnectAnyway(); });
        name = failed == sources.end() ? QString() : failed->name;
    }
    m_versionSource = name;
    m_versionBar->setVisible(!name.isEmpty());
    m_versionText->setText(visibleText(coreText(m_sessions->state(name).error.message), false, 400));
}

QString SourcesPane::currentSource() const
{
    return m_view->currentIndex().data(SourcesModel::SourceNameRole).toString();
}

OperationId SourcesPane::currentOperation() const
{
    return m_model->operationAt(m_filter->mapToSource(m_view->currentIndex()));
}

void SourcesPane::selectOperation(const OperationId &operation)
{
    const QModelIndex index = m_filter->mapFromSource(m_model->indexOf(operation));
    if (!index.isValid())
        return;
    makeCurrent(index);
    if (!m_view->viewport()->underMouse())
        m_view->scrollTo(index);
}

void SourcesPane::selectSource(const QString &name)
{
    QModelIndex index = m_filter->mapFromSource(m_model->indexOfSource(name));
    if (!index.isValid()) {
        m_field->clear(); // the filter hides the source
        index = m_filter->mapFromSource(m_model->indexOfSource(name));
    }
    if (!index.isValid())
        return;
    makeCurrent(index);
    m_view->scrollTo(index);
    // Later, when the dialog that added the source is closed and the view has replaced the empty state.
    QTimer::singleShot(0, m_view, [this] { m_view->setFocus(Qt::OtherFocusReason); });
}

//! Makes a row current without the automatic scrolling of the view.
void SourcesPane::makeCurrent(const QModelIndex &index)
{
    m_view->setAutoScroll(false);
    m_view->setCurrentIndex(index);
    m_view->setAutoScroll(true);
}

void SourcesPane::setLive(const OperationId &operation, bool live)
{
    m_model->setLive(operation, live);
}

void SourcesPane::setCompact(bool compact)
{
    m_view->setIndentation(compact ? 12 : 16);
    m_field->setPlaceholderText(compact ? tr("Filter") : tr("Filter operations"));
}

void SourcesPane::focusFilter()
{
    m_field->setFocus(Qt::ShortcutFocusReason);
    m_field->selectAll();
}

void SourcesPane::activate(const QModelIndex &index)
{
    const OperationId operation = m_model->operationAt(m_filter->mapToSource(index));
    if (!operation.isEmpty())
        Q_EMIT operationActivated(operation);
}

//! Requests to connect the source of a row. Returns false if the row is not a source, or is connected
//! already.
bool SourcesPane::connectAt(const QModelIndex &index)
{
    if (index.data(SourcesModel::RowKindRole).toInt() != int(SourcesModel::RowKind::Source)
        || !index.isValid())
        return false;
    const QString name = index.data(SourcesModel::SourceNameRole).toString();
    if (!isOff(m_sessions->state(name)))
        return false;
    Q_EMIT connectRequested(name);
    return true;
}

void SourcesPane::applyFilter()
{
    const bool wasFiltering = m_filter->isFiltering();
    if (!wasFiltering)
        m_expanded = expandedKeys();
    m_filter->setText(m_field->text());
    if (m_filter->isFiltering()) {
        m_view->expandAll();
    } else if (wasFiltering) {
        m_view->collapseAll();
        expandKnown();
    }
    if (const QModelIndex current = m_view->currentIndex(); current.isValid())
        m_view->scrollTo(current);
    updateEmptyState();
}

QStringList SourcesPane::expandedKeys() const
{
    if (m_filter->isFiltering())
        return m_expanded;
    QStringList keys;
    for (int row = 0; row < m_filter->rowCount(); ++row) {
        const QModelIndex source = m_filter->index(row, 0);
        if (m_view->isExpanded(source))
            keys.append(source.data(SourcesModel::KeyRole).toString());
        for (int child = m_filter->rowCount(source) - 1; child >= 0; --child) {
            const QModelIndex group = m_filter->index(child, 0, source);
            if (group.data(SourcesModel::RowKindRole).toInt() != int(SourcesModel::RowKind::Group))
                break; // groups stand at the end
            if (m_view->isExpanded(group))
                keys.append(group.data(SourcesModel::KeyRole).toString());
        }
    }
    return keys;
}

void SourcesPane::setExpandedKeys(const QStringList &keys)
{
    m_expanded = keys;
    expandKnown();
}

void SourcesPane::expandKnown()
{
    for (int row = 0; row < m_filter->rowCount(); ++row) {
        const QModelIndex source = m_filter->index(row, 0);
        const int children = m_filter->rowCount(source);
        if (children == 0)
            continue;
        const QString name = source.data(SourcesModel::KeyRole).toString();
        const bool isRestored = m_expanded.contains(name);
        const bool isNew = !m_met.contains(name);
        if (isNew)
            m_met.append(name);
        if (isRestored || isNew)
            m_view->expand(source);
        bool openFirst = isNew && !isRestored;
        for (int child = 0; child < children; ++child) {
            const QModelIndex group = m_filter->index(child, 0, source);
            if (group.data(SourcesModel::RowKindRole).toInt() != int(SourcesModel::RowKind::Group)) {
                // Groups stand at the end of a long list of operations.
                child = std::max(child, children - fewOperations);
                continue;
            }
            const bool isFew = std::exchange(openFirst, false) && m_filter->rowCount(group) <= fewOperations;
            if (isFew || m_expanded.contains(group.data(SourcesModel::KeyRole).toString()))
                m_view->expand(group);
        }
    }
}

bool SourcesPane::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        const bool isReturn = key == Qt::Key_Return || key == Qt::Key_Enter;
        if (watched == m_view && isReturn) {
            const QModelIndex index = m_view->currentIndex();
            if (!m_model->operationAt(m_filter->mapToSource(index)).isEmpty())
                activate(index);
            else if (!connectAt(index))
                m_view->setExpanded(index, !m_view->isExpanded(index));
            return true;
        }
        if (watched == m_field && (key == Qt::Key_Down || isReturn)) {
            if (m_filterDelay.isActive()) {
                m_filterDelay.stop();
                applyFilter();
            }
            m_view->setFocus(Qt::TabFocusReason);
            if (!m_view->currentIndex().isValid())
                m_view->setCurrentIndex(m_filter->index(0, 0));
            return true;
        }
        if (watched == m_field && key == Qt::Key_Escape && !m_field->text().isEmpty()) {
            m_field->clear();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void SourcesPane::showMenu(const QPoint &position)
{
    const QModelIndex index = m_view->indexAt(position);
    auto *menu = deletedOnClose(named(new QMenu(this), u"sourcesMenu"_s));
    const OperationId operation = m_model->operationAt(m_filter->mapToSource(index));
    if (!operation.isEmpty()) {
        menu->addAction(tr("Open"), this, [this, operation] { Q_EMIT operationActivated(operation); });
        menu->addAction(
            icon(u"copy"_s), tr("Copy name"), this, [operation] { copyText(operation.toString()); });
    } else if (index.isValid()) {
        fillSourceMenu(menu, index.data(SourcesModel::SourceNameRole).toString());
    } else {
        menu->addAction(icon(u"plus"_s), tr("Add source…"), this, &SourcesPane::addSourceRequested);
        menu->addAction(tr("Connect all"), this, &SourcesPane::connectAllRequested);
    }
    menu->popup(m_view->viewport()->mapToGlobal(position));
}

void SourcesPane::fillSourceMenu(QMenu *menu, const QString &name)
{
    const SourceState::Phase phase = m_sessions->state(name).phase;
    if (isOff(m_sessions->state(name)))
        menu->addAction(tr("Connect"), this, [this, name] { Q_EMIT connectRequested(name); });
    else
        menu->addAction(tr("Disconnect"), this, [this, name] { m_sessions->disconnectSource(name); });
    if (m_sessions->state(name).mayConnectAnyway())
        menu->addAction(tr("Connect anyway"), this, [this, name] { m_sessions->connectAnyway(name); });
    QAction *refresh = menu->addAction(
        icon(u"refresh"_s), tr("Refresh"), this, [this, name] { m_sessions->refreshSource(name); });
    refresh->setEnabled(phase == SourceState::Phase::Ready || phase == SourceState::Phase::Degraded);
    menu->addAction(
        icon(u"server"_s), tr("Page of the source"), this, [this, name] { Q_EMIT serverRequested(name); });
    menu->addAction(icon(u"shield"_s), tr("Check…"), this, [this, name] { Q_EMIT checkRequested(name); });
    if (m_sessions->signsIn(name))
        menu->addAction(
            icon(u"key"_s), tr("Sign out"), this, [this, name] { Q_EMIT signOutRequested(name); });
    menu->addSeparator();
    menu->addAction(icon(u"edit"_s), tr("Edit…"), this, [this, name] { Q_EMIT editRequested(name); });
    menu->addAction(icon(u"trash"_s), tr("Remove…"), this, [this, name] { Q_EMIT removeRequested(name); });
}

} // namespace Workbench::Ui

#include "moc_sourcespane.cpp"
