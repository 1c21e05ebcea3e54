// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/forms/fieldeditor.h"

#include "core/base/visibletext.h"
#include "ui/forms/compositefields.h"
#include "ui/forms/fieldlabel.h"
#include "ui/forms/fields.h"
#include "ui/forms/themelabel.h"
#include "ui/models/coretexts.h"
#include "ui/models/placemarks.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

FieldEditor::FieldEditor(const FieldHint &hint, QWidget *parent)
    : QWidget(parent)
    , m_hint(hint)
    , m_column(newColumn(this, {}, 4))
    , m_error(named(wrapped(new ThemeLabel({}, ColorRole::Error, FontRole::Small, this)), u"error"_s))
{
    setObjectName(u"field:"_s + hint.name);
    m_error->hide();
    m_column->addWidget(m_error);
}

void FieldEditor::edited(const Json &value)
{
    m_value = value;
    m_isEdited = true;
    Q_EMIT changed();
}

void FieldEditor::describe(QWidget *field) const
{
    const QString name = m_hint.name.isEmpty() ? m_hint.title : m_hint.name;
    field->setAccessibleName(m_hint.required ? tr("%1, required").arg(name) : name);
    QStringList lines;
    if (!m_hint.title.isEmpty() && m_hint.title != m_hint.name)
        lines.append(visibleText(m_hint.title, false, 200));
    if (!m_hint.description.isEmpty())
        lines.append(visibleText(m_hint.description, true, 1000));
    if (const QString place = placeInWords(placeOf(m_hint)); !place.isEmpty())
        lines.append(place);
    if (!m_hint.format.isEmpty())
        lines.append(tr("Format: %1").arg(visibleText(m_hint.format, false, 60)));
    if (m_hint.deprecated)
        lines.append(tr("Deprecated"));
    field->setAccessibleDescription(lines.join(u". "_s));
    field->setToolTip(lines.join(u'\n'));
}

void FieldEditor::setControl(QWidget *control)
{
    describe(control);
    setFocusProxy(control);
}

void FieldEditor::setReadOnly(bool readOnly)
{
    const bool isReadOnly = readOnly || m_hint.readOnly;
    QWidget *control = focusTarget();
    constexpr const char *property = "readOnly"; // of QLineEdit, QPlainTextEdit and QAbstractSpinBox
    if (control->metaObject()->indexOfProperty(property) >= 0)
        control->setProperty(property, isReadOnly);
    else
        control->setEnabled(!isReadOnly);
}

QString FieldEditor::errorText(
    const QList<ValidationError> &errors, const QString &pointer, bool withBelow) const
{
    QStringList lines;
    for (const ValidationError &error : errors) {
        if (lines.size() == 3)
            break;
        if (error.pointer == pointer)
            lines.append(visibleText(coreText(error.message), false, 300));
        else if (withBelow && isWithin(error.pointer, pointer))
            lines.append(u"%1: %2"_s.arg(
                error.pointer.sliced(pointer.size()), visibleText(coreText(error.message), false, 300)));
    }
    lines.removeDuplicates();
    return lines.join(u'\n');
}

void FieldEditor::setErrors(const QList<ValidationError> &errors, const QString &pointer)
{
    if (m_inner)
        m_inner->setErrors(errors, pointer);
    else
        showError(errorText(errors, pointer, true));
}

void FieldEditor::showError(const QString &text)
{
    if (m_inner)
        m_inner->showError(text);
    else
        showBeneath(text, ColorRole::Error);
}

void FieldEditor::showMissing()
{
    if (m_inner)
        m_inner->showMissing();
    else
        showBeneath(tr("Required"), m_isEdited ? ColorRole::Error : ColorRole::TextSecond);
}

void FieldEditor::showBeneath(const QString &text, ColorRole color)
{
    m_error->setColorRole(color);
    m_error->setText(text);
    m_error->setVisible(!text.isEmpty());
    QWidget *field = focusTarget();
    const QWidget *owner = field;
    while (owner && !qobject_cast<const FieldEditor *>(owner))
        owner = owner->parentWidget();
    if (owner == this) // the first field of an object shows its own errors
        setInvalid(field, !text.isEmpty() && color == ColorRole::Error);
    // The error stays below the widgets that the editor has added to its column.
    if (m_column->indexOf(m_error) != m_column->count() - 1)
        m_column->addWidget(m_error);
}

bool FieldEditor::focusPointer(const QString &own, const QString &pointer)
{
    if (m_inner)
        return m_inner->focusPointer(own, pointer);
    if (!isWithin(pointer, own) || !focusTarget())
        return false;
    focusTarget()->setFocus(Qt::OtherFocusReason);
    return true;
}

Json startValue(const FieldHint &hint)
{
    FieldHint wanted = hint;
    wanted.required = true;
    return initialValue(wanted);
}

Json shownIn(const FieldHint &hint, const Json &value)
{
    const bool showsNull =
        hint.nullable || hint.kind == FieldKind::RawJson || hint.kind == FieldKind::Variant;
    return value.isNull() && !showsNull ? Json() : value;
}

FieldEditor *makeFieldEditor(const FieldHint &hint, QWidget *parent)
{
    if (FileField::suits(hint))
        return new FileField(hint, parent);
    if (hint.nullable && hint.kind != FieldKind::RawJson) {
        FieldHint inner = hint;
        inner.nullable = false;
        return new NullableField(hint, inner, parent);
    }
    switch (hint.kind) {
    case FieldKind::Text: return new TextField(hint, parent);
    case FieldKind::MultilineText: return new MultilineField(hint, parent);
    case FieldKind::Integer:
    case FieldKind::Number: return new NumberField(hint, parent);
    case FieldKind::Boolean: return new BooleanField(hint, parent);
    case FieldKind::Choice: return new ChoiceField(hint, parent);
    case FieldKind::Object: return new ObjectField(hint, parent);
    case FieldKind::Array: return new ArrayField(hint, parent);
    case FieldKind::Variant: return new VariantField(hint, parent);
    case FieldKind::RawJson: break;
    }
    return new RawField(hint, parent);
}

} // namespace Workbench::Ui

#include "moc_fieldeditor.cpp"
