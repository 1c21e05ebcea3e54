// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/forms/fieldeditor.h"

class QComboBox;
class QGridLayout;
class QToolButton;

namespace Workbench::Ui {

class FieldLabel;

//! Edits an object with one field for each member and labels at the left. If the width allows, several short
//! fields share a row. Members without a field are kept in their position.
class ObjectField : public FieldEditor {
    Q_OBJECT
public:
    static constexpr qsizetype maxFields = 200; //!< fields of one object; further members are edited as JSON

    //! \a isRoot is true for the object that is the whole input. It cannot be left out.
    ObjectField(const FieldHint &hint, QWidget *parent, bool isRoot = false);
    Json value() const override;
    void setValue(const Json &value) override;
    void setErrors(const QList<ValidationError> &errors, const QString &pointer) override;
    void setReadOnly(bool readOnly) override;
    bool focusPointer(const QString &own, const QString &pointer) override;
    QWidget *focusTarget() const override;
    bool isWide() const override { return !m_value.isAbsent(); }
    QSize minimumSizeHint() const override; //!< the minimum size with one field in each row

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void addRow(const FieldHint &hint);
    void linkMedia();
    void layOut(int perRow);
    void childChanged();
    void showPresence();
    bool isOptionalHere() const { return !m_isRoot && !m_hint.required; }

    bool m_isRoot;
    QWidget *m_fields;
    QGridLayout *m_grid;
    QList<FieldEditor *> m_editors;
    QList<FieldLabel *> m_labels; //!< the label of each editor
    QList<bool> m_wide; //!< for each editor, whether it is laid out below its label
    QList<bool> m_narrow; //!< for each editor, whether it may share a row
    QWidget *m_more = nullptr; //!< the note about members beyond maxFields; null if there are none
    int m_perRow = 0; //!< maximum number of short fields in a row
    QToolButton *m_add = nullptr;
    QToolButton *m_remove = nullptr;
};

//! Edits an array in rows, with a button that adds a row and a button in each row that removes it.
class ArrayField : public FieldEditor {
    Q_OBJECT
public:
    static constexpr qsizetype maxRows = 200; //!< rows shown as fields; a longer array is edited as JSON

    ArrayField(const FieldHint &hint, QWidget *parent);
    //! Returns whether \a array is left out if it is empty. With a default it is sent as [], because the peer
    //! would use the default for a member that is left out.
    static bool mayBeLeftOut(const FieldHint &array)
    {
        return !array.required && array.defaultValue.isAbsent();
    }
    void setValue(const Json &value) override;
    void setErrors(const QList<ValidationError> &errors, const QString &pointer) override;
    void setReadOnly(bool readOnly) override;
    bool focusPointer(const QString &own, const QString &pointer) override;
    QWidget *focusTarget() const override;

private:
    struct Row {
        QWidget *widget;
        FieldEditor *editor;
    };
    void addRow(const Json &value);
    void removeRow(QWidget *widget);
    void rowsChanged();
    void updateButtons();
    static bool fits(const Json &value)
    {
        return value.isAbsent() || (value.isArray() && value.size() <= maxRows);
    }

    QList<Row> m_rows;
    QWidget *m_rowsWidget;
    ThemeLabel *m_foreign;
    QToolButton *m_add;
    bool m_readOnly = false;
};

//! Lets the user choose one of several shapes (oneOf, anyOf) and shows the fields of the chosen shape.
class VariantField : public FieldEditor {
    Q_OBJECT
public:
    VariantField(const FieldHint &hint, QWidget *parent);
    void setValue(const Json &value) override;
    void setReadOnly(bool readOnly) override;
    QWidget *focusTarget() const override;
    //! Shows another shape and emits changed(). Members that both shapes have keep their values.
    void showVariant(int variant);

Q_SIGNALS:
    //! Emitted before changed() when the user chooses a shape, or -1 to leave the value out.
    void variantChosen(int variant);

private:
    void choose(int variant); //!< Creates the editor of the shape; -1 leaves the value out.
    QComboBox *m_chooser;
    int m_variant = -1; //!< index of the chosen shape, or -1 if the value is left out
    bool m_readOnly = false;
};

//! Adds a button to a field that sets its value to null.
class NullableField : public FieldEditor {
    Q_OBJECT
public:
    NullableField(const FieldHint &hint, const FieldHint &inner, QWidget *parent);
    Json value() const override;
    void setValue(const Json &value) override;
    void setReadOnly(bool readOnly) override;
    bool isShort() const override { return m_inner->isShort(); }

private:
    QToolButton *m_null;
};

} // namespace Workbench::Ui
