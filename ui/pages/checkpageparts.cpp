// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/visibletext.h"
#include "ui/forms/findbar.h"
#include "ui/forms/findin.h"
#include "ui/forms/themelabel.h"
#include "ui/models/checkmodel.h"
#include "ui/pages/checkpage.h"
#include "ui/pages/toolhead.h"
#include "ui/panes/findingspane.h"
#include "ui/panes/iconlabel.h"
#include "ui/panes/placeholder.h"
#include "ui/theme/building.h"
#include "ui/theme/columnfit.h"
#include "ui/theme/controls.h"
#include "ui/theme/rowtableview.h"
#include "ui/theme/zoom.h"

#include <QHeaderView>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QStackedWidget>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

void CheckPage::makeHead()
{
    m_head = new ToolHead(u"shield"_s, tr("Check of %1").arg(visibleText(m_source, false, 60)),
        tr("Calls operations that claim to be read-only and need no input, and those that you give input "
           "for. The workbench cannot verify the claim."),
        this);
    m_connect = named(plainButton({}, tr("Connect"), m_head), u"checkConnect"_s);
    m_run = named(primaryButton(u"play"_s, tr("Run"), m_head), u"checkRun"_s);
    m_run->setToolTip(
        tr("Check every definition, and call the operations that claim to be read-only and need no input"));
    m_cancel = named(plainButton(u"stop"_s, tr("Cancel"), m_head), u"checkCancel"_s);
    m_cancel->setToolTip(tr("Cancel the running calls, and make no more"));
    m_chooseInputs = named(plainButton(u"code"_s, tr("Inputs…"), m_head), u"checkInputs"_s);
    m_chooseInputs->setToolTip(tr("Give inputs for more operations, which are then called too"));
    for (QPushButton *button : {m_connect, m_chooseInputs, m_run, m_cancel})
        m_head->addButton(button);
    connect(m_run, &QPushButton::clicked, this, &CheckPage::run);
    connect(m_cancel, &QPushButton::clicked, this, &CheckPage::cancel);
    connect(m_chooseInputs, &QPushButton::clicked, this, &CheckPage::askForInputs);
    connect(m_connect, &QPushButton::clicked, this, [this] { Q_EMIT connectRequested(m_source); });
}

void CheckPage::makeStatus()
{
    m_status = named(new QWidget(this), u"checkStatus"_s);
    setZoomedHeight(m_status, 36);
    m_icon = new IconLabel({}, ColorRole::Stale, m_status);
    m_word = named(new ThemeLabel({}, ColorRole::Text, FontRole::Strong, m_status), u"checkWord"_s);
    m_errors = named(new Chip({}, m_status), u"checkErrors"_s);
    m_errors->setIconName(u"outcome-error"_s);
    m_errors->setColors(ColorRole::ErrorSoft, ColorRole::Error);
    m_warnings = named(new Chip({}, m_status), u"checkWarnings"_s);
    m_warnings->setIconName(u"warning"_s);
    m_warnings->setColors(ColorRole::WarningSoft, ColorRole::Warning);
    m_facts = named(new ThemeLabel({}, ColorRole::TextSecond, FontRole::Body, m_status), u"checkFacts"_s);
    m_facts->setElided(true);
    m_facts->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_accept = named(quietButton(u"check"_s, tr("Accept definitions…"), m_status), u"acceptDefinitions"_s);
    m_accept->setToolTip(tr("Show which definitions changed, and accept them"));
    m_exportJson = named(quietButton(u"export"_s, tr("JSON"), m_status), u"exportJson"_s);
    m_exportJson->setAccessibleName(tr("Export the report as JSON"));
    m_exportJson->setToolTip(tr("Export the report as JSON"));
    m_exportJUnit = named(quietButton(u"export"_s, tr("JUnit"), m_status), u"exportJUnit"_s);
    m_exportJUnit->setAccessibleName(tr("Export the report as JUnit XML"));
    m_exportJUnit->setToolTip(tr("Export the report as JUnit XML for your CI"));
    auto *row = newRow(m_status, {12, 0, 8, 0}, 8);
    for (QWidget *widget : QWidgetList{m_icon, m_word, m_errors, m_warnings})
        row->addWidget(widget);
    row->addWidget(m_facts, 1);
    for (QWidget *widget : QWidgetList{m_accept, m_exportJson, m_exportJUnit})
        row->addWidget(widget);
    connect(m_accept, &QToolButton::clicked, this, &CheckPage::askToAccept);
    connect(m_exportJson, &QToolButton::clicked, this, [this] { askToExport(false); });
    connect(m_exportJUnit, &QToolButton::clicked, this, [this] { askToExport(true); });
}

void CheckPage::makeBody()
{
    m_model = new CheckModel(this);
    m_sorted = new QSortFilterProxyModel(this);
    m_sorted->setSourceModel(m_model);
    m_sorted->setSortRole(CheckModel::SortRole);
    m_view = named(new RowTableView, u"checkTable"_s, tr("Operations and their outcomes"));
    m_view->setModel(m_sorted);
    m_view->setSortingEnabled(true);
    m_view->horizontalHeader()->setSortIndicatorClearable(true);
    m_view->sortByColumn(-1, Qt::AscendingOrder); // in the order of the source
    setZoomedHeight(m_view->horizontalHeader(), 28);
    m_view->installEventFilter(this);
    new ColumnFit(m_view, m_view->horizontalHeader(), {{96, 2}, {144, 3}, {}, {64, 1}, {}});
    m_findings = new FindingsPane(tr("Findings"), tr("None. No problems were found."));
    m_all = named(linkButton(tr("Show all"), m_findings), u"allFindings"_s);
    m_all->hide();
    m_findings->addHeaderWidget(m_all);
    m_findings->setMinimumSize(160, 64);
    m_view->setMinimumSize(200, 64);
    m_splitter = named(new QSplitter(Qt::Horizontal), u"checkSplitter"_s);
    m_splitter->setChildrenCollapsible(false);
    auto *table = new QWidget;
    auto *column = newColumn(table);
    column->addWidget(new FindBar(
        tr("Find in the operations"),
        [this](const QString &text, bool back) { return findIn(m_view, text, back); }, table));
    column->addWidget(m_view, 1);
    m_splitter->addWidget(table);
    m_splitter->addWidget(m_findings);
    m_splitter->setStretchFactor(0, 690);
    m_splitter->setStretchFactor(1, 484);
    m_splitter->setSizes({690, 484});
    m_empty = named(new Placeholder, u"checkEmpty"_s);
    m_stack = new QStackedWidget(this);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_splitter);
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, &CheckPage::showFindings);
    connect(m_view, &QAbstractItemView::doubleClicked, this, &CheckPage::activate);
    connect(m_all, &QToolButton::clicked, m_view, &QAbstractItemView::clearSelection);
}

void CheckPage::setCompact(bool compact)
{
    m_head->setCompact(compact);
    m_splitter->setOrientation(compact ? Qt::Vertical : Qt::Horizontal);
    m_findings->setCompact(compact);
    for (QToolButton *button : {m_accept, m_exportJson, m_exportJUnit})
        button->setToolButtonStyle(
            compact && button == m_accept ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
}

void CheckPage::focusFirst()
{
    (m_run->isEnabled() ? m_run : m_connect)->setFocus(Qt::OtherFocusReason);
}

} // namespace Workbench::Ui
