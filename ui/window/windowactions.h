// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QObject>

class QAction;
class QMenu;

namespace Workbench::Ui {

class MainWindow;

//! The menus and shortcuts of the window. Every action is in a menu.
class WindowActions : public QObject {
    Q_OBJECT
public:
    explicit WindowActions(MainWindow *window);
    void update(); //!< enables the actions that are possible now
    void noteRecent(const QString &path);

private:
    void fileMenu();
    void editMenu();
    void viewMenu();
    void addSizes(QMenu *menu);
    void sourceMenu();
    void operationMenu();
    void fixturesMenu();
    void helpMenu();
    void fillRecent();
    QAction *add(QMenu *menu, const QString &text, const QKeySequence &keys, const QString &name,
        std::function<void()> run);

    MainWindow *m_window;
    QMenu *m_recent = nullptr;
    QAction *m_undo = nullptr; //!< undoes the last close, clear or replace
    QAction *m_invoke = nullptr;
    QAction *m_cancel = nullptr;
    QAction *m_sendAnyway = nullptr;
    QAction *m_closeTab = nullptr;
    QAction *m_reopenTab = nullptr;
    QAction *m_duplicateTab = nullptr;
    QAction *m_showSources = nullptr;
    QAction *m_fullScreen = nullptr;
    QList<QAction *> m_ofTabs;
    QAction *m_record = nullptr;
    QAction *m_recordAll = nullptr;
    QAction *m_signOut = nullptr;
    QList<QAction *> m_ofSource;
};

} // namespace Workbench::Ui
