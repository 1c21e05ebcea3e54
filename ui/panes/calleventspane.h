// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/exchange/exchangelog.h"
#include "core/session/peerrequests.h"

#include <QPersistentModelIndex>
#include <QPointer>
#include <QWidget>

class QStandardItemModel;

namespace Workbench::Ui {

class PaneHeader;
class RowTreeView;

//! Lists the notifications and requests that a server sends during one call, as they arrive. Messages that
//! the protocol does not assign to the call are not shown. A request to the user has its state before its
//! text. The owner hides the pane until firstCame().
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
    void setRequests(PeerRequests *requests); //!< Sets where states come from; null: they are not known.
    void follow(const QString &exchangeId); //!< Clears the list and follows a call; empty: no call.
    bool hasEvents() const;

Q_SIGNALS:
    void firstCame(); //!< Emitted when hasEvents() becomes true.

private:
    //! A request in the list.
    struct Asked {
        QPersistentModelIndex place; //!< its text; invalid: the row was removed
        QString said; //!< the text without the state
        Json params;
        QString id; //!< given by PeerRequests; empty: it has not arrived there
        bool isOver = false;
    };
    void add(const Frame &frame);
    void arrived(const QString &id);
    void ended(const PeerRequest &request, const PeerAnswer &answer, PeerRequests::End end);
    void showWaiting();
    void showState(const Asked &asked, const QString &state);

    QString m_exchangeId;
    Step m_step;
    QPointer<PeerRequests> m_requests;
    QList<Asked> m_asked; //!< oldest first
    PaneHeader *m_header;
    QStandardItemModel *m_model;
    RowTreeView *m_view;
};

} // namespace Workbench::Ui
