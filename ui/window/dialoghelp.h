// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QObject>
#include <QWidget>

namespace Workbench::Ui {

//! Opens the manual for F1 in the dialogs of a window. A modal dialog blocks the window's own action, so the
//! manual is then shown in a window of its own above the dialog.
class DialogHelp : public QObject {
    Q_OBJECT
public:
    explicit DialogHelp(QWidget *window); //!< belongs to \a window

    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    bool isOfWindow(const QWidget *dialog) const;
};

} // namespace Workbench::Ui
