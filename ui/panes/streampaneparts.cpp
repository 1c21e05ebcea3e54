// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/forms/themelabel.h"
#include "ui/models/streammodel.h"
#include "ui/panes/datapane.h"
#include "ui/panes/errorcard.h"
#include "ui/panes/explanationcard.h"
#include "ui/panes/iconlabel.h"
#include "ui/panes/metapane.h"
#include "ui/panes/ratebars.h"
#include "ui/panes/streampane.h"
#include "ui/panes/warningspane.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"
#include "ui/theme/rowtableview.h"
#include "ui/theme/zoom.h"

#include <QComboBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QShortcut>
#include <QSplitter>
#include <QStackedLayout>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Workbench::Ui {

StreamPane::StreamPane(QWidget *parent)
    : QWidget(parent)
    , m_model(new StreamModel(this))
    , m_status(named(new QWidget(this), u"streamStatus"_s))
    , m_splitter(new QSplitter(Qt::Horizontal, this))
    , m_view(named(new RowTableView, u"streamTable"_s, tr("Events, newest first")))
    , m_error(new ErrorCard(this))
{
    setObjectName(u"streamPane"_s);
    setBackgroundRole(QPalette::Base);
    makeStatus();
    makeTable();
    makeDetails();
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setStretchFactor(0, 793);
    m_splitter->setStretchFactor(1, 381);
    m_splitter->setSizes({793, 381});
    m_error->hide();
    addAll(newColumn(this), {m_status, separator(Qt::Horizontal, this), m_error, {m_splitter, 1}});
    connect(m_error, &ErrorCard::connectRequested, this, &StreamPane::connectRequested);
    connect(m_error, &ErrorCard::certificateRequested, this, &StreamPane::certificateRequested);
    connect(m_error, &ErrorCard::limitRequested, this, &StreamPane::limitRequested);
    m_step.setInterval(RateBars::stepMs);
    connect(&m_step, &QTimer::timeout, this, &StreamPane::step);
    m_detailsDelay.setSingleShot(true);
    m_detailsDelay.setInterval(200ms);
    connect(&m_detailsDelay, &QTimer::timeout, this, &StreamPane::showItem);
    m_filterDelay.setSingleShot(true);
    m_filterDelay.setInterval(150ms);
    connect(&m_filterDelay, &QTimer::timeout, this, [this] {
        m_model->setFilter(m_filter->text());
        updateStatus();
    });
    updateStatus();
}

void StreamPane::makeTable()
{
    m_view->setModel(m_model);
    const QList<int> widths{72, 112, 72, 64, 88, 96}; // the first column fits six digits
    for (int column = 0; column < widths.size(); ++column)
        m_view->setColumnWidth(column, widths.at(column));
    m_view->setColumnHidden(StreamModel::EventColumn, true);
    setZoomedHeight(m_view->horizontalHeader(), 28);
    m_empty = new ThemeLabel({}, ColorRole::TextSecond, FontRole::Body);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setObjectName(u"emptyText"_s);
    auto *list = new QWidget;
    m_stack = new QStackedLayout(list);
    m_stack->addWidget(m_view);
    m_stack->addWidget(m_empty);
    m_splitter->addWidget(list);
    connect(
        m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &StreamPane::currentChanged);
    connect(m_model, &QAbstractItemModel::rowsInserted, this,
        [this](const QModelIndex &, int first, int last) { rowsInserted(first, last); });
    connect(m_model, &QAbstractItemModel::modelReset, this, [this] {
        if (m_isNameless)
            showNames(0, m_model->rowCount() - 1);
        findChosen();
    });
    connect(m_model, &StreamModel::searchEnded, this, [this] {
        findChosen();
        updateStatus();
    });
    auto *find = new QShortcut(QKeySequence::Find, m_view, nullptr, nullptr, Qt::WidgetWithChildrenShortcut);
    find->setWhatsThis(tr("Filter events"));
    connect(find, &QShortcut::activated, this, [this] { m_filter->setFocus(Qt::ShortcutFocusReason); });
}

void StreamPane::makeStatus()
{
    setZoomedHeight(m_status, 44);
    m_icon = new IconLabel({}, ColorRole::Live, m_status);
    m_state = named(new ThemeLabel({}, ColorRole::Live, FontRole::Strong, m_status), u"streamState"_s);
    m_count = named(new ThemeLabel({}, ColorRole::Text, FontRole::Strong, m_status), u"streamCount"_s);
    m_countWord = new ThemeLabel({}, ColorRole::Text, FontRole::Body, m_status);
    m_rate = named(new ThemeLabel({}, ColorRole::Text, FontRole::Strong, m_status), u"streamRate"_s);
    m_bars = new RateBars(m_status);
    m_time = new ThemeLabel({}, ColorRole::TextSecond, FontRole::Body, m_status);
    m_notes = named(new ThemeLabel({}, ColorRole::TextSecond, FontRole::Body, m_status), u"streamNotes"_s);
    m_notes->setElided(true);
    m_notes->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto *row = newRow(m_status, {12, 0, 8, 0}, 8);
    for (QWidget *widget : QList<QWidget *>{m_icon, m_state, m_count})
        row->addWidget(widget);
    row->addSpacing(-4); // the word belongs to its number
    for (QWidget *widget : QList<QWidget *>{m_countWord, m_rate, m_bars, m_time})
        row->addWidget(widget);
    row->addWidget(m_notes, 1);
    addControls(row);
}

void StreamPane::addControls(QHBoxLayout *row)
{
    m_pause = named(quietButton(u"pause"_s, tr("Pause"), m_status), u"pauseStream"_s);
    m_pause->setCheckable(true);
    m_pause->setToolTip(tr("Pause the list. Events are still received"));
    m_clear = named(quietButton(u"trash"_s, tr("Clear"), m_status), u"clearStream"_s);
    m_clear->setToolTip(tr("Remove the events received so far"));
    m_export = iconButton(u"export"_s, tr("Export the events as JSON Lines"), m_status);
    m_export->setObjectName(u"exportStream"_s);
    m_keepLabel = new ThemeLabel(tr("keep last"), ColorRole::TextSecond, FontRole::Body, m_status);
    m_keep = named(new QComboBox(m_status), u"keepLast"_s, tr("Events to keep"));
    m_keep->setToolTip(tr("The oldest events beyond this number are removed"));
    setZoomedHeight(m_keep, 28);
    for (const int count : {100, 1000, 10'000, 100'000})
        m_keep->addItem(QLocale().toString(count), count);
    m_keep->setCurrentIndex(2);
    m_filter = named(iconField(u"filter"_s, tr("Filter"), m_status), u"streamFilter"_s, tr("Filter events"));
    m_filter->setToolTip(tr("Words to look for in the first %L1 characters of an event and in its warnings")
            .arg(StreamModel::searched));
    m_filter->setClearButtonEnabled(true);
    m_filter->setFixedWidth(166);
    for (QWidget *widget : QList<QWidget *>{m_pause, m_clear, m_export, m_keepLabel, m_keep, m_filter})
        row->addWidget(widget);
    connect(m_pause, &QToolButton::clicked, this, [this](bool on) {
        if (m_subscription)
            m_subscription->setPaused(on);
        updateStatus();
    });
    connect(m_clear, &QToolButton::clicked, this, [this] {
        if (!m_subscription)
            return;
        m_subscription->clear();
        Q_EMIT undoOffered(tr("The events were cleared."), [stream = QPointer(m_subscription)] {
            if (stream)
                stream->restore();
        });
    });
    connect(m_export, &QToolButton::clicked, this, &StreamPane::askToExport);
    connect(m_keep, &QComboBox::activated, this, [this] {
        if (m_subscription)
            m_subscription->setKeepLast(m_keep->currentData().toLongLong());
    });
    connect(m_filter, &QLineEdit::textChanged, this, [this] { m_filterDelay.start(); });
}

void StreamPane::makeDetails()
{
    m_details = new QSplitter(Qt::Vertical);
    m_data = new DataPane(DataPane::Faces::TreeAndText);
    m_meta = new MetaPane;
    m_warnings = new WarningsPane;
    m_explanation = new ExplanationCard;
    m_explanation->setTitleOnly();
    m_explanation->hide();
    m_data->setMinimumHeight(60);
    auto *event = new QWidget;
    addAll(newColumn(event), {m_explanation, {m_data, 1}});
    m_details->addWidget(event);
    m_details->addWidget(m_meta);
    m_details->addWidget(m_warnings);
    m_details->setChildrenCollapsible(false);
    m_details->setSizes({180, 180, 140});
    m_splitter->addWidget(m_details);
    connect(m_explanation, &ExplanationCard::bugReportRequested, this, &StreamPane::bugReportRequested);
    connect(m_explanation, &ExplanationCard::closed, m_explanation, &QWidget::hide);
    connect(m_data, &DataPane::placeSelected, m_warnings, &WarningsPane::select);
    connect(m_warnings, &WarningsPane::placeChosen, m_data, &DataPane::select);
    connect(m_warnings, &WarningsPane::receivedRequested, this, [this](const QString &pointer) {
        m_data->setSubject(DataPane::Subject::Received);
        m_data->select(pointer);
    });
    connect(m_warnings, &WarningsPane::schemaRequested, this, [this](const QString &location) {
        m_data->setSubject(DataPane::Subject::Schema);
        m_data->select(location.section(u'#', 1));
    });
}

} // namespace Workbench::Ui
