// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/visibletext.h"
#include "core/json/jsonbuilder.h"
#include "core/json/jsonpointer.h"
#include "ui/forms/compositefields.h"
#include "ui/forms/fieldlabel.h"
#include "ui/forms/themelabel.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"

#include <QGridLayout>
#include <QHash>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {
constexpr int maxPerRow = 3;
constexpr int leastOfShort = 196; // width of a label and a short field, in pixels
constexpr int widthOfThree = 816;
constexpr int indent = 12; // indentation of fields below their label, in pixels
// For each shape of a body, the list of its media types.
constexpr QLatin1StringView mediaTypesMember{"x-media-types"};

//! Returns the index of the shape for the media type \a wanted, or -1. \a shapes contains the media types of
//! each shape. An exact type takes precedence over a range such as image/*.
int shapeFor(const Json &shapes, const QString &wanted)
{
    const QString bare = wanted.section(u';', 0, 0).trimmed().toLower();
    const auto isFor = [&bare](const Json &types, bool byRange) {
        return std::ranges::any_of(types.items(), [&](const Json &each) {
            const QString type = each.toString().section(u';', 0, 0).trimmed().toLower();
            if (!byRange)
                return type == bare;
            return type == "*/*"_L1 || (type.endsWith("/*"_L1) && bare.startsWith(type.chopped(1)));
        });
    };
    for (const bool byRange : {false, true}) {
        for (qsizetype i = 0; i < shapes.size() && !bare.isEmpty(); ++i) {
            if (isFor(shapes.at(i), byRange))
                return int(i);
        }
    }
    return -1;
}
} // namespace

ObjectField::ObjectField(const FieldHint &hint, QWidget *parent, bool isRoot)
    : FieldEditor(hint, parent)
    , m_isRoot(isRoot)
    , m_fields(new QWidget(this))
    , m_grid(new QGridLayout(m_fields))
{
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(12);
    m_grid->setVerticalSpacing(8);
    column()->insertWidget(0, m_fields);
    for (const FieldHint &field : hint.fields.first(std::min(hint.fields.size(), maxFields)))
        addRow(field);
    linkMedia();
    if (hint.fields.size() > maxFields) {
        const int more = int(hint.fields.size() + hint.fieldsLeftOut - maxFields);
        m_more = new ThemeLabel(tr("%n more fields, edit them as JSON", nullptr, more), ColorRole::TextSecond,
            FontRole::Small, m_fields);
    }
    layOut(1);
    if (!isOptionalHere())
        return;
    const QString name = hint.name.isEmpty() ? hint.title : hint.name;
    const QString shown = visibleText(name, false, 40);
    m_add = named(quietButton(u"plus"_s, tr("Add %1").arg(shown), this), u"add"_s);
    m_remove = named(quietButton(u"minus"_s, tr("Leave out %1").arg(shown), this), u"remove"_s);
    column()->insertWidget(0, m_add);
    column()->insertWidget(2, m_remove);
    connect(m_add, &QToolButton::clicked, this, [this] {
        setValue(startValue(m_hint));
        Q_EMIT changed();
        if (QWidget *first = focusTarget())
            first->setFocus(Qt::OtherFocusReason);
    });
    connect(m_remove, &QToolButton::clicked, this, [this] {
        setValue({});
        Q_EMIT changed();
        m_add->setFocus(Qt::OtherFocusReason);
    });
    showPresence();
}

void ObjectField::addRow(const FieldHint &hint)
{
    FieldEditor *editor = makeFieldEditor(hint, m_fields);
    auto *label = new FieldLabel(hint, m_fields);
    label->setBuddy(editor->focusTarget());
    m_editors.append(editor);
    m_labels.append(label);
    connect(editor, &FieldEditor::changed, this, &ObjectField::childChanged);
    if (hint.readOnly)
        editor->setReadOnly(true);
}

//! Connects the media type and the shape of a request body, so that each follows the other.
void ObjectField::linkMedia()
{
    FieldEditor *type = nullptr;
    VariantField *body = nullptr;
    for (FieldEditor *editor : std::as_const(m_editors)) {
        if (editor->hint().name == "contentType"_L1)
            type = editor;
        else if (editor->hint().schema.hasMember(mediaTypesMember))
            body = qobject_cast<VariantField *>(editor);
    }
    const Json shapes = body ? body->hint().schema.member(mediaTypesMember) : Json();
    if (!type || !body || shapes.size() != body->hint().variants.size())
        return;
    connect(type, &FieldEditor::changed, this, [type, body, shapes] {
        if (const int shape = shapeFor(shapes, type->value().toString()); shape >= 0)
            body->showVariant(shape);
    });
    connect(body, &VariantField::variantChosen, this, [type, shapes](int variant) {
        if (variant >= 0 && shapeFor(shapes, type->value().toString()) != variant)
            type->setValue(shapes.at(variant).at(0));
    });
}

void ObjectField::layOut(int perRow)
{
    QList<bool> wide;
    QList<bool> narrow; // whether the field may share a row
    const auto fits = [this, perRow](qsizetype i) {
        const int label = m_labels.at(i)->wholeWidth();
        const int field = m_editors.at(i)->minimumSizeHint().width();
        return perRow == 1 || label + field + 2 * m_grid->horizontalSpacing() <= width() / perRow;
    };
    for (qsizetype i = 0; i < m_editors.size(); ++i) {
        wide.append(m_editors.at(i)->isWide());
        narrow.append(m_editors.at(i)->isShort() && !wide.at(i) && fits(i));
    }
    if (perRow == m_perRow && wide == m_wide && narrow == m_narrow)
        return;
    m_perRow = perRow;
    m_wide = wide;
    m_narrow = narrow;
    while (QLayoutItem *item = m_grid->takeAt(0))
        delete item;
    for (FieldLabel *label : std::as_const(m_labels))
        label->setNarrow(perRow > 1);
    for (int i = 0; i < maxPerRow; ++i)
        m_grid->setColumnStretch(2 * i + 1, i < perRow ? 1 : 0);
    int row = 0;
    int place = 0; // index in the row
    for (qsizetype i = 0; i < m_editors.size(); ++i) {
        const bool isShort = narrow.at(i);
        if (place > 0 && (place == perRow || !isShort)) {
            ++row;
            place = 0;
        }
        m_editors.at(i)->layout()->setContentsMargins(wide.at(i) ? indent : 0, 0, 0, 0);
        if (wide.at(i)) {
            m_grid->addWidget(m_labels.at(i), row++, 0, 1, 2 * perRow, Qt::AlignTop | Qt::AlignLeft);
            m_grid->addWidget(m_editors.at(i), row, 0, 1, 2 * perRow, Qt::AlignTop);
            place = perRow;
            continue;
        }
        m_grid->addWidget(m_labels.at(i), row, 2 * place, Qt::AlignTop);
        m_grid->addWidget(m_editors.at(i), row, 2 * place + 1, 1, isShort ? 1 : 2 * perRow - 1, Qt::AlignTop);
        place = isShort ? place + 1 : perRow;
    }
    if (m_more)
        m_grid->addWidget(m_more, row + 1, 1, 1, 2 * perRow - 1);
}

QSize ObjectField::minimumSizeHint() const
{
    if (m_add && m_value.isAbsent())
        return {m_add->minimumSizeHint().width(), FieldEditor::minimumSizeHint().height()};
    int widest = 0;
    for (qsizetype i = 0; i < m_editors.size(); ++i) {
        const int label = m_labels.at(i)->minimumSizeHint().width();
        const int field = m_editors.at(i)->minimumSizeHint().width();
        const bool isWide = m_editors.at(i)->isWide();
        widest = std::max(
            widest, isWide ? std::max(label, field + indent) : label + m_grid->horizontalSpacing() + field);
    }
    return {widest, FieldEditor::minimumSizeHint().height()};
}

void ObjectField::resizeEvent(QResizeEvent *event)
{
    FieldEditor::resizeEvent(event);
    const int most = width() < widthOfThree ? 2 : maxPerRow;
    layOut(std::clamp(width() / leastOfShort, 1, most));
}

void ObjectField::childChanged()
{
    if (!m_value.isObject())
        m_value = Json::emptyObject();
    layOut(m_perRow);
    Q_EMIT changed();
}

void ObjectField::showPresence()
{
    if (!m_add)
        return;
    m_add->setVisible(m_value.isAbsent());
    m_remove->setVisible(!m_value.isAbsent());
    m_fields->setVisible(!m_value.isAbsent());
}

Json ObjectField::value() const
{
    if (!m_value.isObject())
        return m_value;
    QHash<QString, FieldEditor *> left;
    for (FieldEditor *editor : m_editors)
        left.insert(editor->hint().name, editor);
    JsonBuilder builder;
    builder.beginObject();
    // Members that the user filled in follow the order of the fields.
    qsizetype next = 0;
    const auto addFilledIn = [&](const FieldEditor *end) {
        const qsizetype until = end ? m_editors.indexOf(end, next) : m_editors.size();
        for (; next < until; ++next) {
            const QString name = m_editors.at(next)->hint().name;
            if (!m_value.hasMember(name) && left.remove(name))
                builder.add(name, m_editors.at(next)->value());
        }
    };
    for (qsizetype i = 0; i < m_value.size(); ++i) {
        const QString key = m_value.keyAt(i);
        if (const FieldEditor *known = left.take(key)) {
            addFilledIn(known);
            builder.add(key, known->value());
        } else if (std::ranges::none_of(
                       m_editors, [&](FieldEditor *editor) { return editor->hint().name == key; })) {
            builder.add(key, m_value.at(i));
        }
    }
    addFilledIn(nullptr);
    builder.endObject();
    return builder.take();
}

void ObjectField::setValue(const Json &value)
{
    m_value = value;
    for (FieldEditor *editor : m_editors)
        editor->setValue(value.member(editor->hint().name));
    layOut(m_perRow);
    showPresence();
}

void ObjectField::setErrors(const QList<ValidationError> &errors, const QString &pointer)
{
    QList<ValidationError> own;
    bool somethingMissing = false;
    for (const ValidationError &error : errors) {
        if (error.pointer != pointer)
            continue;
        if (error.keyword == "required"_L1)
            somethingMissing = true;
        else
            own.append(error);
    }
    bool missingIsShown = false;
    for (FieldEditor *editor : m_editors) {
        if (somethingMissing && editor->hint().required && editor->value().isAbsent()) {
            editor->showMissing();
            missingIsShown = true;
        } else {
            editor->setErrors(errors, JsonPointer::child(pointer, editor->hint().name));
        }
    }
    showError(errorText(somethingMissing && !missingIsShown ? errors : own, pointer, false));
}

void ObjectField::setReadOnly(bool readOnly)
{
    for (FieldEditor *editor : m_editors)
        editor->setReadOnly(readOnly);
    for (QToolButton *button : {m_add, m_remove}) {
        if (button)
            button->setEnabled(!readOnly);
    }
}

bool ObjectField::focusPointer(const QString &own, const QString &pointer)
{
    for (FieldEditor *editor : m_editors) {
        if (editor->focusPointer(JsonPointer::child(own, editor->hint().name), pointer))
            return true;
    }
    return FieldEditor::focusPointer(own, pointer);
}

QWidget *ObjectField::focusTarget() const
{
    if (m_add && m_value.isAbsent())
        return m_add;
    return m_editors.isEmpty() ? nullptr : m_editors.first()->focusTarget();
}

} // namespace Workbench::Ui
