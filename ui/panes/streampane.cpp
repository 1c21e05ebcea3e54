// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/streampane.h"

#include "core/base/visibletext.h"
#include "ui/forms/themelabel.h"
#include "ui/models/streammodel.h"
#include "ui/models/words.h"
#include "ui/panes/datapane.h"
#include "ui/panes/errorcard.h"
#include "ui/panes/iconlabel.h"
#include "ui/panes/metapane.h"
#include "ui/panes/ratebars.h"
#include "ui/panes/warningspane.h"
#include "ui/theme/rowtreeview.h"

#include <QComboBox>
#include <QScrollBar>
#include <QSplitter>
#include <QStackedLayout>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

StateLook lookOf(const Subscription &subscription)
{
    if (subscription.isLive()) {
        return subscription.isPaused()
            ? StateLook{u"pause"_s, StreamPane::tr("paused"), ColorRole::Live}
            : StateLook{u"outcome-live"_s, StreamPane::tr("live"), ColorRole::Live};
    }
    switch (subscription.endReason()) {
    case EndReason::Completed: return {u"outcome-live"_s, StreamPane::tr("ended"), ColorRole::Stale};
    case EndReason::Cancelled: return {u"outcome-cancelled"_s, StreamPane::tr("stopped"), ColorRole::Stale};
    case EndReason::Aborted:
        return {u"outcome-error"_s, StreamPane::tr("aborted by the server"), ColorRole::Error};
    case EndReason::Closed:
        return {u"outcome-error"_s, StreamPane::tr("failed: the connection closed"), ColorRole::Error};
    case EndReason::Error: return {u"outcome-error"_s, StreamPane::tr("failed"), ColorRole::Error};
    }
    return {};
}

} // namespace

StreamPane::~StreamPane() = default;

void StreamPane::setSubscription(Subscription *subscription)
{
    if (m_subscription)
        m_subscription->disconnect(this);
    m_subscription = subscription;
    m_model->setSubscription(subscription);
    m_endedAfterMs = -1;
    m_countedUntil = 0;
    m_shown = 0;
    m_bars->clear();
    m_data->clear();
    m_data->setFact({});
    m_meta->clear();
    m_warnings->clear();
    m_error->hide();
    m_pause->setChecked(false);
    if (!subscription)
        return;
    m_since.start();
    m_second.start();
    subscription->setKeepLast(m_keep->currentData().toLongLong());
    connect(subscription, &Subscription::itemsChanged, this, &StreamPane::itemsChanged);
    connect(subscription, &Subscription::cleared, this, &StreamPane::updateStatus);
    connect(subscription, &Subscription::ended, this, &StreamPane::ended);
    if (!subscription->isLive())
        ended();
    updateStatus();
}

void StreamPane::setOutputSchema(const Json &schema)
{
    m_data->setSchema(schema);
}

void StreamPane::itemsChanged(qsizetype added)
{
    // Rows come in above: at the newest the list follows, else what is being read stays where it is.
    QScrollBar *bar = m_view->verticalScrollBar();
    const int rowHeight = std::max(1, m_view->sizeHintForRow(0));
    const int unit = m_view->verticalScrollMode() == QAbstractItemView::ScrollPerPixel ? rowHeight : 1;
    if (bar->value() > 0)
        bar->setValue(bar->value() + int(added) * unit);
    if (m_shown == 0 && m_model->rowCount() > 0)
        m_view->setCurrentIndex(m_model->index(0, 0));
    updateStatus();
}

void StreamPane::updateStatus()
{
    const Subscription *subscription = m_subscription;
    if (!subscription) {
        m_icon->setIcon(u"subscription"_s, ColorRole::Stale);
        m_state->setColorRole(ColorRole::TextSecond);
        m_state->setText(tr("not subscribed yet"));
        for (QWidget *widget : QList<QWidget *>{m_count, m_rate, m_bars, m_time})
            widget->hide();
    } else {
        const StateLook look = lookOf(*subscription);
        m_icon->setIcon(look.icon, look.color);
        m_state->setColorRole(look.color);
        m_state->setText(look.word);
        QString count = u"·  "_s + tr("%L1 events").arg(subscription->received());
        if (subscription->dropped() > 0)
            count += u"  ·  "_s + tr("%L1 no longer kept").arg(subscription->dropped());
        m_count->setFullText(count);
        m_rate->setText(u"·  "_s + tr("%L1/s").arg(m_bars->latest()));
        m_time->setText(u"·  "_s + elapsedText(m_endedAfterMs < 0 ? m_since.elapsed() : m_endedAfterMs));
        for (QWidget *widget : QList<QWidget *>{m_count, m_rate, m_bars, m_time})
            widget->show();
        m_status->setAccessibleName(
            tr("Stream: %1, %L2 events").arg(look.word).arg(subscription->received()));
    }
    const bool isLive = subscription && subscription->isLive();
    m_pause->setEnabled(isLive);
    m_stop->setEnabled(isLive);
    m_clear->setEnabled(m_model->rowCount() > 0);
    m_empty->setText(isLive ? tr("Subscribed. Events appear here, newest first.")
            : subscription  ? tr("The stream ended without an event.")
                            : tr("Fill in the input and press Subscribe: events appear here, newest first."));
    m_stack->setCurrentIndex(m_model->rowCount() > 0 ? 0 : 1);
}

void StreamPane::ended()
{
    const Subscription *subscription = m_subscription;
    if (!subscription)
        return;
    m_endedAfterMs = m_since.elapsed();
    m_second.stop();
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
        return; // the details stay although the ring has let the event go
    m_shown = item->sequence;
    m_data->setFact(tr("event %L1").arg(item->sequence));
    m_data->setOutcome(item->outcome);
    m_meta->setEnvelope(item->outcome.envelope);
    m_warnings->setOutcome(item->outcome, !item->outcome.changes.isEmpty());
}

void StreamPane::setCompact(bool compact)
{
    for (QToolButton *button : {m_pause, m_stop, m_clear})
        button->setToolButtonStyle(compact ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
    m_bars->setVisible(!compact && m_subscription);
    m_keepLabel->setVisible(!compact);
    m_data->setCompact(compact);
    m_meta->setCompact(compact);
    m_warnings->setCompact(compact);
    m_view->setColumnHidden(StreamModel::GapColumn, compact);
    m_view->setColumnHidden(StreamModel::BytesColumn, compact);
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
