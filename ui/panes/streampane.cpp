// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/streampane.h"

#include "core/base/atomicfile.h"
#include "core/base/visibletext.h"
#include "core/envelope/pipeline/pipeline.h"
#include "core/json/jsonbuilder.h"
#include "ui/forms/themelabel.h"
#include "ui/models/streammodel.h"
#include "ui/models/words.h"
#include "ui/panes/datapane.h"
#include "ui/panes/errorcard.h"
#include "ui/panes/explanationcard.h"
#include "ui/panes/iconlabel.h"
#include "ui/panes/metapane.h"
#include "ui/panes/ratebars.h"
#include "ui/panes/resultpanes.h"
#include "ui/panes/warningspane.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"
#include "ui/theme/rowdelegate.h"
#include "ui/theme/rowtableview.h"
#include "ui/theme/zoom.h"

#include <QComboBox>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLineEdit>
#include <QScrollBar>
#include <QShortcut>
#include <QSplitter>
#include <QStackedLayout>
#include <QToolButton>
#include <QtConcurrentRun>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Workbench::Ui {

namespace {

//! Returns an event as one object, with the members that `envelope subscribe --json` prints, in that order.
Json exportedEvent(const StreamItem &item)
{
    JsonBuilder builder;
    builder.beginObject().add(u"seq", Json::integer(qint64(item.sequence)));
    builder.add(u"at", item.at.toString(Qt::ISODateWithMs)).add(u"envelope", item.outcome.envelope.toJson());
    builder.key(u"warnings").beginArray();
    for (const Warning &warning : item.outcome.warnings)
        builder.value(toJson(warning));
    builder.endArray();
    if (!item.outcome.changes.isEmpty()) {
        builder.add(u"received", item.outcome.receivedData).key(u"changes").beginArray();
        for (const Change &change : item.outcome.changes)
            builder.value(toJson(change));
        builder.endArray();
    }
    if (item.sse) {
        builder.key(u"sse")
            .beginObject()
            .add(u"eventType", item.sse->eventType)
            .add(u"lastEventId", item.sse->lastEventId);
        if (item.sse->retryMs)
            builder.add(u"retry", Json::integer(*item.sse->retryMs));
        builder.endObject();
    }
    return builder.endObject().take();
}

//! Writes the events to \a path as JSON Lines, on a worker. If writing fails, an existing file is unchanged.
//! Returns the number of events written.
QFuture<Result<qsizetype>> exportEvents(const QString &path, QList<StreamItem> events)
{
    return QtConcurrent::run([path, events = std::move(events)]() -> Result<qsizetype> {
        QByteArray lines;
        for (const StreamItem &event : events)
            lines += exportedEvent(event).toBytes() + '\n';
        if (Result<void> written = writeFileAtomically(path, lines); !written)
            return std::unexpected(std::move(written).error());
        return events.size();
    });
}

} // namespace

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
    QWidget *list = makeTable();
    fillSplitter(m_splitter, {list, makeDetails()}, {793, 381});
    m_error->hide();
    addAll(newColumn(this), {m_status, separator(Qt::Horizontal, this), m_error, {m_splitter, 1}});
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

StreamPane::~StreamPane() = default;

QWidget *StreamPane::makeTable()
{
    m_view->setModel(m_model);
    const QList<int> widths{72, 112, 72, 64, 88, 96}; // the first column fits six digits
    for (int column = 0; column < widths.size(); ++column)
        m_view->setColumnWidth(column, widths.at(column));
    m_view->setColumnHidden(StreamModel::EventColumn, true);
    setZoomedHeight(m_view->horizontalHeader(), 28);
    m_empty = named(new ThemeLabel({}, ColorRole::TextSecond, FontRole::Body), u"emptyText"_s);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    auto *list = new QWidget;
    m_stack = new QStackedLayout(list);
    m_stack->addWidget(m_view);
    m_stack->addWidget(m_empty);
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
    return list;
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
    m_notes = named(elidedLabel(ColorRole::TextSecond, FontRole::Body, m_status), u"streamNotes"_s);
    auto *row = addAll(newRow(m_status, {12, 0, 8, 0}, 8), {m_icon, m_state, m_count});
    row->addSpacing(-4); // the word belongs to its number
    addAll(row, {m_countWord, m_rate, m_bars, m_time, {m_notes, 1}});
    addControls(row);
}

void StreamPane::addControls(QHBoxLayout *row)
{
    m_pause = named(quietButton(u"pause"_s, tr("Pause"), m_status), u"pauseStream"_s);
    m_pause->setCheckable(true);
    m_pause->setToolTip(tr("Pause the list. Events are still received"));
    m_clear = named(quietButton(u"trash"_s, tr("Clear"), m_status), u"clearStream"_s);
    m_clear->setToolTip(tr("Remove the events received so far"));
    m_export =
        named(iconButton(u"export"_s, tr("Export the events as JSON Lines"), m_status), u"exportStream"_s);
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
    m_filter->setFixedWidth(166);
    addAll(row, {m_pause, m_clear, m_export, m_keepLabel, m_keep, m_filter});
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

//! Returns the panes of the shown event, below its explanation.
QWidget *StreamPane::makeDetails()
{
    m_data = new DataPane(DataPane::Faces::TreeAndText);
    m_meta = new MetaPane;
    m_warnings = new WarningsPane;
    m_explanation = new ExplanationCard;
    m_explanation->setTitleOnly();
    m_explanation->hide();
    m_data->setMinimumHeight(60);
    m_details = new ResultPanes(m_data, m_meta, m_warnings);
    m_details->setOrientation(Qt::Vertical);
    m_details->setSizes({180, 320});
    m_details->show(ResultPanes::Pane::Warnings);
    auto *event = new QWidget;
    addAll(newColumn(event), {m_explanation, {m_details, 1}});
    connect(m_explanation, &ExplanationCard::closed, this, [this] {
        m_explanation->hide();
        m_isCardClosed = true;
        m_hasExplained = false;
        Q_EMIT explained();
    });
    connect(m_data, &DataPane::placeSelected, m_warnings, &WarningsPane::select);
    connect(m_warnings, &WarningsPane::placeChosen, m_data, &DataPane::select);
    connect(m_warnings, &WarningsPane::receivedRequested, this, [this](const QString &pointer) {
        m_data->setSubject(DataPane::Subject::Received);
        m_data->select(pointer);
    });
    connect(m_warnings, &WarningsPane::limitRequested, m_error, &ErrorCard::limitRequested);
    connect(m_warnings, &WarningsPane::schemaRequested, this, [this](const QString &location) {
        m_data->setSubject(DataPane::Subject::Schema);
        m_data->select(location.section(u'#', 1));
    });
    return event;
}

void StreamPane::setSubscription(Subscription *subscription, qint64 endedAfterMs)
{
    if (m_subscription)
        m_subscription->disconnect(this);
    m_subscription = subscription;
    m_facts = {};
    m_isNameless = true;
    m_view->setColumnHidden(StreamModel::EventColumn, true);
    m_endedAfterMs = endedAfterMs;
    m_countedUntil = 0;
    m_shown = 0;
    m_follows = true;
    m_exportFact.clear();
    m_bars->clear();
    m_data->clear();
    m_data->setFact({});
    m_meta->clear();
    m_warnings->clear();
    m_explained.reset();
    m_explanation->hide();
    m_hasExplained = false;
    m_isCardClosed = false;
    m_error->hide();
    m_pause->setChecked(false);
    m_model->setSubscription(subscription);
    if (subscription) {
        m_since.start();
        m_step.start();
        if (subscription->isLive()) // an ended stream keeps its events
            subscription->setKeepLast(m_keep->currentData().toLongLong());
        connect(subscription, &Subscription::itemsChanged, this, &StreamPane::updateStatus);
        connect(subscription, &Subscription::cleared, this, [this] {
            m_follows = true;
            updateStatus();
        });
        connect(subscription, &Subscription::ended, this, &StreamPane::ended);
        if (!subscription->isLive())
            ended();
    }
    updateStatus();
}

void StreamPane::setFixed()
{
    for (QWidget *widget : QList<QWidget *>{m_pause, m_clear, m_keepLabel, m_keep})
        widget->hide();
}

void StreamPane::setOutputSchema(const std::shared_ptr<const PreparedSchema> &schema)
{
    m_schema = schema;
    m_data->setSchema(schema ? schema->schema : Json());
    m_warnings->setDeclared(schema && !schema->schema.isAbsent());
}

//! Shows the column of event names from the first event that has a name.
void StreamPane::showNames(int first, int last)
{
    constexpr int looked = 32; // events of a batch; usually all events of a stream have names, or none has
    for (int row = first; m_isNameless && row <= std::min(last, first + looked); ++row) {
        const StreamItem *item = m_model->itemAt(row);
        m_isNameless =
            !item || !item->sse || item->sse->eventType.isEmpty() || item->sse->eventType == "message"_L1;
    }
    m_view->setColumnHidden(StreamModel::EventColumn, m_isNameless || m_compact);
}

//! New rows are inserted at the top. The list follows the newest row; if it is scrolled, the rows in view
//! stay.
void StreamPane::rowsInserted(int first, int last)
{
    if (m_isNameless)
        showNames(first, last);
    if (first > 0)
        return; // older events that a filter found
    m_stack->setCurrentIndex(0);
    QScrollBar *bar = m_view->verticalScrollBar();
    if (bar->value() > 0) {
        const int scrolled = bar->value() + (last + 1) * RowDelegate::rowHeight();
        m_view->settle();
        bar->setValue(scrolled);
    } else if (m_follows) {
        followNewest();
    }
}

void StreamPane::followNewest()
{
    m_choosing = true;
    m_view->setCurrentIndex(m_model->index(0, 0));
    m_choosing = false;
    if (m_detailsDelay.isActive())
        return; // the timer shows the event when it ends
    showItem();
    m_detailsDelay.start(); // the details of a fast stream change a few times a second
}

//! A click on a row stops following, so that the user can read. A key that moves to the top row follows
//! again.
void StreamPane::currentChanged()
{
    const int row = m_view->currentIndex().row();
    if (m_choosing || row < 0)
        return;
    m_follows = row == 0 && QGuiApplication::mouseButtons() == Qt::NoButton;
    m_detailsDelay.stop();
    showItem();
}

//! Selects the chosen event again, if it is still listed after a filter has replaced the rows.
void StreamPane::findChosen()
{
    const int row = m_model->rowOf(m_shown);
    if (m_follows && m_model->rowCount() > 0) {
        followNewest();
    } else if (row >= 0 && !m_view->currentIndex().isValid()) {
        m_choosing = true;
        m_view->setCurrentIndex(m_model->index(row, 0));
        m_choosing = false;
    }
}

//! Adds a bar at the end of each step.
void StreamPane::step()
{
    const Subscription *subscription = m_subscription;
    if (!subscription)
        return;
    m_bars->add(int(subscription->received() - m_countedUntil));
    m_countedUntil = subscription->received();
    updateStatus();
}

QWidgetList StreamPane::liveFacts() const
{
    return {m_count, m_countWord, m_rate, m_bars, m_time};
}

void StreamPane::updateStatus()
{
    const Subscription *subscription = m_subscription;
    for (QWidget *widget : liveFacts())
        widget->setVisible(subscription && !(m_compact && (widget == m_bars || widget == m_time)));
    if (subscription) {
        updateCounts(*subscription);
    } else {
        m_icon->setIcon(u"subscription"_s, ColorRole::Stale);
        m_state->setColorRole(ColorRole::TextSecond);
        m_state->setText(tr("not subscribed yet"));
        m_notes->setFullText({});
    }
    const bool isLive = subscription && subscription->isLive();
    m_pause->setEnabled(isLive);
    m_clear->setEnabled(m_model->hasEvents());
    m_export->setEnabled(m_model->rowCount() > 0);
    updateEmptyText();
}

void StreamPane::updateCounts(const Subscription &subscription)
{
    const StateLook look = lookOf(subscription);
    m_icon->setIcon(look.icon, look.color);
    m_state->setColorRole(look.color);
    m_state->setText(look.word);
    const quint64 received = subscription.received();
    m_count->setText(u"·  "_s + QLocale().toString(received));
    m_countWord->setText(tr("events", "after their number", int(std::min<quint64>(received, INT_MAX))));
    m_rate->setText(u"·  "_s + tr("%L1/s").arg(subscription.isLive() ? m_bars->perSecond() : 0));
    m_time->setText(u"·  "_s + elapsedText(m_endedAfterMs < 0 ? m_since.elapsed() : m_endedAfterMs));
    QStringList notes;
    if (subscription.dropped() > 0)
        notes.append(tr("%L1 no longer kept").arg(subscription.dropped()));
    if (const quint64 newest = m_model->newest(); subscription.isPaused() && received > newest)
        notes.append(tr("%L1 waiting").arg(received - newest));
    if (m_model->isFiltered() && m_model->hasEvents())
        notes.append(tr("%L1 match").arg(m_model->rowCount()));
    if (!m_exportFact.isEmpty())
        notes.append(m_exportFact);
    m_notes->setFullText(notes.isEmpty() ? QString() : QString(u"·  "_s + notes.join(u"  ·  "_s)));
    m_status->setAccessibleName(tr("Stream: %1, %L2 events").arg(look.word).arg(received));
}

void StreamPane::updateEmptyText()
{
    const Subscription *subscription = m_subscription;
    if (m_model->hasEvents())
        m_empty->setText(
            m_model->isSearching() ? tr("Searching the events…") : tr("No event matches the filter."));
    else if (!subscription)
        m_empty->setText(tr("Fill in the input and press Subscribe. Events appear here, newest first."));
    else if (!subscription->isLive())
        m_empty->setText(subscription->received() == 0 ? tr("No event was received.")
                                                       : tr("The events of this stream are no longer kept."));
    else
        m_empty->setText(tr("Subscribed. Events appear here, newest first."));
    m_stack->setCurrentIndex(m_model->rowCount() > 0 ? 0 : 1);
}

void StreamPane::ended()
{
    const Subscription *subscription = m_subscription;
    if (!subscription)
        return;
    if (m_endedAfterMs < 0)
        m_endedAfterMs = m_since.elapsed();
    m_step.stop();
    const bool isFailure = subscription->endReason() != EndReason::Completed
        && subscription->endReason() != EndReason::Cancelled && !subscription->endError().message.isEmpty();
    if (isFailure)
        m_error->setError(subscription->endError());
    m_error->setVisible(isFailure);
    updateStatus();
}

void StreamPane::showItem()
{
    const StreamItem *item = m_model->itemAt(m_view->currentIndex().row());
    if (!item || item->sequence == m_shown)
        return; // the details stay when the ring buffer has dropped the event
    m_shown = item->sequence;
    m_data->setFact(tr("event %L1").arg(item->sequence));
    m_data->setOutcome(item->outcome);
    JsonBuilder beside;
    beside.beginObject();
    for (const Json::Members::Entry &fact : m_facts.members())
        beside.add(fact.key(), fact.value());
    beside.add(u"received", item->at.toString(Qt::ISODateWithMs));
    if (item->sse) {
        if (!item->sse->eventType.isEmpty())
            beside.add(u"event", item->sse->eventType);
        if (!item->sse->lastEventId.isEmpty())
            beside.add(u"id", item->sse->lastEventId);
        if (item->sse->retryMs)
            beside.add(u"retry", Json::integer(*item->sse->retryMs));
    }
    m_meta->setEnvelope(item->outcome.envelope, beside.endObject().take());
    m_warnings->setOutcome(item->outcome, !item->outcome.changes.isEmpty());
    m_details->setWarnings(int(m_warnings->count()));
    m_explained = item->outcome;
    explain();
}

//! Explains what is wrong with the shown event. Other events of a fast stream are not explained. A worker
//! does it, because the event may be large. The previous card stays until then, so that similar events do not
//! make the pane flicker.
void StreamPane::explain()
{
    if (!m_subscription || !m_schema || m_isCardClosed || attentionCount(*m_explained) == 0) {
        m_explanation->hide();
        return;
    }
    QtConcurrent::run([item = *m_explained, operation = m_subscription->operation().toString(),
                          schema = m_schema] {
        return explainItem(item, operation, *schema);
    }).then(this, [this, shown = m_shown](const QList<Diagnosis> &diagnoses) {
        if (shown != m_shown || !m_explained || m_isCardClosed)
            return;
        m_explained->diagnoses = diagnoses;
        showCard();
        if (diagnoses.isEmpty())
            return;
        m_explanation->setDiagnosis(diagnoses.first(), m_explained->receivedData, m_schema->schema);
        if (!std::exchange(m_hasExplained, true))
            Q_EMIT explained();
    });
}

//! Shows the explanation if there is one. A low pane shows only the warnings, which say the same place by
//! place.
void StreamPane::showCard()
{
    constexpr int heightForCard = 300;
    m_explanation->setVisible(m_explained && !m_explained->diagnoses.isEmpty() && !m_isCardClosed
        && m_splitter->height() >= heightForCard);
}

void StreamPane::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    showCard();
}

std::optional<BugReport> StreamPane::bugReport(const OperationSpec &spec, const Json &input) const
{
    return m_explained ? std::optional(BugReport::of(spec, input, *m_explained)) : std::nullopt;
}

void StreamPane::askToExport()
{
    auto *dialog = deletedOnClose(named(new QFileDialog(this, tr("Export events")), u"exportDialog"_s));
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(u"jsonl"_s);
    dialog->setNameFilters({tr("JSON Lines (*.jsonl)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this, &StreamPane::exportTo);
    dialog->open();
}

void StreamPane::exportTo(const QString &path)
{
    QList<StreamItem> events; // oldest first, as received
    events.reserve(m_model->rowCount());
    for (int row = m_model->rowCount() - 1; row >= 0; --row) {
        if (const StreamItem *item = m_model->itemAt(row))
            events.append(*item);
    }
    m_export->setEnabled(false);
    m_exportFact = tr("exporting…");
    exportEvents(path, std::move(events)).then(this, [this, path](const Result<qsizetype> &written) {
        m_exportFact.clear();
        if (written) {
            m_exportFact = tr("%n exported to %1", nullptr, int(*written))
                               .arg(visibleText(QFileInfo(path).fileName(), false, 80));
            m_error->hide();
        } else {
            m_error->setError(written.error());
            m_error->show();
        }
        updateStatus();
        Q_EMIT exported(written.has_value());
    });
    updateStatus();
}

void StreamPane::setWordless(bool wordless)
{
    for (QToolButton *button : {m_pause, m_clear})
        button->setToolButtonStyle(wordless ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
    m_keepLabel->setVisible(!wordless);
    m_filter->setFixedWidth(wordless ? 104 : 166);
}

void StreamPane::setCompact(bool compact)
{
    m_compact = compact;
    m_data->setCompact(compact);
    m_meta->setCompact(compact);
    m_warnings->setCompact(compact);
    for (QWidget *pane : QWidgetList{m_data, m_meta, m_warnings})
        pane->setMinimumHeight(compact ? 60 : 0); // its header and a row; all three stay in sight
    m_view->setColumnHidden(StreamModel::GapColumn, compact);
    m_view->setColumnHidden(StreamModel::BytesColumn, compact);
    m_view->setColumnHidden(StreamModel::EventColumn, m_isNameless || compact);
    updateStatus();
}

QByteArray StreamPane::saveLayout() const
{
    QByteArray bytes;
    QDataStream stream(&bytes, QIODevice::WriteOnly);
    stream << m_splitter->saveState() << m_details->saveState();
    return bytes;
}

void StreamPane::restoreLayout(const QByteArray &layout)
{
    QDataStream stream(layout);
    QByteArray splitter;
    QByteArray details;
    stream >> splitter >> details;
    if (stream.status() != QDataStream::Ok)
        return;
    m_splitter->restoreState(splitter);
    m_details->restoreState(details);
}

} // namespace Workbench::Ui

#include "moc_streampane.cpp"
