// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/forms/schemaform.h"

#include "core/json/jsonpointer.h"
#include "ui/forms/compositefields.h"
#include "ui/forms/fieldcompleter.h"
#include "ui/forms/fieldlabel.h"
#include "ui/forms/fields.h"
#include "ui/forms/themelabel.h"
#include "ui/theme/building.h"

#include <QApplication>
#include <QLineEdit>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

SchemaForm::SchemaForm(QWidget *parent)
    : QWidget(parent)
{
    setObjectName(u"schemaForm"_s);
    setAccessibleName(tr("Input form"));
    addAll(newColumn(this, {12, 8, 12, 12}, 8), {Stretch{}});
}

//! Returns the pointer of the field that has the focus, or a null string if no field has it.
QString SchemaForm::focusedPointer() const
{
    const QWidget *widget = QApplication::focusWidget();
    if (!m_root || !m_root->isAncestorOf(widget))
        return {};
    QString pointer = u""_s;
    for (; widget != m_root; widget = widget->parentWidget()) {
        const auto *editor = qobject_cast<const FieldEditor *>(widget);
        if (!editor)
            continue;
        const QWidget *above = editor->parentWidget();
        while (!qobject_cast<const FieldEditor *>(above))
            above = above->parentWidget();
        if (editor->hint().name.isEmpty())
            pointer = u""_s; // an item of a list may be another item in the new form
        else if (qobject_cast<const ObjectField *>(above)) // other fields share the value of the field above
            pointer.prepend(JsonPointer::child({}, editor->hint().name));
    }
    return pointer;
}

void SchemaForm::setSchema(const Json &schema, bool isHttp)
{
    const QString focused = focusedPointer();
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
        box->insertWidget(0,
            named(new ThemeLabel(tr("Takes no input."), ColorRole::TextSecond, FontRole::Body, this),
                u"formNote"_s));
    }
    m_hint.required = true; // the whole input is always sent
    m_root = m_hint.kind == FieldKind::Object ? new ObjectField(m_hint, this, true)
                                              : makeFieldEditor(m_hint, this);
    box->insertWidget(0, m_root);
    m_root->setValue(startValue(m_hint));
    connect(m_root, &FieldEditor::changed, this, &SchemaForm::valueChanged);
    addCompleters();
    if (!focused.isNull())
        focusPointer(focused);
}

void SchemaForm::setCompleter(const InputCompleter &completer)
{
    m_completer = completer;
    addCompleters();
}

void SchemaForm::addCompleters()
{
    const QList<TextField *> fields = m_root ? m_root->findChildren<TextField *>() : QList<TextField *>();
    for (TextField *field : fields) {
        delete field->line()->findChild<FieldCompleter *>(Qt::FindDirectChildrenOnly);
        const bool isMember = std::ranges::any_of(
            m_hint.fields, [field](const FieldHint &hint) { return hint.name == field->hint().name; });
        if (!m_completer || !isMember || m_hint.kind != FieldKind::Object)
            continue;
        new FieldCompleter(field->line(), [this, name = field->hint().name](std::stop_token cancellation) {
            return m_completer(name, value(), std::move(cancellation));
        });
    }
}

bool SchemaForm::hasFields() const
{
    return m_root && m_hint.kind != FieldKind::RawJson;
}

Json SchemaForm::value() const
{
    const Json value = m_root ? m_root->value() : Json();
    return value.isAbsent() && hasFields() ? Json::null() : value;
}

void SchemaForm::setValue(const Json &value)
{
    if (m_root)
        m_root->setValue(shownIn(m_hint, value));
}

void SchemaForm::setErrors(const QList<ValidationError> &errors)
{
    if (m_root && m_root->value().isAbsent())
        m_root->showMissing();
    else if (m_root)
        m_root->setErrors(errors, {});
}

void SchemaForm::insist()
{
    const QList<FieldEditor *> fields = findChildren<FieldEditor *>();
    for (FieldEditor *field : fields)
        field->insist();
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

#include "moc_schemaform.cpp"
