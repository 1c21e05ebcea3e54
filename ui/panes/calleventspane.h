// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/exchange/exchangelog.h"

#include <QWidget>

class QStandardItemModel;

namespace Workbench::Ui {

class PaneHeader;
class RowTreeView;

//! Lists the notifications and requests that a server sends during one call, as they arrive. Messages that
//! the protocol does not assign to the call are not shown. The owner hides the pane until firstCame().
class CallEventsPane : public QWidget {
    Q_OBJECT
public:
    static constexpr int maxRows = 200; //!< the oldest rows are removed
    //! The last progress that was shown.
    struct Step {
        Json token; //!< the "progressToken"; each request of the call has its own
        double value = 0;
    };

    explicit CallEventsPane(QWidget *parent = nullptr);
    void setLog(ExchangeLog *log);
    void follow(const QString &exchangeId); //!< Clears the list and follows a call; empty: no call.
    bool hasEvents() const;

Q_SIGNALS:
    void firstCame(); //!< Emitted when hasEvents() becomes true.

private:
    void add(const Frame &frame);

    QString m_exchangeId;
    Step m_step;
    PaneHeader *m_header;
    QStandardItemModel *m_model;
    RowTreeView *m_view;
};

} // namespace Workbench::Ui
