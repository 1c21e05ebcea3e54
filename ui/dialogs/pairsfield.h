// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

#include <QWidget>

class QLineEdit;
class QToolButton;
class QVBoxLayout;

namespace Workbench {
class Sessions;
}

namespace Workbench::Ui {

class SecretField;

//! Edits pairs of name and value, such as environment variables or headers, in rows. Its value is an object
//! of strings. The user can make each value a secret; the object then contains only a placeholder.
class PairsField : public QWidget {
    Q_OBJECT
public:
    //! \a setting is the name of the setting; pairs of "env" are called variables in the window.
    PairsField(const QString &setting, Sessions *sessions, QWidget *parent = nullptr);
    Json value() const; //!< absent if no row has a name
    void setValue(const Json &value);
    //! Marks values as secrets whose names or formats indicate a secret.
    void keepSecrets();
    bool hasNameless() const; //!< whether a value has no name, so that value() does not contain it

Q_SIGNALS:
    void changed();

private:
    struct Row {
        QWidget *widget;
        QLineEdit *name;
        QLineEdit *value;
        QToolButton *isSecret;
        SecretField *secret; //!< null if the value was never a secret
        QString text() const;
    };
    void addRow(const QString &name, const QString &value);
    void setSecret(QWidget *widget, bool isSecret);
    void nameSecrets();

    Sessions *m_sessions;
    QString m_setting;
    QVBoxLayout *m_layout;
    QList<Row> m_rows;
};

} // namespace Workbench::Ui
