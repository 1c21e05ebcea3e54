// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QWidget>

namespace Workbench::Ui {

//! What stands in the middle while nothing is open: three things to do next, the first with the focus.
class StartPage : public QWidget {
    Q_OBJECT
public:
    explicit StartPage(QWidget *parent = nullptr);

Q_SIGNALS:
    void addSourceRequested();
    void openWorkspaceRequested();
    void demoRequested();
    void commandPasted(const QString &text); //!< the pasted command line, or the example
};

} // namespace Workbench::Ui
