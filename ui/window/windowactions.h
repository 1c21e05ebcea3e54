// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QObject>

#include <functional>

class QAction;
class QKeySequence;
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
    using Condition = std::function<bool()>;
    //! Adds an action that calls \a run. It is enabled while \a isPossible returns true; empty: always.
    QAction *add(QMenu *menu, const QString &text, const QKeySequence &keys, const QString &name,
        std::function<void()> run, const Condition &isPossible = {});
    template <typename T>
    QAction *add(QMenu *menu, const QString &text, const QKeySequence &keys, const QString &name, T *receiver,
        void (T::*run)(), const Condition &isPossible = {})
    {
        return add(menu, text, keys, name, [receiver, run] { (receiver->*run)(); }, isPossible);
    }

    MainWindow *m_window;
    QMenu *m_recent = nullptr;
    QAction *m_showSources = nullptr;
    QAction *m_fullScreen = nullptr;
    QAction *m_recordAll = nullptr;
    QList<std::pair<QAction *, Condition>> m_conditions;
};

} // namespace Workbench::Ui
