// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/forms/fieldeditor.h"

class QComboBox;
class QGridLayout;
class QToolButton;

namespace Workbench::Ui {

class FieldLabel;

//! Fields of an object, labels at the left; where the width allows, several short ones in a row. Members that
//! no field stands for are kept, in their place.
class ObjectField : public FieldEditor {
    Q_OBJECT
public:
    static constexpr qsizetype maxFields = 200; //!< of one object; the rest is reached through the JSON

    //! \a isRoot: the form itself, always there.
    ObjectField(const FieldHint &hint, QWidget *parent, bool isRoot = false);
    Json value() const override;
    void setValue(const Json &value) override;
    void setErrors(const QList<ValidationError> &errors, const QString &pointer) override;
    void setReadOnly(bool readOnly) override;
    bool focusPointer(const QString &own, const QString &pointer) override;
    QWidget *focusTarget() const override;
    bool isWide() const override { return !m_value.isAbsent(); }
    QSize minimumSizeHint() const override; //!< with one field a row: that is how narrow it can become

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
    QList<FieldLabel *> m_labels; //!< of the editors
    QList<bool> m_wide; //!< which of the editors were laid out so
    QList<bool> m_narrow; //!< which of the editors may stand beside another one
    QWidget *m_more = nullptr; //!< that there are fields beyond maxFields
    int m_perRow = 0; //!< short fields beside each other
    QToolButton *m_add = nullptr;
    QToolButton *m_remove = nullptr;
};

//! Rows of one kind, with a button to add one and a button at each to remove it.
class ArrayField : public FieldEditor {
    Q_OBJECT
public:
    static constexpr qsizetype maxRows = 200; //!< shown as fields; a longer array is edited as JSON

    ArrayField(const FieldHint &hint, QWidget *parent);
    Json value() const override;
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
    bool fits(const Json &value) const;

    QList<Row> m_rows;
    QWidget *m_rowsWidget;
    ThemeLabel *m_foreign;
    QToolButton *m_add;
    bool m_readOnly = false;
};

//! A chooser over several shapes (oneOf, anyOf) and the fields of the chosen one.
class VariantField : public FieldEditor {
    Q_OBJECT
public:
    VariantField(const FieldHint &hint, QWidget *parent);
    Json value() const override;
    void setValue(const Json &value) override;
    void setErrors(const QList<ValidationError> &errors, const QString &pointer) override;
    void showMissing() override;
    void setReadOnly(bool readOnly) override;
    bool focusPointer(const QString &own, const QString &pointer) override;
    bool isWide() const override { return m_editor && m_editor->isWide(); }
    QWidget *focusTarget() const override;
    int variant() const { return m_variant; } //!< -1: left out
    //! Shows another shape, as if the user had chosen it; members that it has too keep their values.
    void showVariant(int variant);

Q_SIGNALS:
    void variantChosen(int variant); //!< by the user, before changed()

private:
    void choose(int variant); //!< -1: left out
    QComboBox *m_chooser;
    FieldEditor *m_editor = nullptr; //!< of the chosen shape; null when left out
    int m_variant = -1;
    bool m_readOnly = false;
};

//! A field that may also be null.
class NullableField : public FieldEditor {
    Q_OBJECT
public:
    NullableField(const FieldHint &hint, const FieldHint &inner, QWidget *parent);
    Json value() const override;
    void setValue(const Json &value) override;
    void setErrors(const QList<ValidationError> &errors, const QString &pointer) override;
    void showError(const QString &text) override;
    void showMissing() override;
    void setReadOnly(bool readOnly) override;
    bool focusPointer(const QString &own, const QString &pointer) override;
    QWidget *focusTarget() const override;
    bool isShort() const override { return m_inner->isShort(); }
    bool isWide() const override { return m_inner->isWide(); }

private:
    FieldEditor *m_inner;
    QToolButton *m_null;
};

} // namespace Workbench::Ui
