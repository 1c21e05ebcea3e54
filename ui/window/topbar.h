// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

#include <QMenu>

class QActionGroup;
class QPushButton;
class QToolButton;

namespace Workbench {
class Sessions;
}

namespace Workbench::Ui {

//! The bar under the menus, 44 pixels high: "Add source", "Go to operation", the menus of the environment and
//! the workspace, and "Record all".
class TopBar : public QWidget {
    Q_OBJECT
public:
    explicit TopBar(QWidget *parent = nullptr);
    //! Shows \a name, the name of the file, or empty for none. \a tip is its full path.
    void setWorkspace(const QString &name, const QString &tip);
    void setWorkspaceMenu(QMenu *menu);
    //! Shows the name of the environment; empty: none is chosen.
    void setEnvironment(const QString &name);
    void setEnvironmentMenu(QMenu *menu);
    void setRecordingAll(bool on); //!< does not emit recordAllToggled()
    void setCompact(bool compact);
    void setFieldWidth(int width); //!< sets the width of the field "Go to operation", in pixels
    //! Returns the field under which the list of operations opens.
    QPushButton *goToField() const { return m_field; }

Q_SIGNALS:
    void addSourceRequested();
    void goToRequested();
    void recordAllToggled(bool on);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QPushButton *m_field;
    QToolButton *m_environment;
    QToolButton *m_workspace;
    QToolButton *m_recordAll;
    QString m_name;
    QString m_environmentName;
    bool m_compact = false;
};

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
