// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"
#include "core/operation/operationspec.h"
#include "ui/theme/controls.h"

#include <QFrame>
#include <QMenu>

class QActionGroup;
class QLabel;
class QLineEdit;
class QPushButton;
class QStackedLayout;
class QToolButton;

namespace Workbench {
class Sessions;
}

namespace Workbench::Ui {

class OperationListModel;
class Placeholder;
class RowTreeView;

//! The bar under the menus, 44 pixels high: "Add source", "Go to operation", the menus of the environment and
//! the workspace, and "Record all".
class TopBar : public Strip {
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
    void resizeEvent(QResizeEvent *event) override;

private:
    void fitNames();

    QPushButton *m_field;
    QPushButton *m_addSource;
    QToolButton *m_environment;
    QToolButton *m_workspace;
    QToolButton *m_recordAll;
    QString m_name; //!< the name of the workspace
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

//! The list of "Go to operation". The user types a filter, moves with the arrow keys and opens with Return.
class GoToPopup : public QFrame {
    Q_OBJECT
public:
    explicit GoToPopup(Sessions *sessions, QWidget *parent);
    //! Opens the list under \a field.
    void openUnder(QWidget *field);
    //! Moves \a operation to the front of the recently used operations, which come first in the list.
    void noteUsed(const OperationId &operation);

Q_SIGNALS:
    void chosen(const Workbench::OperationId &operation);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void choose(int row);
    void showFound();
    QLineEdit *m_field;
    OperationListModel *m_model;
    RowTreeView *m_view;
    QLabel *m_count;
    Placeholder *m_none;
    QStackedLayout *m_faces; //!< the list, or a text that says why it is empty
    QList<OperationId> m_recent; //!< most recent first
    bool m_isChosen = false; //!< Return was pressed during a search
};

} // namespace Workbench::Ui
