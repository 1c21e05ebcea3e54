// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/forms/themelabel.h"

#include "ui/theme/building.h"

#include <QEvent>

namespace Workbench::Ui {

ThemeLabel::ThemeLabel(const QString &text, ColorRole color, FontRole font, QWidget *parent)
    : QLabel(text, parent)
    , m_color(color)
    , m_font(font)
    , m_fullText(text)
{
    setTextFormat(Qt::PlainText);
    apply();
}

void ThemeLabel::setColorRole(ColorRole color)
{
    m_color = color;
    apply();
}

void ThemeLabel::setFontRole(FontRole font)
{
    m_font = font;
    apply();
}

void ThemeLabel::setStruckOut(bool on)
{
    m_struckOut = on;
    apply();
}

void ThemeLabel::setElided(bool on, Qt::TextElideMode mode)
{
    m_elided = on;
    m_elideMode = mode;
    elide();
}

void ThemeLabel::setFullText(const QString &text)
{
    m_fullText = text;
    setAccessibleName(text);
    updateGeometry();
    elide();
}

QSize ThemeLabel::sizeHint() const
{
    if (!m_elided)
        return QLabel::sizeHint();
    return {fontMetrics().horizontalAdvance(m_fullText) + 2, QLabel::sizeHint().height()};
}

QSize ThemeLabel::minimumSizeHint() const
{
    return m_elided ? QSize(fontMetrics().averageCharWidth() * 3, QLabel::minimumSizeHint().height())
                    : QLabel::minimumSizeHint();
}

void ThemeLabel::changeEvent(QEvent *event)
{
    QLabel::changeEvent(event);
    switch (event->type()) {
    case QEvent::PaletteChange:
    case QEvent::StyleChange:
    case QEvent::ApplicationFontChange:
        if (!m_applying)
            apply();
        break;
    default: break;
    }
}

void ThemeLabel::resizeEvent(QResizeEvent *event)
{
    QLabel::resizeEvent(event);
    elide();
}

void ThemeLabel::apply()
{
    m_applying = true;
    const Theme &theme = Theme::of(this);
    QFont font = theme.font(m_font);
    font.setStrikeOut(m_struckOut);
    setFont(font);
    QPalette own;
    own.setColor(QPalette::WindowText, theme.color(m_color));
    setPalette(own);
    setForegroundRole(QPalette::WindowText); // on Base it would be Text
    m_applying = false;
    elide();
}

void ThemeLabel::elide()
{
    if (!m_elided)
        return;
    const QString shown = fontMetrics().elidedText(m_fullText, m_elideMode, width());
    if (shown != text())
        setText(shown);
    setToolTip(shown == m_fullText ? QString() : m_fullText);
}

ThemeLabel *elidedLabel(ColorRole color, FontRole font, QWidget *parent)
{
    auto *label = new ThemeLabel({}, color, font, parent);
    label->setElided(true);
    label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    return label;
}

ThemeLabel *wrappedLabel(const QString &text, ColorRole color, FontRole font, QWidget *parent)
{
    auto *label = wrapped(new ThemeLabel(text, color, font, parent));
    QSizePolicy policy(QSizePolicy::Ignored, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    label->setSizePolicy(policy);
    label->setMinimumWidth(80);
    return label;
}

ThemeLabel *proseLabel(const QString &text, ColorRole color, FontRole font, QWidget *parent)
{
    auto *label = selectable(wrapped(new ThemeLabel(text, color, font, parent)));
    label->setAlignment(Qt::AlignTop | Qt::AlignLeading);
    // Setting a size policy resets height-for-width, which a label that wraps needs.
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    label->setSizePolicy(policy);
    return label;
}

} // namespace Workbench::Ui

#include "moc_themelabel.cpp"
