// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/checks/connectioncheck.h"

#include <QWidget>

class QVBoxLayout;

namespace Workbench {
class ConnectionCheck;
class Sessions;
struct Source;
} // namespace Workbench

namespace Workbench::Ui {

//! Connects to a source and lists the steps of the connection. Each step shows what was observed, how long it
//! took and, below it, what to do. Hidden until check() is called.
class ConnectionStepsView : public QWidget {
    Q_OBJECT
public:
    explicit ConnectionStepsView(Sessions *sessions, QWidget *parent = nullptr);
    ~ConnectionStepsView() override;

    //! Starts a check, which replaces a running one. The steps are shown when the check is complete.
    void check(const Source &source);
    void showSteps(const ConnectionReport &report);
    //! Cancels a running check and hides its steps.
    void clear();

Q_SIGNALS:
    void checked(); //!< Emitted when the steps are shown.
    //! Emitted when the user asks for the steps of the sign-in of \a source.
    void signInRequested(const QString &source);

private:
    QWidget *newContent();

    Sessions *m_sessions;
    QVBoxLayout *m_column;
    QWidget *m_content = nullptr;
    std::unique_ptr<ConnectionCheck> m_running;
};

} // namespace Workbench::Ui
