// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/checks/connectionreport.h"

#include <QWidget>

class QVBoxLayout;

namespace Workbench {
class ConnectionCheck;
class Sessions;
struct Source;
} // namespace Workbench

namespace Workbench::Ui {

//! Connects to a source and lists the steps on the way: what was observed, how long it took, and below a step
//! what to do. Hidden until check() is called.
class ConnectionStepsView : public QWidget {
    Q_OBJECT
public:
    explicit ConnectionStepsView(Sessions *sessions, QWidget *parent = nullptr);
    ~ConnectionStepsView() override;

    //! Starts a check in place of the one before; its steps are shown when it is over.
    void check(const Source &source);
    void showSteps(const ConnectionReport &report);
    //! Ends a check and hides its steps.
    void clear();

Q_SIGNALS:
    void checked(); //!< The steps are shown.
    void signInRequested(const QString &source); //!< its steps

private:
    QWidget *newContent();

    Sessions *m_sessions;
    QVBoxLayout *m_column;
    QWidget *m_content = nullptr;
    std::unique_ptr<ConnectionCheck> m_running;
};

} // namespace Workbench::Ui
