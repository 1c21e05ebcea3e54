// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/forms/compositefields.h"

#include "core/base/visibletext.h"
#include "core/json/jsonbuilder.h"
#include "core/json/jsonpointer.h"
#include "ui/forms/checksfield.h"
#include "ui/forms/fieldlabel.h"
#include "ui/forms/themelabel.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"
#include "ui/theme/zoom.h"

#include <QComboBox>
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

constexpr int noFit = -100;

//! Returns how well \a value suits the shape \a hint, judged by its kind and its members; noFit if it does
//! not. Does not validate, because that takes longer.
int fitOf(const FieldHint &hint, const Json &value)
{
    if (hint.nullable && value.isNull())
        return 2;
    switch (hint.kind) {
    case FieldKind::Text:
    case FieldKind::MultilineText: return value.isString() ? 2 : noFit;
    case FieldKind::Integer: return value.isInteger() ? 3 : noFit;
    case FieldKind::Number: return value.isNumber() ? 2 : noFit;
    case FieldKind::Boolean: return value.isBoolean() ? 2 : noFit;
    case FieldKind::Choice:
        return std::ranges::any_of(hint.choices, [&](const FieldHint::Choice &c) { return c.value == value; })
            ? 4
            : noFit;
    case FieldKind::Array: return value.isArray() ? 2 : noFit;
    case FieldKind::Object: {
        if (!value.isObject())
            return noFit;
        int fit = 2;
        for (const FieldHint &field : hint.fields) {
            const Json member = value.member(field.name);
            if (member.isAbsent())
                fit -= field.required ? 2 : 0;
            else if (field.kind == FieldKind::Choice && fitOf(field, member) == noFit)
                fit -= 10; // the member is a constant that distinguishes the shapes
            else
                fit += field.kind == FieldKind::Choice ? 5 : 1;
        }
        return std::max(fit, noFit + 1);
    }
    case FieldKind::Variant: {
        int best = noFit;
        for (const FieldHint &variant : hint.variants)
            best = std::max(best, fitOf(variant, value));
        return best;
    }
    case FieldKind::RawJson: return 0;
    }
    return noFit;
}

} // namespace

ObjectField::ObjectField(const FieldHint &hint, QWidget *parent, bool isRoot)
    : FieldEditor(hint, parent)
    , m_isRoot(isRoot)
    , m_fields(new QWidget(this))
    , m_grid(newLines<QGridLayout>(m_fields, 12, 8))
{
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
    FieldEditor *editor =
        ChecksField::suits(hint) ? new ChecksField(hint, m_fields) : makeFieldEditor(hint, m_fields);
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
    if (m_rows.isEmpty() && mayBeLeftOut(m_hint)) {
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

VariantField::VariantField(const FieldHint &hint, QWidget *parent)
    : FieldEditor(hint, parent)
    , m_chooser(named(new QComboBox(this), u"variant"_s))
{
    setZoomedHeight(m_chooser, 28);
    m_chooser->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_chooser->addItem(tr("(not set)"));
    for (qsizetype i = 0; i < hint.variants.size(); ++i) {
        const QString title = hint.variants.at(i).title;
        m_chooser->addItem(title.isEmpty() ? tr("Shape %L1").arg(i + 1) : visibleText(title, false, 100));
    }
    describe(m_chooser);
    column()->insertWidget(0, m_chooser);
    connect(m_chooser, &QComboBox::activated, this, [this](int index) {
        choose(index - 1);
        m_value = m_variant < 0 ? Json() : startValue(m_hint.variants.at(m_variant));
        if (m_inner)
            m_inner->setValue(m_value);
        Q_EMIT variantChosen(m_variant);
        Q_EMIT changed();
    });
}

void VariantField::showVariant(int variant)
{
    if (variant == m_variant || variant < 0 || variant >= m_hint.variants.size())
        return;
    const Json before = value();
    choose(variant);
    const FieldHint &shape = m_hint.variants.at(variant);
    m_value = startValue(shape);
    if (m_value.isObject()) {
        for (const FieldHint &field : shape.fields) {
            const Json member = before.member(field.name);
            if (fitOf(field, member) > 0)
                m_value = withMember(m_value, field.name, member);
        }
    }
    m_inner->setValue(m_value);
    Q_EMIT changed();
}

void VariantField::choose(int variant)
{
    m_chooser->setCurrentIndex(variant + 1);
    if (variant == m_variant && (variant < 0 || m_inner))
        return;
    m_variant = variant;
    if (m_inner) {
        m_inner->hide();
        m_inner->deleteLater();
        m_inner = nullptr;
    }
    if (variant < 0)
        return;
    FieldHint shape = m_hint.variants.at(variant);
    shape.required = true;
    shape.name = m_hint.name; // with a name, an empty text field means a missing value
    m_inner = named(makeFieldEditor(shape, this), u"shape"_s);
    m_inner->setReadOnly(m_readOnly);
    column()->insertWidget(1, m_inner);
    connect(m_inner, &FieldEditor::changed, this, [this] { edited(m_inner->value()); });
}

void VariantField::setValue(const Json &value)
{
    m_value = value;
    if (value.isAbsent()) {
        if (m_inner && m_inner->value().isAbsent())
            return; // the chosen shape is not filled in yet
        choose(-1);
        return;
    }
    int best = m_variant >= 0 ? m_variant : 0; // the chosen shape stays unless another one suits better
    for (int i = 0; i < m_hint.variants.size(); ++i) {
        if (fitOf(m_hint.variants.at(i), value) > fitOf(m_hint.variants.at(best), value))
            best = i;
    }
    choose(m_hint.variants.isEmpty() ? -1 : best);
    if (m_inner)
        m_inner->setValue(value);
}

void VariantField::setReadOnly(bool readOnly)
{
    m_readOnly = readOnly || m_hint.readOnly;
    m_chooser->setEnabled(!m_readOnly);
    if (m_inner)
        m_inner->setReadOnly(m_readOnly);
}

QWidget *VariantField::focusTarget() const
{
    return m_chooser;
}

NullableField::NullableField(const FieldHint &hint, const FieldHint &inner, QWidget *parent)
    : FieldEditor(hint, parent)
{
    m_inner = named(makeFieldEditor(inner, this), u"inner"_s);
    m_null = named(quietButton({}, u"null"_s, this), u"null"_s);
    m_null->setCheckable(true);
    m_null->setToolTip(tr("Send null instead of a value"));
    m_null->setAccessibleName(tr("%1 is null").arg(hint.name));
    column()->insertLayout(0, addAll(newRow(4), {{m_inner, 1}, {m_null, 0, Qt::AlignTop}}));
    connect(m_inner, &FieldEditor::changed, this, &FieldEditor::changed);
    connect(m_null, &QToolButton::clicked, this, [this](bool isNull) {
        m_inner->setEnabled(!isNull);
        Q_EMIT changed();
    });
}

Json NullableField::value() const
{
    return m_null->isChecked() ? Json::null() : m_inner->value();
}

void NullableField::setValue(const Json &value)
{
    m_null->setChecked(value.isNull());
    m_inner->setEnabled(!value.isNull());
    m_inner->setValue(value.isNull() ? Json() : value);
}

void NullableField::setReadOnly(bool readOnly)
{
    m_inner->setReadOnly(readOnly);
    m_null->setEnabled(!readOnly && !m_hint.readOnly);
}

} // namespace Workbench::Ui

#include "moc_compositefields.cpp"
