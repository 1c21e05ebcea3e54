// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/exchange/exchangelog.h"

#include <QWidget>

class QStandardItemModel;

namespace Workbench::Ui {

class PaneHeader;
class RowTreeView;

//! The notifications and requests that a server sends during one call, as they come, where the protocol tells
//! the call. Hidden until there is one.
class CallEventsPane : public QWidget {
    Q_OBJECT
public:
    static constexpr int maxRows = 200; //!< the oldest go

    explicit CallEventsPane(QWidget *parent = nullptr);
    void setLog(ExchangeLog *log);
    void follow(const QString &exchangeId); //!< empty: none
    bool hasEvents() const;

Q_SIGNALS:
    void firstCame(); //!< Emitted when hasEvents() becomes true.

private:
    void add(const Frame &frame);

    QString m_exchangeId;
    PaneHeader *m_header;
    QStandardItemModel *m_model;
    RowTreeView *m_view;
};

} // namespace Workbench::Ui
