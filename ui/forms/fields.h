// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/forms/fieldeditor.h"

#include <QAbstractSpinBox>
#include <QFutureWatcher>

#include <functional>

class QCheckBox;
class QComboBox;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QToolButton;

namespace Workbench::Ui {

class JsonEdit;

//! Edits a line of text. An empty field means a missing value; only the JSON editor can send an empty text.
class TextField : public FieldEditor {
    Q_OBJECT
public:
    TextField(const FieldHint &hint, QWidget *parent);
    void setValue(const Json &value) override;
    QLineEdit *line() const { return m_line; }

private:
    QLineEdit *m_line;
};

class MultilineField : public FieldEditor {
    Q_OBJECT
public:
    MultilineField(const FieldHint &hint, QWidget *parent);
    void setValue(const Json &value) override;

private:
    QPlainTextEdit *m_text;
};

//! A spin box for the text of a number. It rounds no digits, accepts any text, and its steps are exact.
//! Focus, including focus by a click, selects the text, so that typing replaces it.
class NumberBox : public QAbstractSpinBox {
    Q_OBJECT
public:
    explicit NumberBox(QWidget *parent = nullptr);

    //! Sets the bounds of the steps. An absent value means no bound.
    void setBounds(const Json &minimum, const Json &maximum);
    void setNumberText(const QString &text); //!< Sets the text without emitting textEdited().
    QString numberText() const;
    void setPlaceholderText(const QString &text);
    //! Returns whether \a text is a JSON number.
    static bool isNumber(const QString &text);
    //! Returns the JSON number that the user means by \a text, or an empty string if \a text is not a number:
    //! "05" is 5, "+5" is 5, ".5" is 0.5, "5." is 5. All other digits stay as typed.
    static QString numberIn(const QString &text);

    void stepBy(int steps) override;
    QValidator::State validate(QString &input, int &position) const override;

Q_SIGNALS:
    void textEdited(const QString &text);

protected:
    StepEnabled stepEnabled() const override;
    void focusInEvent(QFocusEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QString stepped(int steps) const; //!< empty if the number is too long for an exact step

    Json m_minimum;
    Json m_maximum;
    //! Whether the mouse press gave the focus, so that its release selects the text.
    bool m_isFirstPress = false;
};

//! Edits an integer or a number without rounding. Text that is not a number becomes a string, which the
//! schema then refuses.
class NumberField : public FieldEditor {
    Q_OBJECT
public:
    NumberField(const FieldHint &hint, QWidget *parent);
    void setValue(const Json &value) override;
    bool isShort() const override { return true; }

private:
    NumberBox *m_box;
};

//! Edits a Boolean with a check box. An optional value has a third state that leaves it out.
class BooleanField : public FieldEditor {
    Q_OBJECT
public:
    BooleanField(const FieldHint &hint, QWidget *parent);
    void setValue(const Json &value) override;
    bool isShort() const override { return true; }

private:
    void showState();
    QCheckBox *m_box;
    QString m_caption;
};

//! Lets the user choose one of the values that a schema lists. Also shows a value that is not listed.
class ChoiceField : public FieldEditor {
    Q_OBJECT
public:
    ChoiceField(const FieldHint &hint, QWidget *parent);
    void setValue(const Json &value) override;
    bool isShort() const override { return true; }

private:
    QComboBox *m_box;
    //! The number of entries from the schema. A further entry shows a value that is not listed.
    qsizetype m_listed = 0;
};

//! Edits a subtree that no other field supports, as JSON.
class RawField : public FieldEditor {
    Q_OBJECT
public:
    RawField(const FieldHint &hint, QWidget *parent);
    void setValue(const Json &value) override;
    void setErrors(const QList<ValidationError> &errors, const QString &pointer) override;

private:
    void textChanged();
    JsonEdit *m_text;
    QString m_problem; //!< why the text is not valid JSON; value() is then the last valid value
    bool m_filling = false;
};

//! Lets the user choose a file for the body of a request, reads it on a worker, and shows its name, type and
//! size. The value is {"$file": name, "type": media type, "data": text}. A binary file has "base64" instead
//! of "data".
class FileField : public FieldEditor {
    Q_OBJECT
public:
    FileField(const FieldHint &hint, QWidget *parent);

    //! Returns whether the field described by \a hint takes a file.
    static bool suits(const FieldHint &hint);

    void setValue(const Json &value) override;
    void setErrors(const QList<ValidationError> &errors, const QString &pointer) override;
    void setReadOnly(bool readOnly) override;
    //! Reads the file on a worker and then sets it as the value. Shows an error of ErrorKind::Storage or
    //! ErrorKind::Limit below the field.
    void readFile(const QString &path);

private:
    void readEnded();
    void showValue();
    bool isNothing() const;

    QPushButton *m_choose;
    ThemeLabel *m_about;
    QToolButton *m_remove;
    QFutureWatcher<Result<Json>> m_reading;
    bool m_isReadOnly = false;
};

//! Asks for an existing file that matches \a filters, and passes its path to \a chosen. \a name is the object
//! name of the dialog.
void askForFile(QWidget *parent, const QString &title, const QString &name,
    const std::function<void(const QString &)> &chosen, const QStringList &filters = {});

} // namespace Workbench::Ui
