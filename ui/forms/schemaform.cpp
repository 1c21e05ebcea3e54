// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/forms/schemaform.h"

#include "ui/forms/compositefields.h"
#include "ui/forms/requestplace.h"
#include "ui/forms/themelabel.h"

#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

SchemaForm::SchemaForm(QWidget *parent)
    : QWidget(parent)
{
    setObjectName(u"schemaForm"_s);
    setAccessibleName(tr("Input form"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(12, 8, 12, 12);
    column->setSpacing(8);
    column->addStretch(1);
}

void SchemaForm::setSchema(const Json &schema, bool isHttp)
{
    if (m_root) {
        m_root->hide();
        m_root->deleteLater();
        m_root = nullptr;
    }
    const QList<ThemeLabel *> notes = findChildren<ThemeLabel *>(u"formNote"_s, Qt::FindDirectChildrenOnly);
    qDeleteAll(notes);
    m_hint = formHints(schema);
    arrangeByPlace(m_hint, schema, isHttp);
    auto *box = static_cast<QVBoxLayout *>(layout());
    if (m_hint.kind == FieldKind::Object && m_hint.fields.isEmpty()) {
        auto *note =
            new ThemeLabel(tr("No input is asked for."), ColorRole::TextSecond, FontRole::Body, this);
        note->setObjectName(u"formNote"_s);
        box->insertWidget(0, note);
    }
    m_hint.required = true; // the value itself is always sent
    m_root = m_hint.kind == FieldKind::Object ? new ObjectField(m_hint, this, true)
                                              : makeFieldEditor(m_hint, this);
    box->insertWidget(0, m_root);
    m_root->setValue(initialValue(m_hint));
    connect(m_root, &FieldEditor::changed, this, &SchemaForm::valueChanged);
}

bool SchemaForm::hasFields() const
{
    return m_root && m_hint.kind != FieldKind::RawJson;
}

Json SchemaForm::value() const
{
    return m_root ? m_root->value() : Json();
}

void SchemaForm::setValue(const Json &value)
{
    if (m_root)
        m_root->setValue(value);
}

void SchemaForm::setErrors(const QList<ValidationError> &errors)
{
    if (m_root)
        m_root->setErrors(errors, {});
}

void SchemaForm::setReadOnly(bool readOnly)
{
    if (m_root)
        m_root->setReadOnly(readOnly);
}

void SchemaForm::focusFirst()
{
    if (QWidget *first = m_root ? m_root->focusTarget() : nullptr)
        first->setFocus(Qt::OtherFocusReason);
}

void SchemaForm::focusPointer(const QString &pointer)
{
    if (m_root)
        m_root->focusPointer({}, pointer);
}

} // namespace Workbench::Ui
