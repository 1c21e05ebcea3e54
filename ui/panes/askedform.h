// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/panes/askededitor.h"

namespace Workbench::Ui {

class InputValidator;
class SchemaForm;
class ThemeLabel;

//! Shows the form that a server asks the user to fill in, with its defaults. Input that the schema refuses is
//! marked at its fields and cannot be sent.
class AskedForm : public AskedEditor {
    Q_OBJECT
public:
    AskedForm(const Json &schema, QWidget *parent);
    QString sendText() const override { return tr("Send"); }
    bool isReady() const override { return m_isValid; }
    Json content() const override;
    void focusFirst() override;

private:
    SchemaForm *m_form;
    InputValidator *m_validator;
    ThemeLabel *m_problem;
    bool m_isValid = false; //!< the result of the last check; false while a check runs
};

} // namespace Workbench::Ui
