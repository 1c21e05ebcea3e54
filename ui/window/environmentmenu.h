// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

#include <QMenu>

class QActionGroup;

namespace Workbench {
class Sessions;
}

namespace Workbench::Ui {

//! Lets the user choose an environment, or none, or edit the environments and the caller's identity.
class EnvironmentMenu : public QMenu {
    Q_OBJECT
public:
    explicit EnvironmentMenu(Sessions *sessions, QWidget *parent = nullptr);

Q_SIGNALS:
    void editRequested();
    void failed(const Workbench::Error &error);

private:
    void fill();

    Sessions *m_sessions;
    QActionGroup *m_group;
    QAction *m_line;
};

} // namespace Workbench::Ui
