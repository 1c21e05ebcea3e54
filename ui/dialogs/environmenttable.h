// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/workspace/environment.h"

#include <QWidget>

class QCheckBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QToolButton;

namespace Workbench::Ui {

//! The prefix of references to secrets in the keychain.
inline constexpr QLatin1StringView inKeychain{"keychain:"};

//! A variable while it is edited.
struct VariableDraft {
    EnvironmentVariable variable;
    bool isSecret = false;
    QString typed{}; //!< the typed secret or reference; empty if the secret stays unchanged

    bool isEmpty() const { return variable.name.isEmpty() && variable.value.isEmpty() && typed.isEmpty(); }
};

//! Edits the variables of one environment. Each row has a name, a value, a check box for secrets, and the
//! place where the secret is stored. A secret is typed once and never shown.
class EnvironmentTable : public QWidget {
    Q_OBJECT
public:
    explicit EnvironmentTable(QWidget *parent = nullptr);

    QList<VariableDraft> variables() const; //!< without empty rows
    void setVariables(const QList<VariableDraft> &variables);
    //! Sets the \a names of the secrets in the keychain, from which each row shows where its secret is
    //! stored. Nothing is shown before the first call. \a areTemporary is true if secrets are lost when the
    //! program ends.
    void setKeptSecrets(const QStringList &names, bool areTemporary);

    //! Returns a sentence about the first invalid variable, or an empty string. The table marks the field of
    //! that variable.
    static QString problemIn(const QList<VariableDraft> &variables);

Q_SIGNALS:
    void changed();
    void rowRemoved(int row, const Workbench::Ui::VariableDraft &variable);

private:
    struct Row {
        QLineEdit *name;
        QLineEdit *value;
        QCheckBox *secret;
        QLabel *state;
        QToolButton *removal;
        QString reference; //!< reference of the stored secret; empty if there is none
        QString plain; //!< the plain value, kept while the row is a secret
        QWidgetList widgets() const;
        void remove() const;
    };
    void addRow(const VariableDraft &draft);
    void removeRow(const QLineEdit *name);
    void showKind(Row &row);
    QString stateOf(const Row &row) const;
    void update();
    static VariableDraft draftOf(const Row &row);
    struct Problem {
        QString ofName;
        QString ofValue;
    };
    //! Returns the problems of \a draft. \a names contains the names of the rows above it.
    static Problem check(const VariableDraft &draft, const QStringList &names);

    QGridLayout *m_grid;
    QList<Row> m_rows;
    std::optional<QStringList> m_kept;
    bool m_areTemporary = false;
};

} // namespace Workbench::Ui
