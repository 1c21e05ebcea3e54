// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/operationspec.h"
#include "core/schema/formhints.h"
#include "core/schema/schema.h"

#include <QFuture>
#include <QWidget>

#include <functional>
#include <stop_token>

namespace Workbench::Ui {

class FieldEditor;

//! Returns completions for one member of the input. \a input is the value of the form.
using InputCompleter = std::function<QFuture<Result<InputCompletion>>(
    const QString &member, const Json &input, std::stop_token cancellation)>;

//! A form that is made from a schema and edits one JSON value. Members that the schema does not contain stay
//! unchanged, and optional fields can be left out. The form does not validate: call setErrors() to show
//! errors.
class SchemaForm : public QWidget {
    Q_OBJECT
public:
    explicit SchemaForm(QWidget *parent = nullptr);

    //! Recreates the form and fills in initialValue(). The focus stays in the field that has it. \a isHttp is
    //! true if the value becomes an HTTP request, whose members go to different places of the request.
    void setSchema(const Json &schema, bool isHttp = false);
    const FieldHint &hint() const { return m_hint; }
    //! Returns whether a form can be made from the schema. If not, the input can be edited only as JSON.
    bool hasFields() const;

    Json value() const;
    //! Fills in \a value without emitting valueChanged(). Editors that already show their value are not
    //! touched.
    void setValue(const Json &value);
    //! Shows missing values as errors from now on. Called when the user tries to send the input.
    void insist();
    //! Shows \a errors below the fields that they concern, instead of the previous errors.
    void setErrors(const QList<ValidationError> &errors);
    //! Sets the source of completions for the text fields of the input's members, also for later schemas. An
    //! empty function removes the completions.
    void setCompleter(const InputCompleter &completer);
    void setReadOnly(bool readOnly);
    void focusFirst();
    void focusPointer(const QString &pointer);

Q_SIGNALS:
    void valueChanged(); //!< Emitted when the user changes the value.

private:
    QString focusedPointer() const;
    void addCompleters();

    FieldHint m_hint;
    InputCompleter m_completer;
    FieldEditor *m_root = nullptr;
};

} // namespace Workbench::Ui
