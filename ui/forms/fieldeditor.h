// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/schema/formhints.h"
#include "core/schema/schema.h"

#include <QWidget>

class QVBoxLayout;

namespace Workbench::Ui {

class ThemeLabel;
enum class ColorRole : quint8;

//! One field of a form: shows a value and lets it be changed. What was set is given back as it was, to the
//! digit, until the user edits it; an absent value is a field that is left out.
class FieldEditor : public QWidget {
    Q_OBJECT
public:
    FieldEditor(const FieldHint &hint, QWidget *parent);

    const FieldHint &hint() const { return m_hint; }
    virtual Json value() const { return m_value; }
    virtual void setValue(const Json &value) = 0; //!< emits nothing
    //! Those of \a errors that stand at \a pointer or below it, beneath the field they belong to.
    virtual void setErrors(const QList<ValidationError> &errors, const QString &pointer);
    virtual void showError(const QString &text); //!< empty: none
    //! That a value is required here: quietly, until the user has edited the field.
    virtual void showMissing();
    void insist() { m_isEdited = true; } //!< what is missing is shown as an error from now on
    virtual void setReadOnly(bool readOnly) = 0;
    virtual bool focusPointer(
        const QString &own, const QString &pointer); //!< false when it is not below here
    virtual QWidget *focusTarget() const = 0;
    //! A label stands at the height of the first line.
    virtual int labelHeight() const { return 28; }
    //! Whether it needs little width, so that several fit beside each other.
    virtual bool isShort() const { return false; }
    //! Whether it holds fields of its own at present, which want the whole width, under their label.
    virtual bool isWide() const { return false; }

Q_SIGNALS:
    void changed(); //!< by the user

protected:
    QVBoxLayout *column() const { return m_column; }
    //! By the user: remembers the value and says so.
    void edited(const Json &value);
    void describe(QWidget *field) const; //!< tool tip, accessible name and description from the hint
    QString errorText(const QList<ValidationError> &errors, const QString &pointer, bool withBelow) const;

    FieldHint m_hint;
    Json m_value;

private:
    void showBeneath(const QString &text, ColorRole color);

    QVBoxLayout *m_column;
    ThemeLabel *m_error;
    bool m_isEdited = false;
};

//! The editor that suits a hint.
FieldEditor *makeFieldEditor(const FieldHint &hint, QWidget *parent);
//! What a field starts from that the user asks for: initialValue() as if it was required.
Json startValue(const FieldHint &hint);
//! What a field shows of \a value where JSON has no place for "missing", which are the rows of a list and the
//! whole input: null, which the schema refuses there, is a field that is not filled in.
Json shownIn(const FieldHint &hint, const Json &value);

} // namespace Workbench::Ui
