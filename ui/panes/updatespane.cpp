// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/updatespane.h"

#include "core/base/linediff.h"
#include "core/base/visibletext.h"
#include "ui/forms/findbar.h"
#include "ui/forms/themelabel.h"
#include "ui/models/streammodel.h"
#include "ui/models/words.h"
#include "ui/panes/errorcard.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"
#include "ui/theme/rowdelegate.h"
#include "ui/theme/rowtableview.h"
#include "ui/theme/zoom.h"

#include <QCheckBox>
#include <QHeaderView>
#include <QLocale>
#include <QPointer>
#include <QStandardItemModel>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Workbench::Ui {

namespace {

enum UpdateColumn { UpdateTime, UpdateChange, UpdateSize, UpdateColumns };
constexpr qsizetype comparedBytes = 64 << 10; // longer content is only reported as changed

//! Returns "2 lines added" or a similar text; "changed" if the lines cannot be compared.
QString changeText(const QByteArray &before, const QByteArray &after)
{
    if (before == after)
        return UpdatesPane::tr("same content");
    const Result<LineDiff> diff = before.size() <= comparedBytes && after.size() <= comparedBytes
        ? diffLines(before, after)
        : std::unexpected(Error());
    if (!diff)
        return UpdatesPane::tr("changed");
    qsizetype gone = 0;
    qsizetype added = 0;
    for (const LineChange &change : diff->changes) {
        gone += change.linesBefore;
        added += change.linesAfter;
    }
    if (gone == 0)
        return UpdatesPane::tr("%n lines added", nullptr, int(added));
    if (added == 0)
        return UpdatesPane::tr("%n lines removed", nullptr, int(gone));
    return UpdatesPane::tr("%n lines changed", nullptr, int(std::max(gone, added)));
}

//! \a texts: one for each column, and the tooltip of the time.
QList<QStandardItem *> rowOf(const QStringList &texts)
{
    QList<QStandardItem *> row;
    for (const QString &text : texts.first(3)) {
        auto *item = new QStandardItem(text);
        item->setEditable(false);
        row.append(item);
    }
    row.at(UpdateTime)->setToolTip(texts.at(3));
    row.at(UpdateSize)->setData(true, RowRole::RightAligned);
    return row;
}

} // namespace

UpdatesPane::UpdatesPane(QWidget *parent)
    : QWidget(parent)
    , m_header(new PaneHeader(tr("Updates"), this))
    , m_state(named(new Chip({}, m_header), u"updatesState"_s))
    , m_address(named(elidedLabel(ColorRole::TextSecond, FontRole::Data, this), u"updatesAddress"_s))
    , m_view(named(new RowTableView(this), u"updatesTable"_s, tr("Updates, newest first")))
    , m_model(new QStandardItemModel(0, UpdateColumns, this))
    , m_error(new ErrorCard(this))
    , m_readsAgain(named(new QCheckBox(tr("Read again after each update"), this), u"readAgain"_s))
    , m_compare(named(linkButton(tr("Compare with previous"), this), u"compareUpdate"_s))
{
    setObjectName(u"updatesPane"_s);
    setBackgroundRole(QPalette::Base);
    QToolButton *clearRows =
        named(iconButton(u"trash"_s, tr("Remove the updates listed so far"), m_header), u"clearUpdates"_s);
    m_header->addBesideTitle(m_state);
    m_header->addWidget(clearRows);
    m_model->setHorizontalHeaderLabels({tr("Time"), tr("Change"), tr("Size")});
    m_view->setModel(m_model);
    m_view->setColumnWidth(UpdateTime, 104);
    m_view->setColumnWidth(UpdateSize, 72);
    m_view->horizontalHeader()->setStretchLastSection(false);
    m_view->horizontalHeader()->setSectionResizeMode(UpdateChange, QHeaderView::Stretch);
    setZoomedHeight(m_view->horizontalHeader(), 28);
    m_readsAgain->setChecked(true);
    m_error->hide();
    m_address->setElided(true, Qt::ElideMiddle);
    m_compare->setEnabled(false); // until there are two contents
    auto *address = addAll(newRow({12, 4, 12, 4}), {{m_address, 1}});
    auto *tools = addAll(newColumn({12, 8, 12, 8}, 4), {m_readsAgain, {m_compare, 0, Qt::AlignLeft}});
    addAll(newColumn(this),
        {m_header, address, m_error, new FindBar(tr("Find in the updates"), m_view, this), {m_view, 1},
            separator(Qt::Horizontal, this), tools});
    connect(clearRows, &QToolButton::clicked, this, &UpdatesPane::clear);
    connect(m_compare, &QToolButton::clicked, this, [this] { Q_EMIT compareRequested(m_before, m_after); });
    m_tick.setInterval(1s);
    connect(&m_tick, &QTimer::timeout, this, &UpdatesPane::showState);
}

UpdatesPane::~UpdatesPane() = default;

bool UpdatesPane::readsAgain() const
{
    return m_readsAgain->isChecked();
}

void UpdatesPane::watch(std::unique_ptr<Subscription> subscription, const QString &address)
{
    const QString shown = visibleText(address, false, 2000);
    if (shown != m_address->fullText()) {
        m_address->setFullText(shown);
        m_content.reset();
        m_before.clear();
        m_after.clear();
        m_compare->setEnabled(false);
    }
    m_subscription = std::move(subscription);
    m_updates = 0;
    m_isUpdateUnread = false;
    m_since = QDateTime::currentDateTimeUtc();
    m_error->hide();
    connect(m_subscription.get(), &Subscription::itemsChanged, this, &UpdatesPane::itemsCame);
    connect(m_subscription.get(), &Subscription::ended, this, &UpdatesPane::ended);
    addRow(tr("subscribed"));
    m_tick.start();
    showState();
    Q_EMIT watchingChanged();
}

bool UpdatesPane::hasContent() const
{
    return m_content.has_value();
}

void UpdatesPane::unwatch()
{
    if (m_subscription)
        m_subscription->cancel();
}

//! Counts the updates. If some arrive while the resource is being read, the page reads it once more
//! afterwards.
void UpdatesPane::itemsCame(qsizetype count)
{
    if (count == 0)
        return;
    m_updates += int(count);
    addRow(count == 1 ? tr("changed") : tr("changed %n times", nullptr, int(count)));
    m_isUpdateUnread = true;
    showState();
    Q_EMIT watchingChanged();
    if (readsAgain())
        Q_EMIT readRequested();
}

void UpdatesPane::noteContent(const QByteArray &content, const QString &exchangeId)
{
    if (exchangeId == m_after) // the pane knows this content already
        return;
    m_before = std::exchange(m_after, exchangeId);
    m_compare->setEnabled(!m_before.isEmpty());
    if (std::exchange(m_isUpdateUnread, false) && m_model->rowCount() > 0 && m_content)
        m_model->item(0, UpdateChange)->setText(changeText(*m_content, content));
    if (m_model->rowCount() > 0)
        m_model->item(0, UpdateSize)->setText(sizeText(content.size()));
    m_content = content;
}

void UpdatesPane::ended()
{
    m_tick.stop();
    const EndReason reason = m_subscription->endReason();
    addRow(lookOf(*m_subscription).word);
    if (reason != EndReason::Cancelled && !m_subscription->endError().message.isEmpty()) {
        m_error->setError(m_subscription->endError());
        m_error->show();
    }
    showState();
    Q_EMIT watchingChanged();
}

void UpdatesPane::addRow(const QString &change)
{
    const QDateTime now = QDateTime::currentDateTimeUtc();
    m_model->insertRow(0,
        rowOf(
            {clockText(now), change, QString(), QLocale().toString(now.toLocalTime(), QLocale::LongFormat)}));
    if (m_model->rowCount() > maxRows)
        m_model->removeRows(maxRows, m_model->rowCount() - maxRows);
}

void UpdatesPane::clear()
{
    QList<QStringList> rows;
    for (int i = 0; i < m_model->rowCount(); ++i) {
        rows.append({m_model->item(i, UpdateTime)->text(), m_model->item(i, UpdateChange)->text(),
            m_model->item(i, UpdateSize)->text(), m_model->item(i, UpdateTime)->toolTip()});
    }
    m_model->removeRows(0, m_model->rowCount());
    if (rows.isEmpty())
        return;
    Q_EMIT undoOffered(tr("The updates were cleared."), [pane = QPointer(this), rows] {
        for (const QStringList &row : rows) {
            if (pane)
                pane->m_model->appendRow(rowOf(row)); // below the updates that arrived since
        }
    });
}

void UpdatesPane::showState()
{
    const bool live = isWatching();
    m_state->setIconName(u"outcome-live"_s);
    m_state->setColors(
        live ? ColorRole::LiveSoft : ColorRole::Header, live ? ColorRole::Live : ColorRole::Stale);
    m_state->setText(live ? tr("live %1").arg(elapsedText(m_since.msecsTo(QDateTime::currentDateTimeUtc())))
                          : lookOf(*m_subscription).word);
    m_state->setAccessibleName(m_state->text());
    m_state->updateGeometry();
}

void UpdatesPane::setCompact(bool compact)
{
    m_header->setSmall(compact);
}

} // namespace Workbench::Ui

#include "moc_updatespane.cpp"
