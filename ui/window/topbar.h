// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QWidget>

class QMenu;
class QPushButton;
class QToolButton;

namespace Workbench::Ui {

//! The bar under the menus, 44 pixels: add a source, go to an operation, the environment's and the
//! workspace's name, and whether every call is recorded.
class TopBar : public QWidget {
    Q_OBJECT
public:
    explicit TopBar(QWidget *parent = nullptr);
    //! \a name: of the file, or empty for none. \a tip: its whole path.
    void setWorkspace(const QString &name, const QString &tip);
    void setWorkspaceMenu(QMenu *menu);
    //! Empty: none is chosen.
    void setEnvironment(const QString &name);
    void setEnvironmentMenu(QMenu *menu);
    void setRecordingAll(bool on); //!< emits nothing
    void setCompact(bool compact);
    void setFieldWidth(int width); //!< Of the field that goes to an operation, in pixels.
    //! Where the list of operations opens: under this field.
    QWidget *goToField() const;

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

} // namespace Workbench::Ui
