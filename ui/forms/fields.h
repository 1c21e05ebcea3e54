// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/forms/fieldeditor.h"

class QCheckBox;
class QComboBox;
class QLineEdit;
class QPlainTextEdit;

namespace Workbench::Ui {

class JsonEdit;
class NumberBox;

//! A line of text. An emptied field is missing; only the JSON editor can send an empty text.
class TextField : public FieldEditor {
    Q_OBJECT
public:
    TextField(const FieldHint &hint, QWidget *parent);
    void setValue(const Json &value) override;
    void setReadOnly(bool readOnly) override;
    QWidget *focusTarget() const override;
    QLineEdit *line() const { return m_line; }

private:
    QLineEdit *m_line;
};

class MultilineField : public FieldEditor {
    Q_OBJECT
public:
    MultilineField(const FieldHint &hint, QWidget *parent);
    void setValue(const Json &value) override;
    void setReadOnly(bool readOnly) override;
    QWidget *focusTarget() const override;

private:
    QPlainTextEdit *m_text;
};

//! An integer or a number, as exact as its digits. What is no number goes as a text, and the schema says so.
class NumberField : public FieldEditor {
    Q_OBJECT
public:
    NumberField(const FieldHint &hint, QWidget *parent);
    void setValue(const Json &value) override;
    void setReadOnly(bool readOnly) override;
    QWidget *focusTarget() const override;
    bool isShort() const override { return true; }

private:
    NumberBox *m_box;
};

//! A check box; an optional one has a third state, left out.
class BooleanField : public FieldEditor {
    Q_OBJECT
public:
    BooleanField(const FieldHint &hint, QWidget *parent);
    void setValue(const Json &value) override;
    void setReadOnly(bool readOnly) override;
    QWidget *focusTarget() const override;
    bool isShort() const override { return true; }

private:
    void showState();
    QCheckBox *m_box;
    QString m_caption;
};

//! One of the values a schema lists. A value that is not listed is shown as it is.
class ChoiceField : public FieldEditor {
    Q_OBJECT
public:
    ChoiceField(const FieldHint &hint, QWidget *parent);
    void setValue(const Json &value) override;
    void setReadOnly(bool readOnly) override;
    QWidget *focusTarget() const override;
    bool isShort() const override { return true; }

private:
    QComboBox *m_box;
    qsizetype m_listed = 0; //!< entries from the schema; one more may stand for a foreign value
};

//! What no other field can show: JSON for this subtree.
class RawField : public FieldEditor {
    Q_OBJECT
public:
    RawField(const FieldHint &hint, QWidget *parent);
    void setValue(const Json &value) override;
    void setErrors(const QList<ValidationError> &errors, const QString &pointer) override;
    void setReadOnly(bool readOnly) override;
    QWidget *focusTarget() const override;

private:
    void textChanged();
    JsonEdit *m_text;
    QString m_problem; //!< why the text is no JSON; the value then is the last good one
    bool m_filling = false;
};

} // namespace Workbench::Ui
