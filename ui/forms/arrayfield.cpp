// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/visibletext.h"
#include "core/json/jsonbuilder.h"
#include "core/json/jsonpointer.h"
#include "ui/forms/compositefields.h"
#include "ui/forms/themelabel.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

FieldHint itemHint(const FieldHint &array)
{
    FieldHint item = array.item.isEmpty() ? FieldHint() : array.item.first();
    item.required = true; // a row can be removed, but not left out
    return item;
}

//! Returns the initial value of a new row. For a text, this is an empty string instead of an absent value.
Json firstOf(const FieldHint &item)
{
    const Json value = startValue(item);
    const bool isText = item.kind == FieldKind::Text || item.kind == FieldKind::MultilineText;
    return value.isAbsent() && isText && !item.nullable ? Json::string(u"") : value;
}

//! Returns a guess of the singular of \a name for the button that adds a row: "stations" becomes "station".
//! The guess works for English names only.
QString singular(const QString &name)
{
    const bool isPlural = name.size() > 3 && name.endsWith(u's') && !name.endsWith("ss"_L1)
        && !name.endsWith("us"_L1) && !name.endsWith("is"_L1);
    return isPlural ? name.chopped(1) : name;
}

} // namespace

ArrayField::ArrayField(const FieldHint &hint, QWidget *parent)
    : FieldEditor(hint, parent)
    , m_rowsWidget(new QWidget(this))
    , m_foreign(wrapped(new ThemeLabel({}, ColorRole::TextSecond, FontRole::Small, this)))
{
    const FieldHint item = itemHint(hint);
    const QString word = !item.title.isEmpty() ? item.title : singular(hint.name);
    const QString words = word.isEmpty() ? tr("Add row") : tr("Add %1").arg(visibleText(word, false, 40));
    m_add = named(quietButton(u"plus"_s, words, this), u"add"_s);
    newColumn(m_rowsWidget, {}, 4);
    column()->insertWidget(0, m_rowsWidget);
    column()->insertWidget(1, m_foreign);
    column()->insertWidget(2, m_add, 0, Qt::AlignLeft);
    connect(m_add, &QToolButton::clicked, this, [this] {
        addRow(firstOf(itemHint(m_hint)));
        rowsChanged();
        if (QWidget *field = m_rows.last().editor->focusTarget())
            field->setFocus(Qt::OtherFocusReason);
    });
    setValue({});
}

bool ArrayField::fits(const Json &value) const
{
    return value.isAbsent() || (value.isArray() && value.size() <= maxRows);
}

void ArrayField::addRow(const Json &value)
{
    auto *widget = new QWidget(m_rowsWidget);
    FieldEditor *editor = makeFieldEditor(itemHint(m_hint), widget);
    editor->setValue(shownIn(editor->hint(), value));
    editor->setReadOnly(m_readOnly);
    QToolButton *remove =
        named(iconButton(u"minus"_s, tr("Remove row %L1").arg(m_rows.size() + 1), widget), u"removeRow"_s);
    remove->setEnabled(!m_readOnly);
    addAll(newRow(widget, {}, 4), {{editor, 1}, {remove, 0, Qt::AlignTop}});
    m_rowsWidget->layout()->addWidget(widget);
    m_rows.append({widget, editor});
    connect(editor, &FieldEditor::changed, this, &ArrayField::rowsChanged);
    connect(remove, &QToolButton::clicked, this, [this, widget] { removeRow(widget); });
    updateButtons();
}

void ArrayField::removeRow(QWidget *widget)
{
    const auto at = std::ranges::find(m_rows, widget, &Row::widget);
    if (at == m_rows.end())
        return;
    const qsizetype row = at - m_rows.begin();
    m_rows.erase(at);
    widget->hide();
    widget->deleteLater(); // its button is still emitting the signal
    if (!m_rows.isEmpty())
        m_rows.at(std::min(row, m_rows.size() - 1)).editor->setFocus(Qt::OtherFocusReason);
    else
        m_add->setFocus(Qt::OtherFocusReason);
    updateButtons();
    rowsChanged();
}

void ArrayField::rowsChanged()
{
    if (m_rows.isEmpty() && !m_hint.required) {
        edited({});
        return;
    }
    QList<Json> items;
    for (const Row &row : m_rows)
        items.append(row.editor->value());
    edited(Json::array(items));
}

void ArrayField::updateButtons()
{
    m_rowsWidget->setVisible(!m_rows.isEmpty());
    m_foreign->setVisible(!fits(m_value));
    m_add->setVisible(fits(m_value));
    m_add->setEnabled(!m_readOnly && (m_hint.maxItems < 0 || m_rows.size() < m_hint.maxItems));
}

void ArrayField::setValue(const Json &value)
{
    m_value = value;
    const qsizetype wanted = fits(value) ? value.size() : 0;
    while (m_rows.size() > wanted) {
        QWidget *widget = m_rows.takeLast().widget;
        widget->hide();
        widget->deleteLater();
    }
    for (qsizetype i = 0; i < m_rows.size(); ++i)
        m_rows.at(i).editor->setValue(shownIn(itemHint(m_hint), value.at(i)));
    while (m_rows.size() < wanted)
        addRow(value.at(m_rows.size()));
    if (!fits(value))
        m_foreign->setText(value.isArray()
                ? tr("%L1 rows are too many for a form. Edit them as JSON.").arg(value.size())
                : tr("Not a list. Edit it as JSON."));
    updateButtons();
}

void ArrayField::setErrors(const QList<ValidationError> &errors, const QString &pointer)
{
    for (qsizetype i = 0; i < m_rows.size(); ++i) {
        if (m_rows.at(i).editor->value().isAbsent())
            m_rows.at(i).editor->showMissing();
        else
            m_rows.at(i).editor->setErrors(errors, JsonPointer::child(pointer, i));
    }
    showError(errorText(errors, pointer, m_rows.isEmpty()));
}

void ArrayField::setReadOnly(bool readOnly)
{
    m_readOnly = readOnly || m_hint.readOnly;
    for (const Row &row : m_rows) {
        row.editor->setReadOnly(m_readOnly);
        const QList<QToolButton *> buttons =
            row.widget->findChildren<QToolButton *>(u"removeRow"_s, Qt::FindDirectChildrenOnly);
        for (QToolButton *button : buttons)
            button->setEnabled(!m_readOnly);
    }
    updateButtons();
}

bool ArrayField::focusPointer(const QString &own, const QString &pointer)
{
    for (qsizetype i = 0; i < m_rows.size(); ++i) {
        if (m_rows.at(i).editor->focusPointer(JsonPointer::child(own, i), pointer))
            return true;
    }
    return FieldEditor::focusPointer(own, pointer);
}

QWidget *ArrayField::focusTarget() const
{
    return m_rows.isEmpty() ? m_add : m_rows.first().editor->focusTarget();
}

} // namespace Workbench::Ui
