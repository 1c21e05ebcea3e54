// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/exchange/exchangelog.h"
#include "ui/panes/tablepane.h"

class QComboBox;

namespace Workbench {
class Sessions;
}

namespace Workbench::Ui {

class LogFilterModel;
class LogModel;

//! Lists what servers write to stderr, their log notifications, and the workbench's own messages.
class LogPane : public TablePane {
    Q_OBJECT
public:
    //! Shows the lines of Sessions::logged().
    explicit LogPane(Sessions *sessions, QWidget *parent = nullptr);
    LogModel *model() const { return m_model; }
    QWidget *tools() const override;

public Q_SLOTS:
    void add(const Workbench::LogLine &line);
    std::function<void()> clear() override;

protected:
    void fillMenu(QMenu *menu) override;

private:
    LogModel *m_model;
    LogFilterModel *m_filter;
    QComboBox *m_level; //!< the lowest level that is shown
};

} // namespace Workbench::Ui
