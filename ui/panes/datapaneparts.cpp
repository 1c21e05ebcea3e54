// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/forms/themelabel.h"
#include "ui/models/jsonsearch.h"
#include "ui/models/jsontreemodel.h"
#include "ui/models/tablemodel.h"
#include "ui/panes/datapane.h"
#include "ui/panes/viewpane.h"
#include "ui/text/textview.h"
#include "ui/theme/controls.h"
#include "ui/theme/icons.h"
#include "ui/theme/rowtreeview.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QStackedWidget>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {
constexpr int rowsOpenedByMenu = 2000;
} // namespace

DataPane::DataPane(Faces faces, QWidget *parent)
    : QWidget(parent)
    , m_fewFaces(faces == Faces::TreeAndText)
    , m_header(new PaneHeader(tr("Data"), this))
    , m_stack(new QStackedWidget(this))
    , m_tree(new JsonTreeModel(this))
    , m_treeView(new RowTreeView)
    , m_text(new TextView)
    , m_table(new TableModel(this))
    , m_tableView(new RowTreeView)
    , m_view(new ViewPane)
{
    setObjectName(u"dataPane"_s);
    setBackgroundRole(QPalette::Base);
    makeHeader();
    makeSearch();
    makeTree();
    m_text->setObjectName(u"dataText"_s);
    m_text->setAccessibleName(tr("Data as text"));
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setLineNumbers(true);
    connect(m_text, &TextView::ready, this, &DataPane::markText);
    m_tableView->setObjectName(u"dataTable"_s);
    m_tableView->setAccessibleName(tr("Data as table"));
    m_tableView->setRootIsDecorated(false);
    m_tableView->setFrameShape(QFrame::NoFrame);
    m_tableView->setModel(m_table);
    m_tableView->setSelectionBehavior(QAbstractItemView::SelectRows);
    connect(m_tableView, &QAbstractItemView::clicked, this, [this](const QModelIndex &index) {
        Q_EMIT placeSelected(index.data(TableModel::PointerRole).toString());
    });
    m_stack->addWidget(m_treeView);
    m_stack->addWidget(m_text);
    m_stack->addWidget(m_tableView);
    m_stack->addWidget(m_view);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_header);
    column->addWidget(m_searchBar);
    column->addWidget(m_stack, 1);
    setCompact(false);
    updateFaces();
}

void DataPane::makeHeader()
{
    m_subjectChip = new Chip({}, m_header);
    m_subjectChip->setObjectName(u"subjectChip"_s);
    m_subjectChip->setColors(ColorRole::Selection, ColorRole::Accent);
    m_subjectChip->setClickable(true);
    m_subjectChip->setToolTip(tr("Back to the data"));
    m_subjects = new SegmentControl(m_header);
    m_subjects->setObjectName(u"dataSubjects"_s);
    m_subjects->setAccessibleName(tr("Data opened or as received"));
    m_subjects->addSegment(tr("Opened"));
    m_subjects->addSegment(tr("As received"));
    m_faces = new SegmentControl(m_header);
    m_faces->setObjectName(u"dataFaces"_s);
    m_faces->setAccessibleName(tr("Data as tree, text, table or view"));
    m_faces->addSegment(tr("Tree"), u"tree"_s);
    m_faces->addSegment(tr("Text"), u"text"_s);
    if (!m_fewFaces) {
        m_faces->addSegment(tr("Table"), u"table"_s);
        m_faces->addSegment(tr("View"), u"view"_s);
    }
    m_received = iconButton(u"layers"_s, tr("Show as received, before normalisation"), m_header);
    m_received->setObjectName(u"showReceived"_s);
    m_received->setCheckable(true);
    m_search = iconButton(u"search"_s, tr("Find in the data"), m_header);
    m_search->setObjectName(u"searchData"_s);
    m_copy = iconButton(u"copy"_s, tr("Copy the data as JSON"), m_header);
    m_copy->setObjectName(u"copyData"_s);
    m_header->addBesideTitle(m_subjectChip);
    m_header->addWidget(m_subjects);
    m_header->addWidget(m_faces);
    m_header->addWidget(m_received);
    m_header->addWidget(m_search);
    m_header->addWidget(m_copy);
    connect(m_subjectChip, &QAbstractButton::clicked, this, [this] { setSubject(Subject::Data); });
    connect(m_subjects, &SegmentControl::currentChanged, this, [this](int index) {
        // Filling the control must not leave the schema.
        if (m_subject != Subject::Schema || index == 1)
            setSubject(index == 1 ? Subject::Received : Subject::Data);
    });
    connect(m_faces, &SegmentControl::currentChanged, this, [this](int index) {
        if (Face(index) != m_face)
            setFace(Face(index));
    });
    connect(m_received, &QToolButton::clicked, this,
        [this](bool on) { setSubject(on ? Subject::Received : Subject::Data); });
    connect(m_search, &QToolButton::clicked, this, &DataPane::showSearch);
    connect(m_copy, &QToolButton::clicked, this, &DataPane::copyAll);
}

void DataPane::makeTree()
{
    m_treeView->setObjectName(u"dataTree"_s);
    m_treeView->setAccessibleName(tr("Data as tree"));
    m_treeView->setModel(m_tree);
    m_treeView->setHeaderHidden(true);
    m_treeView->setFrameShape(QFrame::NoFrame);
    m_treeView->setIndentation(16);
    m_treeView->header()->setStretchLastSection(true);
    m_treeView->setContextMenuPolicy(Qt::CustomContextMenu);
    m_treeView->installEventFilter(this);
    connect(m_treeView, &QTreeView::expanded, this,
        [this](const QModelIndex &index) { m_tree->setExpanded(index, true); });
    connect(m_treeView, &QTreeView::collapsed, this,
        [this](const QModelIndex &index) { m_tree->setExpanded(index, false); });
    connect(m_treeView, &QAbstractItemView::clicked, this, [this](const QModelIndex &index) {
        Q_EMIT placeSelected(index.data(JsonTreeModel::PointerRole).toString());
    });
    connect(m_treeView, &QWidget::customContextMenuRequested, this, &DataPane::showTreeMenu);
}

void DataPane::makeSearch()
{
    m_searchBar = new QWidget(this);
    m_searchField = iconField(u"search"_s, tr("Find in the data"), m_searchBar);
    m_searchField->setObjectName(u"searchField"_s);
    m_searchField->installEventFilter(this);
    m_searchFact = new ThemeLabel({}, ColorRole::TextSecond, FontRole::Small, m_searchBar);
    m_searchFact->setObjectName(u"searchFact"_s);
    QToolButton *next = iconButton(u"chevron-down"_s, tr("Next"), m_searchBar);
    QToolButton *previous = iconButton(u"chevron-up"_s, tr("Previous"), m_searchBar);
    QToolButton *close = iconButton(u"close"_s, tr("Close the search"), m_searchBar);
    auto *row = new QHBoxLayout(m_searchBar);
    row->setContentsMargins(8, 4, 8, 4);
    row->setSpacing(4);
    row->addWidget(m_searchField, 1);
    row->addWidget(m_searchFact);
    row->addWidget(previous);
    row->addWidget(next);
    row->addWidget(close);
    m_searchBar->hide();
    connect(next, &QToolButton::clicked, this, [this] { search(false); });
    connect(previous, &QToolButton::clicked, this, [this] { search(true); });
    connect(close, &QToolButton::clicked, m_searchBar, &QWidget::hide);
}

void DataPane::showSearch()
{
    m_searchBar->show();
    m_searchField->setFocus(Qt::ShortcutFocusReason);
    m_searchField->selectAll();
}

void DataPane::search(bool backwards)
{
    const QString text = m_searchField->text();
    if (text.isEmpty())
        return;
    if (m_face == Face::Text) {
        m_searchFact->setText(m_text->find(text, backwards) ? QString() : tr("Not found"));
        return;
    }
    if (text != m_matchesOf) {
        const JsonMatches found = findInJson(value(), text);
        m_matches = found.pointers;
        m_matchesOf = text;
        m_match = backwards ? 0 : -1;
    }
    if (m_matches.isEmpty()) {
        m_searchFact->setText(tr("Not found"));
        return;
    }
    m_match = (m_match + (backwards ? -1 : 1) + m_matches.size()) % m_matches.size();
    m_searchFact->setText(tr("%L1 of %L2").arg(m_match + 1).arg(m_matches.size()));
    select(m_matches.at(m_match));
}

bool DataPane::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    auto *key = static_cast<QKeyEvent *>(event);
    if (watched == m_searchField) {
        if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
            search(key->modifiers() & Qt::ShiftModifier);
            return true;
        }
        if (key->key() == Qt::Key_Escape) {
            m_searchBar->hide();
            m_stack->currentWidget()->setFocus(Qt::OtherFocusReason);
            return true;
        }
    }
    if (watched == m_treeView && key->matches(QKeySequence::Find)) {
        showSearch();
        return true;
    }
    if (watched == m_treeView && key->matches(QKeySequence::Copy)) {
        const Json current = m_treeView->currentIndex().data(JsonTreeModel::ValueRole).value<Json>();
        QGuiApplication::clipboard()->setText(
            current.isString() ? current.toString() : QString::fromUtf8(current.toBytes()));
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void DataPane::showTreeMenu(const QPoint &position)
{
    const QModelIndex index = m_treeView->indexAt(position);
    if (!index.isValid())
        return;
    const Json chosen = index.data(JsonTreeModel::ValueRole).value<Json>();
    const QString pointer = index.data(JsonTreeModel::PointerRole).toString();
    auto *menu = new QMenu(this);
    menu->setObjectName(u"dataMenu"_s);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(icon(u"copy"_s), tr("Copy Value"), this, [chosen] {
        QGuiApplication::clipboard()->setText(chosen.isString()
                ? chosen.toString()
                : QString::fromUtf8(chosen.toBytes(Json::Layout::Indented)));
    });
    menu->addAction(tr("Copy Path"), this, [pointer] { QGuiApplication::clipboard()->setText(pointer); });
    if (chosen.size() > 0) {
        menu->addSeparator();
        QAction *open = menu->addAction(tr("Open Everything Below"), this,
            [this, index = QPersistentModelIndex(index.siblingAtColumn(0))] {
                m_treeView->expandRecursively(index);
            });
        open->setEnabled(chosen.nodeCount() <= rowsOpenedByMenu);
    }
    menu->popup(m_treeView->viewport()->mapToGlobal(position));
}

} // namespace Workbench::Ui
