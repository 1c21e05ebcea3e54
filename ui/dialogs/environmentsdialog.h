// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/dialogs/environmenttable.h"
#include "ui/dialogs/identityfields.h"

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

//! Edits the environments of the workspace: their names at the left, the variables and the caller's identity
//! of the chosen one at the right. The first row is the workspace, which has only an identity. Nothing
//! changes before the user presses Save. Secrets are then stored in the keychain, and Sessions receives only
//! their references.
class EnvironmentsDialog : public QDialog {
    Q_OBJECT
public:
    //! \a identity is that of the workspace.
    EnvironmentsDialog(
        Sessions *sessions, const std::optional<Identity> &identity, QWidget *parent = nullptr);
    //! Returns the identity that the user gave the workspace. The caller takes it from an accepted dialog.
    std::optional<Identity> workspaceIdentity() const { return m_ofWorkspace.value(); }

private:
    static constexpr int noPage = -2; //!< the fields show nothing that is kept
    static constexpr int workspacePage = -1;
    struct Draft {
        QString before; //!< name of the environment in Sessions; empty for a new environment
        QString name;
        QList<VariableDraft> variables;
        IdentityDraft identity{};
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
    void takePage();
    void update();
    QString problem() const;
    QString freeName(const QString &wanted) const;
    void save();
    void finishSaving();
    QList<Environment> environments() const;

    Sessions *m_sessions;
    QList<Draft> m_drafts;
    std::function<void()> m_bringBack; //!< restores the environment or variable that was removed last
    IdentityDraft m_ofWorkspace;
    int m_current = noPage; //!< index in m_drafts, workspacePage or noPage; the row in the list is one more
    int m_pending = 0; //!< number of secrets that are being stored
    QString m_storeProblem;
    QListWidget *m_list;
    QWidget *m_page; //!< what only environments have: a name and variables
    QLabel *m_empty;
    QLineEdit *m_name;
    EnvironmentTable *m_table;
    IdentityFields *m_identity;
    QLabel *m_problem;
    QLabel *m_removed;
    QToolButton *m_undo;
    QToolButton *m_duplicate;
    QToolButton *m_remove;
    QPushButton *m_save;
};

} // namespace Workbench::Ui
