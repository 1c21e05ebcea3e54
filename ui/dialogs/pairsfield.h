// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

#include <QWidget>

class QLineEdit;
class QVBoxLayout;

namespace Workbench::Ui {

//! Rows of name and value, with one to add another: environment variables, headers. Its value is an object of
//! strings.
class PairsField : public QWidget {
    Q_OBJECT
public:
    //! \a ofProgram: the pairs are environment variables, and are called so.
    explicit PairsField(bool ofProgram, QWidget *parent = nullptr);
    Json value() const; //!< absent without rows
    void setValue(const Json &value);

Q_SIGNALS:
    void changed();

private:
    struct Row {
        QWidget *widget;
        QLineEdit *name;
        QLineEdit *value;
    };
    void addRow(const QString &name, const QString &value);

    QVBoxLayout *m_layout;
    QList<Row> m_rows;
};

} // namespace Workbench::Ui
