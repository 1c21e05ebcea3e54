// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/forms/fieldlabel.h"

#include "core/base/visibletext.h"
#include "ui/forms/requestplace.h"
#include "ui/theme/theme.h"
#include "ui/theme/zoom.h"

#include <QPainter>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {
constexpr int lineHeight = 28; // height of the field beside the label
constexpr int narrowest = 85; // aligns the fields of most forms in one column
constexpr int widestLabel = 160;
constexpr int placeGap = 8;
} // namespace

FieldLabel::FieldLabel(const FieldHint &hint, QWidget *parent)
    : QLabel(visibleText(hint.name.isEmpty() ? hint.title : hint.name, false, 200), parent)
    , m_place(placeWord(placeOf(hint)))
    , m_required(hint.required)
    , m_deprecated(hint.deprecated)
{
    setTextFormat(Qt::PlainText);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    QStringList lines{text()};
    if (!hint.title.isEmpty() && hint.title != hint.name)
        lines.append(visibleText(hint.title, false, 200));
    if (!hint.description.isEmpty())
        lines.append(visibleText(hint.description, true, 1000));
    if (const QString place = placeInWords(placeOf(hint)); !place.isEmpty())
        lines.append(place);
    if (m_required)
        lines.append(tr("Required"));
    if (m_deprecated)
        lines.append(tr("Deprecated"));
    setToolTip(lines.join(u'\n'));
}

int FieldLabel::placeWidth() const
{
    if (m_place.isEmpty())
        return 0;
    return placeGap + QFontMetrics(Theme::of(this).font(FontRole::Small)).horizontalAdvance(m_place);
}

void FieldLabel::setNarrow(bool narrow)
{
    if (std::exchange(m_isNarrow, narrow) != narrow)
        updateGeometry();
}

int FieldLabel::wholeWidth() const
{
    return fontMetrics().horizontalAdvance(m_required ? text() + u" *"_s : text()) + 2 + placeWidth();
}

QSize FieldLabel::sizeHint() const
{
    return {std::clamp(wholeWidth(), m_isNarrow ? 0 : narrowest, widestLabel), zoomed(lineHeight)};
}

QSize FieldLabel::minimumSizeHint() const
{
    return {std::min(sizeHint().width(), narrowest + placeWidth()), zoomed(lineHeight)};
}

void FieldLabel::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Theme &theme = Theme::of(this);
    const int star = m_required ? fontMetrics().horizontalAdvance(u" *"_s) : 0;
    const QString shown = fontMetrics().elidedText(text(), Qt::ElideMiddle, width() - star - placeWidth());
    const QRect line(0, 0, width(), zoomed(lineHeight));
    QFont name = font();
    name.setStrikeOut(m_deprecated);
    painter.setFont(name);
    painter.setPen(theme.color(m_deprecated ? ColorRole::TextSecond : ColorRole::Text));
    painter.drawText(line, Qt::AlignVCenter | Qt::AlignLeft, shown);
    painter.setFont(theme.font(FontRole::Small));
    painter.setPen(theme.color(ColorRole::TextSecond));
    painter.drawText(line, Qt::AlignVCenter | Qt::AlignRight, m_place);
    if (!m_required)
        return;
    painter.setFont(font());
    painter.setPen(theme.color(ColorRole::Error));
    painter.drawText(line.translated(fontMetrics().horizontalAdvance(shown), 0),
        Qt::AlignVCenter | Qt::AlignLeft, u" *"_s);
}

} // namespace Workbench::Ui

#include "moc_fieldlabel.cpp"
