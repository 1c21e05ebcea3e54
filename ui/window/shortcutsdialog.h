// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QDialog>

class QMainWindow;

namespace Workbench::Ui {

//! One key of the window.
struct ShortcutRow {
    QString action; //!< "Go to operation", without mnemonics and dots
    QString keys; //!< as the platform writes them: "Ctrl+K", in German "Strg+K"
    QString place; //!< the menu, or "This page"
};

//! Returns the keys of all actions in the menus of \a window, in their order, then those of the buttons,
//! actions and shortcuts of its visible pages. A QShortcut is listed if its whatsThis() says what it does.
QList<ShortcutRow> shortcutsOf(const QMainWindow *window);

//! Lists the keys of the window, made from its actions. The list can be filtered.
class ShortcutsDialog : public QDialog {
    Q_OBJECT
public:
    explicit ShortcutsDialog(QMainWindow *window);
};

} // namespace Workbench::Ui
