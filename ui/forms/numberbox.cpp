// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/forms/numberbox.h"

#include "core/json/jsonnumber.h"
#include "ui/theme/zoom.h"

#include <QFocusEvent>
#include <QLineEdit>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

NumberBox::NumberBox(QWidget *parent)
    : QAbstractSpinBox(parent)
{
    setZoomedHeight(this, 28);
    connect(lineEdit(), &QLineEdit::textEdited, this, &NumberBox::textEdited);
    lineEdit()->installEventFilter(this);
}

void NumberBox::focusInEvent(QFocusEvent *event)
{
    QAbstractSpinBox::focusInEvent(event);
    m_isFirstPress = event->reason() == Qt::MouseFocusReason;
    if (!m_isFirstPress)
        selectAll();
}

//! Selects the text when the mouse button is released, because pressing it sets the cursor.
bool NumberBox::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == lineEdit() && event->type() == QEvent::MouseButtonRelease
        && std::exchange(m_isFirstPress, false) && !lineEdit()->hasSelectedText())
        QMetaObject::invokeMethod(this, &NumberBox::selectAll, Qt::QueuedConnection);
    return QAbstractSpinBox::eventFilter(watched, event);
}

void NumberBox::setBounds(const Json &minimum, const Json &maximum)
{
    m_minimum = minimum;
    m_maximum = maximum;
}

void NumberBox::setNumberText(const QString &text)
{
    if (lineEdit()->text() == text)
        return;
    lineEdit()->setText(text);
    if (hasFocus())
        selectAll(); // typing replaces the text, as after receiving the focus
    else
        lineEdit()->setCursorPosition(0);
}

void NumberBox::setPlaceholderText(const QString &text)
{
    lineEdit()->setPlaceholderText(text);
}

QString NumberBox::numberText() const
{
    return lineEdit()->text().trimmed();
}

bool NumberBox::isNumber(const QString &text)
{
    static const QRegularExpression number(uR"(\A-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?\z)"_s);
    return number.match(text).hasMatch();
}

QString NumberBox::numberIn(const QString &text)
{
    static const QRegularExpression typed(
        uR"(\A([+-]?)(?=\.?[0-9])0*([0-9]*)(?:\.([0-9]*))?([eE][+-]?[0-9]+)?\z)"_s);
    if (isNumber(text))
        return text;
    const QRegularExpressionMatch parts = typed.match(text);
    if (!parts.hasMatch())
        return {};
    const QString whole = parts.captured(2).isEmpty() ? u"0"_s : parts.captured(2);
    const QString fraction = parts.captured(3).isEmpty() ? QString() : u'.' + parts.captured(3);
    const QString number =
        (parts.captured(1) == "-"_L1 ? u"-"_s : QString()) + whole + fraction + parts.captured(4);
    return isNumber(number) ? number : QString();
}

QValidator::State NumberBox::validate(QString &, int &) const
{
    return QValidator::Acceptable; // the schema validates the text; its error is shown below
}

QString NumberBox::stepped(int steps) const
{
    QString text = numberText();
    if (const QString number = numberIn(text); !number.isEmpty())
        text = number;
    if (text.isEmpty() && m_minimum.isNumber())
        return QString::fromLatin1(m_minimum.numberText());
    if (text.isEmpty())
        text = u"0"_s;
    if (!isNumber(text) || text.contains(u'e', Qt::CaseInsensitive))
        return {};
    // A step is exactly 1 and keeps the decimals. The scaled value therefore changes by a power of ten.
    const qsizetype point = text.indexOf(u'.');
    const qsizetype decimals = point < 0 ? 0 : text.size() - point - 1;
    qint64 scale = 1;
    for (qsizetype i = 0; i < decimals; ++i) {
        if (qMulOverflow<qint64>(scale, 10, &scale))
            return {};
    }
    bool fits = false;
    qint64 scaled = QString(text).remove(u'.').toLongLong(&fits);
    qint64 distance = 0;
    if (!fits || qMulOverflow<qint64>(scale, steps, &distance) || qAddOverflow(scaled, distance, &scaled))
        return {};
    QString digits = QString::number(scaled < 0 ? quint64(0) - quint64(scaled) : quint64(scaled))
                         .rightJustified(decimals + 1, u'0');
    if (decimals > 0)
        digits.insert(digits.size() - decimals, u'.');
    return scaled < 0 ? u'-' + digits : digits;
}

void NumberBox::stepBy(int steps)
{
    QString text = stepped(steps);
    if (text.isEmpty())
        return;
    const auto beyond = [&](const Json &bound, auto order) {
        return bound.isNumber() && order(JsonNumber::compare(text.toLatin1(), bound.numberText()));
    };
    if (beyond(m_maximum, [](std::strong_ordering o) { return o > 0; }))
        text = QString::fromLatin1(m_maximum.numberText());
    else if (beyond(m_minimum, [](std::strong_ordering o) { return o < 0; }))
        text = QString::fromLatin1(m_minimum.numberText());
    if (text == numberText())
        return;
    lineEdit()->setText(text);
    selectAll();
    Q_EMIT textEdited(text);
}

QAbstractSpinBox::StepEnabled NumberBox::stepEnabled() const
{
    if (isReadOnly())
        return StepNone;
    const QString text = numberText();
    if (!text.isEmpty() && stepped(1).isEmpty())
        return StepNone;
    StepEnabled enabled = StepUpEnabled | StepDownEnabled;
    if (isNumber(text)) {
        if (m_maximum.isNumber() && JsonNumber::compare(text.toLatin1(), m_maximum.numberText()) >= 0)
            enabled &= ~StepEnabled(StepUpEnabled);
        if (m_minimum.isNumber() && JsonNumber::compare(text.toLatin1(), m_minimum.numberText()) <= 0)
            enabled &= ~StepEnabled(StepDownEnabled);
    }
    return enabled;
}

} // namespace Workbench::Ui

#include "moc_numberbox.cpp"
