// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/dialogs/environmenttable.h"

#include <QDialog>

#include <functional>

class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;
class QToolButton;

namespace Workbench {
class Sessions;
}

namespace Workbench::Ui {

//! Edits the environments of the workspace: their names at the left, the variables of the chosen one at the
//! right. Nothing changes before the user presses Save. Secrets are then stored in the keychain, and Sessions
//! receives only their references.
class EnvironmentsDialog : public QDialog {
    Q_OBJECT
public:
    explicit EnvironmentsDialog(Sessions *sessions, QWidget *parent = nullptr);

private:
    struct Draft {
        QString before; //!< name of the environment in Sessions; empty for a new environment
        QString name;
        QList<VariableDraft> variables;
    };
    void build();
    QWidget *makeList();
    QWidget *makePage();
    void show(int index);
    void add(const Draft &draft);
    void duplicate();
    void remove();
    void offerUndo(const QString &sentence);
    void undo();
    void takeVariables();
    void update();
    QString problem() const;
    QString freeName(const QString &wanted) const;
    void save();
    void finishSaving();
    QList<Environment> environments() const;

    Sessions *m_sessions;
    QList<Draft> m_drafts;
    std::function<void()> m_bringBack; //!< restores the environment or variable that was removed last
    int m_current = -1;
    int m_pending = 0; //!< number of secrets that are being stored
    QString m_storeProblem;
    QListWidget *m_list;
    QWidget *m_page;
    QLabel *m_empty;
    QLineEdit *m_name;
    EnvironmentTable *m_table;
    QLabel *m_problem;
    QLabel *m_removed;
    QToolButton *m_undo;
    QToolButton *m_duplicate;
    QToolButton *m_remove;
    QLabel *m_note;
    QPushButton *m_save;
};

} // namespace Workbench::Ui
