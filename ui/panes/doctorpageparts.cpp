// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/visibletext.h"
#include "ui/forms/themelabel.h"
#include "ui/models/doctormodel.h"
#include "ui/panes/doctorpage.h"
#include "ui/panes/findingspane.h"
#include "ui/panes/iconlabel.h"
#include "ui/panes/placeholder.h"
#include "ui/panes/toolhead.h"
#include "ui/theme/controls.h"
#include "ui/theme/rowtableview.h"

#include <QHeaderView>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

void DoctorPage::makeHead()
{
    m_head = new ToolHead(u"shield"_s, tr("Check-up of %1").arg(visibleText(m_source, false, 60)),
        tr("Calls operations that claim to be read-only and need no input, and those you give input for. The "
           "claim is the server's."),
        this);
    m_connect = plainButton({}, tr("Connect"), m_head);
    m_connect->setObjectName(u"doctorConnect"_s);
    m_run = primaryButton(u"play"_s, tr("Run"), m_head);
    m_run->setObjectName(u"doctorRun"_s);
    m_run->setToolTip(tr("Check every definition, and call what only reads and needs no input"));
    m_cancel = plainButton(u"stop"_s, tr("Cancel"), m_head);
    m_cancel->setObjectName(u"doctorCancel"_s);
    m_cancel->setToolTip(tr("End the calls that run, and call no more"));
    m_chooseInputs = plainButton(u"code"_s, tr("Inputs…"), m_head);
    m_chooseInputs->setObjectName(u"doctorInputs"_s);
    m_chooseInputs->setToolTip(tr("Give inputs for more operations, which are called too then"));
    for (QPushButton *button : {m_connect, m_chooseInputs, m_run, m_cancel})
        m_head->addButton(button);
    connect(m_run, &QPushButton::clicked, this, &DoctorPage::run);
    connect(m_cancel, &QPushButton::clicked, this, &DoctorPage::cancel);
    connect(m_chooseInputs, &QPushButton::clicked, this, &DoctorPage::askForInputs);
    connect(m_connect, &QPushButton::clicked, this, [this] { Q_EMIT connectRequested(m_source); });
}

void DoctorPage::makeStatus()
{
    m_status = new QWidget(this);
    m_status->setObjectName(u"doctorStatus"_s);
    m_status->setFixedHeight(36);
    m_icon = new IconLabel({}, ColorRole::Stale, m_status);
    m_word = new ThemeLabel({}, ColorRole::Text, FontRole::Strong, m_status);
    m_word->setObjectName(u"doctorWord"_s);
    m_errors = new Chip({}, m_status);
    m_errors->setObjectName(u"doctorErrors"_s);
    m_errors->setIconName(u"outcome-error"_s);
    m_errors->setColors(ColorRole::ErrorSoft, ColorRole::Error);
    m_warnings = new Chip({}, m_status);
    m_warnings->setObjectName(u"doctorWarnings"_s);
    m_warnings->setIconName(u"warning"_s);
    m_warnings->setColors(ColorRole::WarningSoft, ColorRole::Warning);
    m_facts = new ThemeLabel({}, ColorRole::TextSecond, FontRole::Body, m_status);
    m_facts->setObjectName(u"doctorFacts"_s);
    m_facts->setElided(true);
    m_facts->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_accept = quietButton(u"check"_s, tr("Accept Definitions…"), m_status);
    m_accept->setObjectName(u"acceptDefinitions"_s);
    m_accept->setToolTip(tr("See which definitions changed, and make them the known ones"));
    m_exportJson = quietButton(u"export"_s, tr("JSON"), m_status);
    m_exportJson->setObjectName(u"exportJson"_s);
    m_exportJson->setAccessibleName(tr("Export the report as JSON"));
    m_exportJson->setToolTip(tr("Export the report as JSON"));
    m_exportJUnit = quietButton(u"export"_s, tr("JUnit"), m_status);
    m_exportJUnit->setObjectName(u"exportJUnit"_s);
    m_exportJUnit->setAccessibleName(tr("Export the report as JUnit XML"));
    m_exportJUnit->setToolTip(tr("Export the report as JUnit XML, for what runs your tests"));
    auto *row = new QHBoxLayout(m_status);
    row->setContentsMargins(12, 0, 8, 0);
    row->setSpacing(8);
    for (QWidget *widget : QWidgetList{m_icon, m_word, m_errors, m_warnings})
        row->addWidget(widget);
    row->addWidget(m_facts, 1);
    for (QWidget *widget : QWidgetList{m_accept, m_exportJson, m_exportJUnit})
        row->addWidget(widget);
    connect(m_accept, &QToolButton::clicked, this, &DoctorPage::askToAccept);
    connect(m_exportJson, &QToolButton::clicked, this, [this] { askToExport(false); });
    connect(m_exportJUnit, &QToolButton::clicked, this, [this] { askToExport(true); });
}

void DoctorPage::makeBody()
{
    m_model = new DoctorModel(this);
    m_sorted = new QSortFilterProxyModel(this);
    m_sorted->setSourceModel(m_model);
    m_sorted->setSortRole(DoctorModel::SortRole);
    m_view = new RowTableView;
    m_view->setObjectName(u"doctorTable"_s);
    m_view->setAccessibleName(tr("Operations and what became of them"));
    m_view->setModel(m_sorted);
    m_view->setSortingEnabled(true);
    m_view->horizontalHeader()->setSortIndicatorClearable(true);
    m_view->sortByColumn(-1, Qt::AscendingOrder); // as the source has them
    m_view->horizontalHeader()->setFixedHeight(28);
    m_view->installEventFilter(this);
    m_findings = new FindingsPane(tr("Findings"), tr("None: there is nothing to say about it."));
    m_all = linkButton(tr("Show all"), m_findings);
    m_all->setObjectName(u"allFindings"_s);
    m_all->hide();
    m_findings->addHeaderWidget(m_all);
    m_findings->setMinimumSize(160, 64);
    m_view->setMinimumSize(200, 64);
    m_splitter = new QSplitter(Qt::Horizontal);
    m_splitter->setObjectName(u"doctorSplitter"_s);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(m_view);
    m_splitter->addWidget(m_findings);
    m_splitter->setStretchFactor(0, 690);
    m_splitter->setStretchFactor(1, 484);
    m_splitter->setSizes({690, 484});
    m_empty = new Placeholder;
    m_empty->setObjectName(u"doctorEmpty"_s);
    m_stack = new QStackedWidget(this);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_splitter);
    connect(
        m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, &DoctorPage::showFindings);
    connect(m_view, &QAbstractItemView::doubleClicked, this, &DoctorPage::activate);
    connect(m_all, &QToolButton::clicked, m_view, &QAbstractItemView::clearSelection);
}

void DoctorPage::setCompact(bool compact)
{
    m_head->setCompact(compact);
    m_splitter->setOrientation(compact ? Qt::Vertical : Qt::Horizontal);
    m_findings->setCompact(compact);
    const QList<int> widths = compact ? QList<int>{128, 188, 52, 104, 72} : QList<int>{176, 236, 56, 120, 72};
    for (int column = 0; column < widths.size(); ++column)
        m_view->setColumnWidth(column, widths.at(column));
    for (QToolButton *button : {m_accept, m_exportJson, m_exportJUnit})
        button->setToolButtonStyle(
            compact && button == m_accept ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
}

void DoctorPage::focusFirst()
{
    (m_run->isEnabled() ? m_run : m_connect)->setFocus(Qt::OtherFocusReason);
}

} // namespace Workbench::Ui
