// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/session/subscription.h"

#include <QElapsedTimer>
#include <QPointer>
#include <QTimer>
#include <QWidget>

class QComboBox;
class QSplitter;
class QStackedLayout;
class QToolButton;

namespace Workbench::Ui {

class DataPane;
class ErrorCard;
class IconLabel;
class MetaPane;
class RateBars;
class RowTreeView;
class StreamModel;
class ThemeLabel;
class WarningsPane;

//! A subscription: state, count and rate over the events, newest first, beside the chosen one. The list
//! follows the newest only while it is in view.
class StreamPane : public QWidget {
    Q_OBJECT
public:
    explicit StreamPane(QWidget *parent = nullptr);
    ~StreamPane() override;

    //! Another run. The pane looks on; whoever made the subscription owns it.
    void setSubscription(Subscription *subscription);
    void setOutputSchema(const Json &schema);
    void setCompact(bool compact);
    QByteArray saveLayout() const;
    void restoreLayout(const QByteArray &layout);

    StreamModel *model() const { return m_model; }
    RowTreeView *view() const { return m_view; }
    DataPane *dataPane() const { return m_data; }

Q_SIGNALS:
    void stopRequested();
    void connectRequested();

private:
    void makeStatus();
    void makeDetails();
    void updateStatus();
    void itemsChanged(qsizetype added);
    void showItem();
    void ended();

    QPointer<Subscription> m_subscription;
    StreamModel *m_model;
    QWidget *m_status;
    IconLabel *m_icon;
    ThemeLabel *m_state;
    ThemeLabel *m_count;
    ThemeLabel *m_rate;
    RateBars *m_bars;
    ThemeLabel *m_time;
    QToolButton *m_pause;
    QToolButton *m_stop;
    QToolButton *m_clear;
    ThemeLabel *m_keepLabel;
    QComboBox *m_keep;
    QSplitter *m_splitter;
    QSplitter *m_details;
    QStackedLayout *m_stack;
    ThemeLabel *m_empty;
    RowTreeView *m_view;
    ErrorCard *m_error;
    DataPane *m_data;
    MetaPane *m_meta;
    WarningsPane *m_warnings;
    Json m_schema;
    QTimer m_second;
    QElapsedTimer m_since;
    qint64 m_endedAfterMs = -1;
    quint64 m_countedUntil = 0;
    quint64 m_shown = 0; //!< sequence of the event in the details
};

} // namespace Workbench::Ui
