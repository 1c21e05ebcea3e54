// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/panes/tablepane.h"

namespace Workbench {
class ExchangeLog;
}

namespace Workbench::Ui {

class Chip;
class TextView;
class WireFilterModel;
class WireModel;

//! The frames exactly as sent and received, newest first; the chosen one whole at the right.
class WirePane : public TablePane {
    Q_OBJECT
public:
    explicit WirePane(ExchangeLog *log, QWidget *parent = nullptr);
    WireModel *model() const { return m_model; }
    //! Shows only the frames of one call; empty: all.
    void showExchange(const QString &exchangeId);

public Q_SLOTS:
    void clear() override;

Q_SIGNALS:
    void exchangeChanged(const QString &exchangeId);

protected:
    void pausedChanged(bool paused) override;

private:
    void showFrame();
    void showMenu(const QPoint &position);
    ExchangeLog *m_log;
    WireModel *m_model;
    WireFilterModel *m_filterModel;
    Chip *m_oneCall;
    TextView *m_text;
    QWidget *m_details = nullptr;
    bool m_hasFrame = false; //!< one was chosen
};

} // namespace Workbench::Ui
