// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/inputcompletion.h"
#include "core/schema/formhints.h"
#include "core/schema/schema.h"

#include <QFuture>
#include <QWidget>

#include <functional>
#include <stop_token>

namespace Workbench::Ui {

class FieldEditor;

//! Proposes values for one member of the input. \a input is what the form holds.
using InputCompleter = std::function<QFuture<Result<InputCompletion>>(
    const QString &member, const Json &input, std::stop_token cancellation)>;

//! A form made from a schema, over one JSON value. Members that the schema does not know are kept as they
//! are; optional fields can be left out. Validates nothing itself: errors are given to it.
class SchemaForm : public QWidget {
    Q_OBJECT
public:
    explicit SchemaForm(QWidget *parent = nullptr);

    //! Makes the form anew and fills in initialValue(); the focus stays in the field where it is. \a isHttp:
    //! the value becomes a request of HTTP, its members go to different places of it.
    void setSchema(const Json &schema, bool isHttp = false);
    const FieldHint &hint() const { return m_hint; }
    //! Whether the schema is an object with fields, so that a form says more than JSON text.
    bool hasFields() const;

    Json value() const;
    void setValue(const Json &value); //!< emits nothing; editors that show the same already are left alone
    //! Shown beneath the fields they belong to; replaces those shown before.
    void insist(); //!< what is missing is an error from now on: the user has tried to send it
    void setErrors(const QList<ValidationError> &errors);
    //! Proposes values in the text fields of the input's members, also of later schemas; empty: none.
    void setCompleter(const InputCompleter &completer);
    void setReadOnly(bool readOnly);
    void focusFirst();
    void focusPointer(const QString &pointer);

Q_SIGNALS:
    void valueChanged(); //!< by the user

private:
    QString focusedPointer() const;
    void addCompleters();

    FieldHint m_hint;
    InputCompleter m_completer;
    FieldEditor *m_root = nullptr;
};

} // namespace Workbench::Ui
