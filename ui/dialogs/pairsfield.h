// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

#include <QWidget>

class QHBoxLayout;
class QLineEdit;
class QToolButton;
class QVBoxLayout;

namespace Workbench {
class Sessions;
}

namespace Workbench::Ui {

class SecretField;

//! Rows of name and value, with one to add another: environment variables, headers. Its value is an object of
//! strings. The user can make each value a secret, of which the object holds a placeholder only.
class PairsField : public QWidget {
    Q_OBJECT
public:
    //! \a setting: the pairs of "env" are called variables.
    PairsField(const QString &setting, Sessions *sessions, QWidget *parent = nullptr);
    Json value() const; //!< absent without rows
    void setValue(const Json &value);
    //! Makes secrets of the values whose names or forms say that they are.
    void keepSecrets();
    bool hasNameless() const; //!< whether a value has no name, and would be left out
    //! Secrets are stored under names that begin with \a name.
    void setSourceName(const QString &name);
    //! Secrets that were typed and that value() refers to already, by their names in the keychain.
    QList<std::pair<QString, QString>> toStore() const;
    void forgetTyped(); //!< after they are stored

Q_SIGNALS:
    void changed();

private:
    struct Row {
        QWidget *widget;
        QLineEdit *name;
        QLineEdit *value;
        QToolButton *isSecret;
        SecretField *secret; //!< null: the value was never a secret
        QString text() const;
    };
    void addRow(const QString &name, const QString &value);
    void addRemoval(QWidget *widget, QHBoxLayout *line);
    void setSecret(QWidget *widget, bool isSecret);
    void nameSecrets();

    Sessions *m_sessions;
    QString m_setting;
    QString m_sourceName;

    QVBoxLayout *m_layout;
    QList<Row> m_rows;
};

} // namespace Workbench::Ui
