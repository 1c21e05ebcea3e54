// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/theme/theme.h"

#include "core/json/jsonparser.h"
#include "ui/theme/workbenchstyle.h"

#include <QApplication>
#include <QFile>
#include <QFontDatabase>
#include <QFontInfo>
#include <QWidget>

namespace Workbench::Ui {

using namespace Qt::StringLiterals;

namespace {

constexpr std::array<QLatin1StringView, colorRoleCount> roleNames{"window"_L1, "base"_L1, "header"_L1,
    "hover"_L1, "line"_L1, "outline"_L1, "buttonOutline"_L1, "scrollThumb"_L1, "text"_L1, "textSecond"_L1,
    "disabled"_L1, "accent"_L1, "accentFill"_L1, "onAccentFill"_L1, "selection"_L1, "selectionInactive"_L1,
    "ok"_L1, "okSoft"_L1, "warning"_L1, "warningSoft"_L1, "error"_L1, "errorSoft"_L1, "live"_L1,
    "liveSoft"_L1, "stale"_L1, "key"_L1, "string"_L1, "number"_L1, "keyword"_L1, "ratePast"_L1,
    "trustOutline"_L1, "segmentChosen"_L1};

Theme shipped(const QString &name)
{
    QFile file(u":/workbench/themes/"_s + name + u".json"_s);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("The program does not contain the theme file %ls", qUtf16Printable(file.fileName()));
    Result<Theme> theme = Theme::fromBytes(file.readAll());
    if (!theme)
        qFatal("%ls", qUtf16Printable(theme.error().message));
    return *std::move(theme);
}

//! The font of the role Data in place of the platform's fixed font, if one was set.
std::optional<QFont> &dataFontOverride()
{
    static std::optional<QFont> font;
    return font;
}

void setTextFeatures(QFont &font)
{
    font.setFeature("calt", 0);
    font.setFeature("liga", 0);
}

QFont makeFont(FontRole role, const QFont &general)
{
    const int base = QFontInfo(general).pixelSize();
    QFont font = general;
    font.setPixelSize(base);
    switch (role) {
    case FontRole::Body: break;
    case FontRole::Strong: font.setWeight(QFont::DemiBold); break;
    case FontRole::Title:
        font.setPixelSize(base + 3);
        font.setWeight(QFont::DemiBold);
        break;
    case FontRole::Small: font.setPixelSize(base - 1); break;
    case FontRole::Data:
        font = dataFontOverride().value_or(QFontDatabase::systemFont(QFontDatabase::FixedFont));
        font.setPixelSize(base - 1);
        font.setStyleHint(QFont::Monospace);
        setTextFeatures(font);
        break;
    case FontRole::Number:
        setTextFeatures(font);
        font.setFeature("tnum", 1);
        break;
    }
    return font;
}

//! Caches resolved fonts: every painted cell needs one, and resolving a font costs more than painting a cell.
struct FontCache {
    QFont general;
    std::optional<QFont> data;
    std::array<std::optional<QFont>, 6> fonts;
};

} // namespace

ColorRole softOf(ColorRole role)
{
    switch (role) {
    case ColorRole::Error: return ColorRole::ErrorSoft;
    case ColorRole::Ok: return ColorRole::OkSoft;
    case ColorRole::Live: return ColorRole::LiveSoft;
    case ColorRole::Accent: return ColorRole::Selection;
    default: return ColorRole::WarningSoft;
    }
}

QLatin1StringView colorRoleName(ColorRole role)
{
    return roleNames[size_t(role)];
}

Result<Theme> Theme::fromBytes(const QByteArray &bytes)
{
    const auto broken = [](const QString &message) {
        return std::unexpected(
            Error{.kind = ErrorKind::Storage, .code = u"theme.broken"_s, .message = message});
    };
    const Result<Json> json = parseJson(bytes);
    if (!json)
        return broken(u"The theme file cannot be read: "_s + json.error().message);
    Theme theme;
    theme.m_name = json->member("name"_L1).toString();
    theme.m_dark = json->member("dark"_L1).toBoolean();
    if (theme.m_name.isEmpty())
        return broken(u"The theme file has no \"name\""_s);
    const Json colors = json->member("colors"_L1);
    for (size_t i = 0; i < roleNames.size(); ++i) {
        const QString text = colors.member(roleNames[i]).toString();
        const QColor color = QColor::fromString(text);
        if (!color.isValid())
            return broken(
                u"The theme \"%1\" has no colour for the role \"%2\""_s.arg(theme.m_name, roleNames[i]));
        theme.m_colors[i] = color;
    }
    return theme;
}

Theme Theme::light()
{
    static const Theme theme = shipped(u"light"_s);
    return theme;
}

Theme Theme::dark()
{
    static const Theme theme = shipped(u"dark"_s);
    return theme;
}

const Theme &Theme::of(const QWidget *widget)
{
    if (widget) {
        if (const auto *style = qobject_cast<const WorkbenchStyle *>(widget->style()))
            return style->theme();
    }
    return ofApplication();
}

const Theme &Theme::ofApplication()
{
    if (const auto *style = qobject_cast<const WorkbenchStyle *>(QApplication::style()))
        return style->theme();
    static const Theme fallback = light();
    return fallback;
}

void Theme::setDataFont(const std::optional<QFont> &font)
{
    dataFontOverride() = font;
}

QFont Theme::font(FontRole role) const
{
    static FontCache cache;
    const QFont general = QApplication::font();
    if (general != cache.general || dataFontOverride() != cache.data)
        cache = {general, dataFontOverride(), {}};
    std::optional<QFont> &font = cache.fonts[size_t(role)];
    if (!font)
        font = makeFont(role, general);
    return *font;
}

QPalette Theme::palette() const
{
    static constexpr std::pair<QPalette::ColorRole, ColorRole> roles[] = {
        {QPalette::Window, ColorRole::Window}, {QPalette::Base, ColorRole::Base},
        {QPalette::AlternateBase, ColorRole::Window}, {QPalette::Button, ColorRole::Base},
        {QPalette::Light, ColorRole::Hover}, {QPalette::Midlight, ColorRole::Header},
        {QPalette::Mid, ColorRole::Line}, {QPalette::Dark, ColorRole::Outline},
        {QPalette::Shadow, ColorRole::Outline}, {QPalette::Text, ColorRole::Text},
        {QPalette::WindowText, ColorRole::Text}, {QPalette::ButtonText, ColorRole::Text},
        {QPalette::BrightText, ColorRole::Error}, {QPalette::PlaceholderText, ColorRole::TextSecond},
        {QPalette::ToolTipBase, ColorRole::Base}, {QPalette::ToolTipText, ColorRole::Text},
        {QPalette::Highlight, ColorRole::Selection}, {QPalette::HighlightedText, ColorRole::Text},
        {QPalette::Link, ColorRole::Accent}, {QPalette::LinkVisited, ColorRole::Accent},
        {QPalette::Accent, ColorRole::Accent}};
    QPalette palette;
    for (const auto &[role, own] : roles)
        palette.setColor(role, color(own));
    palette.setColor(QPalette::Inactive, QPalette::Highlight, color(ColorRole::SelectionInactive));
    for (const QPalette::ColorRole role : {QPalette::Text, QPalette::WindowText, QPalette::ButtonText,
             QPalette::PlaceholderText, QPalette::Link})
        palette.setColor(QPalette::Disabled, role, color(ColorRole::Disabled));
    palette.setColor(QPalette::Disabled, QPalette::HighlightedText, color(ColorRole::Disabled));
    palette.setColor(QPalette::Disabled, QPalette::Highlight, color(ColorRole::SelectionInactive));
    return palette;
}

} // namespace Workbench::Ui
