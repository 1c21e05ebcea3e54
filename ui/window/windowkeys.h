// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

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

//! Returns the next widget for Tab or, if \a backwards, for Shift+Tab. Follows the visual order of splitter
//! parts, and Qt's order inside each part. Qt's own order is the order of creation, but pages, cards and
//! fields are created at any time. Returns null if no widget takes the focus. If the widget with the focus
//! was hidden or disabled, returns a list or a text field. A button, a combo box or a number field would
//! react to the next key, which the user did not mean for it.
QWidget *nextBySight(QWidget *window, bool backwards);

} // namespace Workbench::Ui
