// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/theme/controls.h"
#include "ui/theme/icons.h"
#include "ui/theme/zoom.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QStyle>

namespace Workbench::Ui {

namespace {

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
