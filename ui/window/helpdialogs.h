// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QDialog>

class QMainWindow;

namespace Workbench::Ui {

//! Shows the version of the program, and the libraries that it uses with their versions and licences.
class AboutDialog : public QDialog {
    Q_OBJECT
public:
    explicit AboutDialog(QWidget *parent = nullptr);
    //! Returns the versions of the program, of the libraries and of the system, one per line.
    static QString versions();
};

//! An action of the window with its keys.
struct ShortcutRow {
    QString action; //!< "Go to operation", without mnemonic and ellipsis
    QString keys; //!< as the platform writes them: "Ctrl+K", in German "Strg+K"
    QString place; //!< the menu, or "This page"
};

//! Returns the actions with keys in the menus of \a window, in their order, then those of the buttons,
//! actions and shortcuts of its visible pages. A QShortcut is listed if its whatsThis() describes it.
QList<ShortcutRow> shortcutsOf(const QMainWindow *window);

//! Lists the keys of the window, made from its actions. The list can be filtered.
class ShortcutsDialog : public QDialog {
    Q_OBJECT
public:
    explicit ShortcutsDialog(QMainWindow *window);
};

} // namespace Workbench::Ui
