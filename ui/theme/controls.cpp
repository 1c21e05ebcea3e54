// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/theme/controls.h"

#include "ui/theme/building.h"
#include "ui/theme/icons.h"
#include "ui/theme/styleparts_p.h"
#include "ui/theme/zoom.h"

#include <QAction>
#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>

namespace Workbench::Ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int chipHeight = 20;
constexpr int segmentHeight = 24;
using StyleParts::iconSide;

QFont chipFont(const QWidget *widget)
{
    QFont font = Theme::of(widget).font(FontRole::Small);
    font.setWeight(QFont::Medium);
    return font;
}

//! One choice of a SegmentControl.
class Segment : public QAbstractButton {
public:
    Segment(const QString &text, const QString &iconName, QWidget *parent)
        : QAbstractButton(parent)
        , m_iconName(iconName)
        , m_hasIcon(!iconName.isEmpty())
    {
        setText(text);
        setAccessibleName(text);
        setCheckable(true);
        setFocusPolicy(Qt::NoFocus); // the control itself takes the focus
        setAttribute(Qt::WA_Hover);
        setZoomedHeight(this, segmentHeight);
    }

    void setLook(SegmentControl::Look look)
    {
        m_iconOnly = look == SegmentControl::Look::Icons && !m_iconName.isEmpty();
        m_hasIcon = look != SegmentControl::Look::Words && !m_iconName.isEmpty();
        setToolTip(m_iconOnly ? text() : QString());
        update();
        updateGeometry();
    }

    QSize sizeHint() const override
    {
        const int words =
            m_iconOnly ? 0 : QFontMetrics(Theme::of(this).font(FontRole::Small)).horizontalAdvance(text());
        const int picture = !m_hasIcon ? 2 : iconSide + (m_iconOnly ? 0 : 6);
        return {words + picture + (m_iconOnly ? 12 : 16), zoomed(segmentHeight)};
    }
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        const Theme &theme = Theme::of(this);
        if (isChecked()) {
            StyleParts::roundedRect(&painter, rect().adjusted(1, 2, -1, -2), 3,
                theme.color(ColorRole::SegmentChosen),
                theme.color(theme.isDark() ? ColorRole::SegmentChosen : ColorRole::Line), 1);
        }
        const ColorRole role = !isEnabled() ? ColorRole::Disabled
            : isChecked() || underMouse()   ? ColorRole::Text
                                            : ColorRole::TextSecond;
        QRect place = rect().adjusted(m_iconOnly ? 6 : m_hasIcon ? 8 : 9, 0, 0, 0);
        if (m_hasIcon) {
            paintIcon(&painter, StyleParts::iconPlace(place.left(), rect()), m_iconName, theme.color(role));
            place.setLeft(place.left() + iconSide + 6);
        }
        if (m_iconOnly)
            return;
        painter.setFont(theme.font(FontRole::Small));
        painter.setPen(theme.color(role));
        painter.drawText(place, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextDontClip, text());
    }

private:
    QString m_iconName;
    bool m_hasIcon;
    bool m_iconOnly = false;
};

//! Returns \a text without mnemonics and without the ellipsis, for screen readers.
QString spoken(QString text)
{
    text.remove(u'&');
    while (text.endsWith(u'…') || text.endsWith(u'.'))
        text.chop(1);
    return text;
}

QPushButton *pushButton(const QString &iconName, ColorRole iconRole, const QString &text, QWidget *parent)
{
    auto *button = new QPushButton(text, parent);
    if (!iconName.isEmpty())
        button->setIcon(icon(iconName, iconRole));
    button->setAccessibleName(spoken(text));
    button->setAutoDefault(false);
    setZoomedHeight(button, 28);
    return button;
}

QToolButton *flatButton(const QString &text, QWidget *parent)
{
    auto *button = new QToolButton(parent);
    button->setText(text);
    button->setAccessibleName(spoken(text));
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::StrongFocus);
    return button;
}

} // namespace

Chip::Chip(const QString &text, QWidget *parent)
    : QAbstractButton(parent)
{
    setText(text);
    setClickable(false);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void Chip::setColors(ColorRole fill, ColorRole text)
{
    m_fill = fill;
    m_text = text;
    update();
}

void Chip::setIconName(const QString &name)
{
    m_iconName = name;
    updateGeometry();
    update();
}

void Chip::setClickable(bool on)
{
    setFocusPolicy(on ? Qt::StrongFocus : Qt::NoFocus);
    setAttribute(Qt::WA_Hover, on);
    updateMouse();
    if (on)
        setCursor(Qt::PointingHandCursor);
    else
        unsetCursor();
}

void Chip::updateMouse()
{
    setAttribute(Qt::WA_TransparentForMouseEvents, !testAttribute(Qt::WA_Hover) && toolTip().isEmpty());
}

bool Chip::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTipChange)
        updateMouse();
    return QAbstractButton::event(event);
}

QSize Chip::sizeHint() const
{
    const int picture = m_iconName.isEmpty() ? 0 : iconSide + (text().isEmpty() ? 0 : 4);
    return {
        QFontMetrics(chipFont(this)).horizontalAdvance(text()) + picture + (m_iconName.isEmpty() ? 16 : 14),
        zoomed(chipHeight)};
}

void Chip::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Theme &theme = Theme::of(this);
    const bool active = hasFocus() || (testAttribute(Qt::WA_Hover) && underMouse());
    StyleParts::roundedRect(&painter, rect(), 4, theme.color(m_fill),
        active ? theme.color(hasFocus() ? ColorRole::Accent : ColorRole::ButtonOutline) : QColor(),
        hasFocus() ? 2 : 1);
    const QColor color = theme.color(m_text);
    QRect place = rect().adjusted(m_iconName.isEmpty() ? 8 : 6, 0, 0, 0);
    if (!m_iconName.isEmpty()) {
        paintIcon(&painter, StyleParts::iconPlace(place.left(), rect()), m_iconName, color);
        place.setLeft(place.left() + iconSide + 4);
    }
    painter.setFont(chipFont(this));
    painter.setPen(color);
    painter.drawText(place, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextDontClip, text());
}

SegmentControl::SegmentControl(QWidget *parent)
    : QWidget(parent)
    , m_layout(newRow(this, {1, 0, 1, 0}, 0))
{
    m_buttons.setExclusive(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(&m_buttons, &QButtonGroup::idToggled, this, [this](int id, bool checked) {
        if (checked)
            Q_EMIT currentChanged(id);
    });
}

int SegmentControl::addSegment(const QString &text, const QString &iconName)
{
    const int index = int(m_buttons.buttons().size());
    auto *segment = new Segment(text, iconName, this);
    m_buttons.addButton(segment, index);
    m_layout->addWidget(segment);
    if (index == 0) {
        const QSignalBlocker quiet(m_buttons);
        segment->setChecked(true);
    }
    return index;
}

void SegmentControl::clear()
{
    const QSignalBlocker quiet(m_buttons);
    qDeleteAll(m_buttons.buttons());
}

int SegmentControl::current() const
{
    return m_buttons.checkedId();
}

void SegmentControl::setCurrent(int index)
{
    if (QAbstractButton *segment = m_buttons.button(index))
        segment->setChecked(true);
}

void SegmentControl::setSegmentEnabled(int index, bool enabled)
{
    if (QAbstractButton *segment = m_buttons.button(index))
        segment->setEnabled(enabled);
}

void SegmentControl::setSegmentText(int index, const QString &text)
{
    QAbstractButton *segment = m_buttons.button(index);
    if (!segment || segment->text() == text)
        return;
    segment->setText(text);
    segment->setAccessibleName(text);
    segment->updateGeometry();
    updateGeometry();
}

void SegmentControl::setLook(Look look)
{
    for (QAbstractButton *segment : m_buttons.buttons())
        static_cast<Segment *>(segment)->setLook(look);
    updateGeometry();
}

QSize SegmentControl::sizeHint() const
{
    return {m_layout->sizeHint().width(), zoomed(segmentHeight)};
}

void SegmentControl::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Theme &theme = Theme::of(this);
    StyleParts::roundedRect(&painter, rect(), 4, theme.color(ColorRole::Header),
        hasFocus() ? theme.color(ColorRole::Accent) : QColor(), 2);
}

void SegmentControl::keyPressEvent(QKeyEvent *event)
{
    const int step = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
    if (step == 0) {
        QWidget::keyPressEvent(event);
        return;
    }
    const int direction = isRightToLeft() ? -step : step;
    for (int index = current() + direction; m_buttons.button(index); index += direction) {
        if (m_buttons.button(index)->isEnabled()) {
            setCurrent(index);
            return;
        }
    }
}

void Strip::setFill(ColorRole fill)
{
    m_fill = fill;
    update();
}

void Strip::setBar(ColorRole bar)
{
    m_bar = bar;
    update();
}

void Strip::setLined(bool on)
{
    m_isLined = on;
    update();
}

void Strip::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Theme &theme = Theme::of(this);
    if (m_fill)
        painter.fillRect(rect(), theme.color(*m_fill));
    if (m_bar)
        painter.fillRect(0, 0, 2, height(), theme.color(*m_bar));
    if (m_isLined)
        painter.fillRect(0, height() - 1, width(), 1, theme.color(ColorRole::Line));
}

PaneHeader::PaneHeader(const QString &title, QWidget *parent)
    : Strip(parent)
    , m_switch(new SegmentControl(this))
    , m_title(new QLabel(title, this))
    , m_fact(new QLabel(this))
    , m_layout(newRow(this, {12, 0, 8, 1}, 8))
{
    addAll(m_layout, {m_switch, m_title, m_fact});
    m_switch->hide();
    m_layout->addStretch(1);
    for (QLabel *label : {m_title, m_fact})
        label->setTextFormat(Qt::PlainText);
    m_fact->setForegroundRole(QPalette::PlaceholderText);
    m_fact->hide();
    m_fact->setMinimumWidth(0);
    applyFonts();
    setSmall(false);
}

void PaneHeader::applyFonts()
{
    const Theme &theme = Theme::of(this);
    m_title->setFont(theme.font(FontRole::Strong));
    m_fact->setFont(theme.font(FontRole::Small));
}

void PaneHeader::setTitle(const QString &title)
{
    m_title->setText(title);
}

void PaneHeader::setFact(const QString &fact)
{
    m_fact->setText(fact);
    m_fact->setVisible(!fact.isEmpty());
}

void PaneHeader::addWidget(QWidget *widget)
{
    m_layout->addWidget(widget);
}

void PaneHeader::addBesideTitle(QWidget *widget)
{
    m_layout->insertWidget(m_layout->indexOf(m_fact) + 1, widget);
}

void PaneHeader::showSwitch(bool on)
{
    m_switch->setVisible(on);
    m_title->setVisible(!on);
}

void PaneHeader::setSmall(bool on)
{
    setZoomedHeight(this, (on ? 32 : 36) + 1); // plus the line
}

void PaneHeader::changeEvent(QEvent *event)
{
    Strip::changeEvent(event);
    if (event->type() == QEvent::ApplicationFontChange || event->type() == QEvent::StyleChange)
        applyFonts();
}

QWidget *separator(Qt::Orientation orientation, QWidget *parent)
{
    auto *line = new Strip(parent);
    line->setFill(ColorRole::Line);
    if (orientation == Qt::Horizontal)
        line->setFixedHeight(1);
    else
        line->setFixedWidth(1);
    return line;
}

QToolButton *iconButton(const QString &iconName, const QString &toolTip, QWidget *parent)
{
    QToolButton *button = flatButton(toolTip, parent);
    button->setIcon(icon(iconName));
    button->setToolTip(toolTip);
    button->setToolButtonStyle(Qt::ToolButtonIconOnly);
    setZoomedSide(button, 28);
    return button;
}

QToolButton *quietButton(const QString &iconName, const QString &text, QWidget *parent)
{
    QToolButton *button = flatButton(text, parent);
    button->setIcon(icon(iconName));
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setZoomedHeight(button, 28);
    return button;
}

QPushButton *primaryButton(const QString &iconName, const QString &text, QWidget *parent)
{
    QPushButton *button = pushButton(iconName, ColorRole::OnAccentFill, text, parent);
    button->setProperty("primary", true);
    return button;
}

QPushButton *plainButton(const QString &iconName, const QString &text, QWidget *parent)
{
    return pushButton(iconName, ColorRole::TextSecond, text, parent);
}

QPushButton *fieldButton(const QString &iconName, const QString &text, const QString &hint, QWidget *parent)
{
    QPushButton *button = pushButton(iconName, ColorRole::TextSecond, text, parent);
    button->setProperty("field", true);
    setHint(button, hint);
    return button;
}

QString withKeys(const QString &text, const QKeySequence &keys)
{
    return QStringLiteral("%1 (%2)").arg(text, keys.toString(QKeySequence::NativeText));
}

void setHint(QAbstractButton *button, const QString &hint)
{
    button->setProperty("hint", hint);
    button->setIcon(button->icon()); // clears the size that the button caches
}

QLineEdit *iconField(const QString &iconName, const QString &placeholder, QWidget *parent)
{
    auto *field = new QLineEdit(parent);
    field->setPlaceholderText(placeholder);
    field->setAccessibleName(spoken(placeholder));
    field->addAction(icon(iconName), QLineEdit::LeadingPosition);
    field->setClearButtonEnabled(true);
    setZoomedHeight(field, 28);
    return field;
}

QToolButton *linkButton(const QString &text, QWidget *parent)
{
    QToolButton *button = flatButton(text, parent);
    button->setProperty("link", true);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setCursor(Qt::PointingHandCursor);
    button->setFont(Theme::of(button).font(FontRole::Small));
    setZoomedHeight(button, 20);
    return button;
}

void copyText(const QString &text)
{
    QGuiApplication::clipboard()->setText(text);
}

void setInvalid(QWidget *field, bool invalid)
{
    if (field->property("invalid").toBool() == invalid)
        return;
    field->setProperty("invalid", invalid);
    field->update();
}

} // namespace Workbench::Ui

#include "moc_controls.cpp"
