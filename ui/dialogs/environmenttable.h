// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/workspace/environment.h"

#include <QWidget>

class QCheckBox;
class QGridLayout;
class QLabel;
class QLineEdit;

namespace Workbench::Ui {

//! What the reference of a secret in the keychain begins with.
inline constexpr QLatin1StringView inKeychain{"keychain:"};

//! A variable while it is edited.
struct VariableDraft {
    EnvironmentVariable variable;
    bool isSecret = false;
    QString typed{}; //!< a secret, or its reference, that was typed here; empty: it stays as it is

    bool isEmpty() const { return variable.name.isEmpty() && variable.value.isEmpty() && typed.isEmpty(); }
};

//! The variables of one environment: name, value, whether it is a secret, and where the secret is. A secret
//! is typed once and never shown.
class EnvironmentTable : public QWidget {
    Q_OBJECT
public:
    explicit EnvironmentTable(QWidget *parent = nullptr);

    QList<VariableDraft> variables() const; //!< without empty rows
    void setVariables(const QList<VariableDraft> &variables);
    //! What is kept, to tell where each secret is. Until it is known nothing is told.
    void setKeptSecrets(const QStringList &names, bool areTemporary);

    //! The first thing that is wrong, as a sentence; empty: nothing. Here its field is marked.
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
        QWidget *remove;
        QString reference; //!< of the secret as it is
        QString plain; //!< the value while it is shown as a secret's
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
    //! \a names: of the rows above.
    static Problem check(const VariableDraft &draft, const QStringList &names);

    QGridLayout *m_grid;
    QList<Row> m_rows;
    std::optional<QStringList> m_kept;
    bool m_areTemporary = false;
};

} // namespace Workbench::Ui
