// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/forms/fieldlabel.h"

#include "core/base/visibletext.h"
#include "core/json/jsonbuilder.h"
#include "ui/theme/theme.h"
#include "ui/theme/zoom.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {
constexpr int lineHeight = 28; // height of the field beside the label
constexpr int narrowest = 85; // aligns the fields of most forms in one column
constexpr int widestLabel = 160;
constexpr int placeGap = 8;
constexpr QStringView placeMember{u"x-in"};
constexpr QStringView bodyName{u"body"};
constexpr QStringView contentTypeName{u"contentType"};

//! Returns the position of \a field in the form relative to other fields. A field named contentType chooses
//! the media type only if \a hasBody is true.
int rankOf(const FieldHint &field, bool hasBody)
{
    if (hasBody && field.name == contentTypeName)
        return 2;
    if (placeOf(field) == bodyName)
        return 3;
    return field.required ? 0 : 1;
}

struct Place {
    QLatin1StringView name;
    const char *word;
    const char *words;
};

constexpr Place places[] = {
    {"path"_L1, QT_TRANSLATE_NOOP("Places", "path"), QT_TRANSLATE_NOOP("Places", "path parameter")},
    {"query"_L1, QT_TRANSLATE_NOOP("Places", "query"), QT_TRANSLATE_NOOP("Places", "query parameter")},
    {"querystring"_L1, QT_TRANSLATE_NOOP("Places", "query"), QT_TRANSLATE_NOOP("Places", "the whole query")},
    {"header"_L1, QT_TRANSLATE_NOOP("Places", "header"),
        QT_TRANSLATE_NOOP("Places", "header of the request")},
    {"cookie"_L1, QT_TRANSLATE_NOOP("Places", "cookie"), QT_TRANSLATE_NOOP("Places", "cookie")},
    {"body"_L1, QT_TRANSLATE_NOOP("Places", "body"), QT_TRANSLATE_NOOP("Places", "body of the request")},
};

QString placeText(const QString &place, const char *Place::*text)
{
    const auto known =
        std::ranges::find_if(places, [&place](const Place &each) { return each.name == place; });
    return known == std::end(places) ? QString() : QCoreApplication::translate("Places", known->*text);
}

} // namespace

QString placeOf(const FieldHint &hint)
{
    return hint.schema.member(placeMember).toString();
}

QString placeWord(const QString &place)
{
    return placeText(place, &Place::word);
}

QString placeInWords(const QString &place)
{
    return placeText(place, &Place::words);
}

void arrangeByPlace(FieldHint &root, const Json &schema, bool isHttp)
{
    const Json properties = schema.member("properties"_L1);
    for (FieldHint &field : root.fields) {
        // field.schema may lack the place, because resolving a reference drops members beside the reference.
        const QString place = properties.member(field.name).member(placeMember).toString();
        isHttp = isHttp || !place.isEmpty();
        if (!place.isEmpty())
            field.schema = withMember(field.schema, placeMember, Json::string(place));
    }
    if (!isHttp)
        return;
    for (FieldHint &field : root.fields) {
        if (placeOf(field).isEmpty() && (field.name == bodyName || field.name == contentTypeName))
            field.schema = withMember(field.schema, placeMember, Json::string(bodyName));
    }
    const bool hasBody = std::ranges::contains(root.fields, bodyName, &placeOf);
    std::ranges::stable_sort(root.fields, {}, [&](const FieldHint &field) { return rankOf(field, hasBody); });
}

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
