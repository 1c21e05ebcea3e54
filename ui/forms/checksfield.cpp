// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/forms/checksfield.h"

#include "core/base/visibletext.h"
#include "core/json/jsonbuilder.h"
#include "ui/forms/compositefields.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"
#include "ui/theme/zoom.h"

#include <QCheckBox>
#include <QGridLayout>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

constexpr qsizetype maxTitle = 40; // characters; a box neither wraps nor elides its text

} // namespace

ChecksField::ChecksField(const FieldHint &hint, QWidget *parent)
    : FieldEditor(hint, parent)
{
    auto *list = new QWidget(this);
    m_grid = newLines<QGridLayout>(list, 16, 4);
    const QString field = visibleText(hint.title.isEmpty() ? hint.name : hint.title, false, 100);
    for (const FieldHint::Choice &choice : hint.item.first().choices) {
        const QString whole = visibleText(choice.title, false, 100);
        // "&" would make a letter of the server a shortcut.
        const QString shown = visibleText(choice.title, false, maxTitle).replace(u'&', u"&&"_s);
        auto *box = named(new QCheckBox(shown, list), u"choice"_s, u"%1: %2"_s.arg(field, whole));
        box->setToolTip(whole);
        setZoomedHeight(box, 28);
        connect(box, &QCheckBox::clicked, this, &ChecksField::boxChanged);
        m_boxes.append(box);
    }
    list->setMinimumWidth(80); // so that the boxes can wrap
    list->setFocusProxy(m_boxes.first());
    setControl(list);
    column()->insertLayout(0, addAll(newRow(), {list, Stretch{}}));
}

bool ChecksField::suits(const FieldHint &hint)
{
    if (hint.kind != FieldKind::Array || hint.nullable || hint.item.isEmpty()
        || !hint.schema.member("uniqueItems"_L1).toBoolean())
        return false;
    const FieldHint &item = hint.item.first();
    const qsizetype count = item.kind == FieldKind::Choice && !item.nullable ? item.choices.size() : 0;
    return count > 0 && count <= maxBoxes
        && std::max(hint.minItems, hint.maxItems) <= count; // otherwise the values repeat
}

bool ChecksField::isListed(const Json &value) const
{
    return std::ranges::contains(m_hint.item.first().choices, value, &FieldHint::Choice::value);
}

void ChecksField::boxChanged()
{
    QList<Json> items;
    for (qsizetype i = 0; i < m_boxes.size(); ++i) {
        if (m_boxes.at(i)->isChecked())
            items.append(m_hint.item.first().choices.at(i).value);
    }
    for (const Json &item : m_value.items()) {
        if (!isListed(item))
            items.append(item);
    }
    edited(items.isEmpty() && ArrayField::mayBeLeftOut(m_hint) ? Json() : Json::array(items));
}

void ChecksField::setValue(const Json &value)
{
    m_value = value;
    for (qsizetype i = 0; i < m_boxes.size(); ++i) {
        const auto isIt = [&](const Json &item) { return item == m_hint.item.first().choices.at(i).value; };
        m_boxes.at(i)->setChecked(std::ranges::any_of(value.items(), isIt));
    }
}

void ChecksField::resizeEvent(QResizeEvent *event)
{
    FieldEditor::resizeEvent(event);
    int widest = 1;
    for (const QCheckBox *box : std::as_const(m_boxes))
        widest = std::max(widest, box->sizeHint().width() + m_grid->horizontalSpacing());
    const int perRow = std::max(1, width() / widest);
    for (int i = 0; i < m_boxes.size(); ++i)
        m_grid->addWidget(m_boxes.at(i), i / perRow, i % perRow);
}

} // namespace Workbench::Ui

#include "moc_checksfield.cpp"
