// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/visibletext.h"
#include "core/json/jsonbuilder.h"
#include "ui/forms/compositefields.h"
#include "ui/theme/building.h"
#include "ui/theme/controls.h"
#include "ui/theme/zoom.h"

#include <QComboBox>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

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
