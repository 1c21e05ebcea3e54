// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The widgets of the page.
#include "ui/forms/findbar.h"
#include "ui/forms/findin.h"
#include "ui/forms/themelabel.h"
#include "ui/models/comparisonmodel.h"
#include "ui/panes/comparepage.h"
#include "ui/panes/iconlabel.h"
#include "ui/panes/placeholder.h"
#include "ui/panes/toolhead.h"
#include "ui/theme/building.h"
#include "ui/theme/columnfit.h"
#include "ui/theme/controls.h"
#include "ui/theme/rowtreeview.h"
#include "ui/theme/zoom.h"

#include <QCheckBox>
#include <QHeaderView>
#include <QScrollBar>
#include <QSplitter>
#include <QStackedWidget>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

void ComparePage::makeHead()
{
    m_head = new ToolHead(u"compare"_s, m_title,
        tr("Two results side by side: what was added, removed, changed and moved"), this);
    m_previous = named(plainButton(u"chevron-up"_s, tr("Previous"), m_head), u"previousDifference"_s);
    m_previous->setToolTip(withKeys(tr("Previous difference"), Qt::SHIFT | Qt::Key_F8));
    m_previous->setShortcut(Qt::SHIFT | Qt::Key_F8);
    m_next = named(plainButton(u"chevron-down"_s, tr("Next"), m_head), u"nextDifference"_s);
    m_next->setToolTip(withKeys(tr("Next difference"), Qt::Key_F8));
    m_next->setShortcut(Qt::Key_F8);
    for (QPushButton *button : {m_previous, m_next}) {
        button->setAccessibleName(button->toolTip());
        m_head->addButton(button);
    }
    connect(m_previous, &QPushButton::clicked, this, &ComparePage::previousDifference);
    connect(m_next, &QPushButton::clicked, this, &ComparePage::nextDifference);
}

void ComparePage::makeStatus()
{
    m_status = named(new QWidget(this), u"compareStatus"_s);
    setZoomedHeight(m_status, 36);
    m_icon = new IconLabel({}, ColorRole::Stale, m_status);
    m_word = named(new ThemeLabel({}, ColorRole::Text, FontRole::Strong, m_status), u"compareWord"_s);
    m_facts = named(new ThemeLabel({}, ColorRole::TextSecond, FontRole::Body, m_status), u"compareFacts"_s);
    m_facts->setElided(true);
    m_facts->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_definition = named(new Chip(tr("definition changed"), m_status), u"definitionChip"_s);
    m_definition->setIconName(u"warning"_s);
    m_definition->setColors(ColorRole::WarningSoft, ColorRole::Warning);
    m_definition->setToolTip(tr("The definition of the operation changed since the recording."));
    m_definition->hide();
    m_cancel = named(quietButton(u"stop"_s, tr("Cancel"), m_status), u"cancelComparing"_s);
    m_ignore = named(quietButton(u"minus"_s, tr("Ignore this"), m_status), u"ignoreThis"_s);
    m_ignore->setToolTip(tr("Add a rule to the fixture: accept any value here"));
    m_byType = named(quietButton(u"braces"_s, tr("Compare by type"), m_status), u"compareByType"_s);
    m_byType->setToolTip(tr("Add a rule to the fixture: accept any value of the same type here"));
    m_only = named(new QCheckBox(tr("Only differences"), m_status), u"onlyDifferences"_s);
    m_only->setChecked(true);
    m_face = named(new SegmentControl(m_status), u"compareFace"_s);
    m_face->addSegment(tr("Structure"), u"tree"_s);
    m_face->addSegment(tr("Text"), u"text"_s);
    m_face->setCurrent(0);
    auto *row = newRow(m_status, {12, 0, 8, 0}, 8);
    for (QWidget *widget : QWidgetList{m_icon, m_word, m_definition, m_cancel})
        row->addWidget(widget);
    row->addWidget(m_facts, 1);
    for (QWidget *widget : QWidgetList{m_ignore, m_byType, m_only, m_face})
        row->addWidget(widget);
    connect(m_cancel, &QToolButton::clicked, this, &ComparePage::cancel);
    connect(m_ignore, &QToolButton::clicked, this, [this] { requestRule(MatchRule::Kind::Ignore); });
    connect(m_byType, &QToolButton::clicked, this, [this] { requestRule(MatchRule::Kind::Type); });
    connect(m_only, &QCheckBox::toggled, this, &ComparePage::onlyChanged);
    connect(m_face, &SegmentControl::currentChanged, this, &ComparePage::updateButtons);
}

void ComparePage::makeBody()
{
    m_model = new ComparisonModel(this);
    m_model->setOnlyDifferences(true);
    m_view = named(new RowTreeView, u"compareTree"_s, tr("Two results as one tree"));
    m_view->setModel(m_model);
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    setZoomedHeight(m_view->header(), 28);
    new ColumnFit(m_view, m_view->header(),
        {{.least = 150, .share = 3}, {.least = 100, .share = 4}, {.least = 110}, {.least = 100, .share = 4}});
    connect(
        m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, &ComparePage::updateButtons);
    connect(m_view, &QWidget::customContextMenuRequested, this, &ComparePage::showMenu);

    auto *tree = new QWidget;
    auto *treeColumn = newColumn(tree);
    treeColumn->addWidget(new FindBar(
        tr("Find in both results"),
        [this](const QString &text, bool back) { return findIn(m_view, text, back); }, tree));
    treeColumn->addWidget(m_view, 1);

    auto *texts = new QSplitter(Qt::Horizontal);
    texts->setChildrenCollapsible(false);
    for (size_t side : {0, 1}) {
        auto *half = new QWidget;
        auto *column = newColumn(half);
        m_textHeads[side] = new PaneHeader({}, half);
        m_textHeads[side]->setSmall(true);
        m_texts[side] = new TextView(half);
        m_texts[side]->setObjectName(side == 0 ? u"textBefore"_s : u"textAfter"_s);
        m_texts[side]->setAccessibleName(
            side == 0 ? tr("First result as text") : tr("Second result as text"));
        column->addWidget(m_textHeads[side]);
        auto *bar = new FindBar(
            tr("Find in this result"),
            [text = m_texts[side]](const QString &wanted, bool back) { return findIn(text, wanted, back); },
            half);
        connect(m_texts[side], &TextView::notFound, bar, &FindBar::showNotFound);
        column->addWidget(bar);
        column->addWidget(m_texts[side], 1);
        texts->addWidget(half);
        half->setMinimumWidth(160);
    }
    texts->setSizes({500, 500});
    for (size_t side : {0, 1}) {
        connect(m_texts[side]->verticalScrollBar(), &QScrollBar::valueChanged, this, [this, side] {
            if (std::exchange(m_isScrolling, true))
                return; // this text follows the other one
            m_texts[1 - side]->setTopLine(m_texts[side]->topLine());
            m_isScrolling = false;
        });
        connect(m_texts[side]->horizontalScrollBar(), &QScrollBar::valueChanged, this,
            [this, side](int value) { m_texts[1 - side]->horizontalScrollBar()->setValue(value); });
    }
    m_empty = named(new Placeholder, u"compareEmpty"_s);
    m_stack = new QStackedWidget(this);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(tree);
    m_stack->addWidget(texts);
}

void ComparePage::showWords(bool words)
{
    m_face->setLook(words ? SegmentControl::Look::Both : SegmentControl::Look::Icons);
    for (QToolButton *button : {m_ignore, m_byType, m_cancel})
        button->setToolButtonStyle(words ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
}

void ComparePage::fitStatus()
{
    showWords(true);
    const int needed = m_status->layout()->minimumSize().width() + m_facts->sizeHint().width();
    showWords(!m_isCompact && needed <= width());
}

void ComparePage::resizeEvent(QResizeEvent *event)
{
    ToolPage::resizeEvent(event);
    fitStatus();
}

void ComparePage::setCompact(bool compact)
{
    m_isCompact = compact;
    m_head->setCompact(compact);
    fitStatus();
    const QList<int> widths = compact ? QList<int>{150, 150, 116} : QList<int>{260, 300, 160};
    for (int column = 0; column < widths.size(); ++column)
        m_view->setColumnWidth(column, widths.at(column));
}

} // namespace Workbench::Ui
