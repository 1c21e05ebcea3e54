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

//! The base class of the fields of a form, which show and edit one value. Until the user edits the field,
//! value() returns exactly the value that was set, digit by digit. An absent value means that the field is
//! left out.
class FieldEditor : public QWidget {
    Q_OBJECT
public:
    FieldEditor(const FieldHint &hint, QWidget *parent);

    const FieldHint &hint() const { return m_hint; }
    virtual Json value() const { return m_inner ? m_inner->value() : m_value; }
    virtual void setValue(const Json &value) = 0; //!< Shows \a value. Does not emit changed().
    //! Shows the \a errors at \a pointer and below it, each below the field that it concerns.
    virtual void setErrors(const QList<ValidationError> &errors, const QString &pointer);
    void showError(const QString &text); //!< Shows an error below the field; an empty text hides it.
    //! Shows that the field is required. The text is an error only if the user has edited the field.
    void showMissing();
    void insist() { m_isEdited = true; } //!< Shows a missing value as an error from now on.
    //! Makes the control read-only, or disables a control that has no such state.
    virtual void setReadOnly(bool readOnly);
    //! Gives the focus to the field at \a pointer. \a own is the pointer of this field. Returns false if
    //! \a pointer is neither \a own nor below it.
    virtual bool focusPointer(const QString &own, const QString &pointer);
    //! Returns the widget that gets the focus: the control, or the first of several controls. Returns null if
    //! there is none.
    virtual QWidget *focusTarget() const { return m_inner ? m_inner->focusTarget() : focusProxy(); }
    //! Returns whether the field is narrow enough to share a row.
    virtual bool isShort() const { return false; }
    //! Returns whether the field currently contains other fields, which need the whole width below the label.
    virtual bool isWide() const { return m_inner && m_inner->isWide(); }

Q_SIGNALS:
    void changed(); //!< Emitted when the user changes the value.

protected:
    QVBoxLayout *column() const { return m_column; }
    //! Stores a \a value that the user entered, and emits changed().
    void edited(const Json &value);
    //! Sets the tooltip, the accessible name and the accessible description of \a field from the hint.
    void describe(QWidget *field) const;
    //! Makes \a control the only widget of the field that takes the focus, and describes it.
    void setControl(QWidget *control);
    QString errorText(const QList<ValidationError> &errors, const QString &pointer, bool withBelow) const;

    FieldHint m_hint;
    Json m_value;
    //! The editor that shows the value and the errors in place of this field; null if there is none.
    FieldEditor *m_inner = nullptr;

private:
    void showBeneath(const QString &text, ColorRole color);

    QVBoxLayout *m_column;
    ThemeLabel *m_error;
    bool m_isEdited = false;
};

//! Creates the editor that suits \a hint.
FieldEditor *makeFieldEditor(const FieldHint &hint, QWidget *parent);
//! Returns the initial value of a field that the user adds: initialValue() as if the field were required.
Json startValue(const FieldHint &hint);
//! Returns the value that a field shows for \a value in the rows of a list and in the whole input. JSON
//! cannot leave out a value there, so a null that the schema refuses means an empty field: the result is
//! absent.
Json shownIn(const FieldHint &hint, const Json &value);

} // namespace Workbench::Ui
