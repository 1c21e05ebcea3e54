// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/panes/tablepane.h"

namespace Workbench {
class ExchangeLog;
}

namespace Workbench::Ui {

class HistoryModel;

//! Lists the calls, one row for each, newest first.
class HistoryPane : public TablePane {
    Q_OBJECT
public:
    explicit HistoryPane(ExchangeLog *log, QWidget *parent = nullptr);
    HistoryModel *model() const { return m_model; }
    QString currentExchange() const;
    QStringList chosenExchanges() const; //!< Returns the ids of the chosen calls, newest first.

public Q_SLOTS:
    std::function<void()> clear() override;

Q_SIGNALS:
    void openRequested(const QString &exchangeId); //!< Emitted for a double click or Return.
    void runAgainRequested(const QString &exchangeId);
    void wireRequested(const QString &exchangeId);
    void commandRequested(const QString &exchangeId); //!< Emitted to copy the call as an `envelope` command.
    void recordRequested(const QStringList &exchangeIds);
    //! Emitted to compare the chosen calls, newest first: two with each other, or one with a result that the
    //! user then chooses.
    void compareRequested(const QStringList &exchangeIds);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void fillMenu(QMenu *menu) override;

private:
    ExchangeLog *m_log;
    HistoryModel *m_model;
};

} // namespace Workbench::Ui
