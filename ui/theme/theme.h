// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

#include <QColor>
#include <QFont>
#include <QPalette>

#include <array>
#include <optional>

class QWidget;

namespace Workbench::Ui {

//! The meaning of a colour. The values are in resources/themes, never in code.
enum class ColorRole : quint8 {
    Window,
    Base,
    Header,
    Hover,
    Line,
    Outline,
    ButtonOutline,
    ScrollThumb,
    Text,
    TextSecond,
    Disabled,
    Accent,
    AccentFill,
    OnAccentFill,
    Selection,
    SelectionInactive,
    Ok,
    OkSoft,
    Warning,
    WarningSoft,
    Error,
    ErrorSoft,
    Live,
    LiveSoft,
    Stale,
    Key,
    String,
    Number,
    Keyword, // true, false, null; Key to Keyword are for JSON and source text
    RatePast,
    TrustOutline,
    SegmentChosen,
};
inline constexpr int colorRoleCount = int(ColorRole::SegmentChosen) + 1;

enum class FontRole : quint8 { Body, Strong, Title, Small, Data, Number };

//! The colours and fonts of one scheme, read from resources/themes/light.json or dark.json.
class Theme {
public:
    //! Reads a theme file. Fails with ErrorKind::Storage if a role is missing or not a colour.
    static Result<Theme> fromBytes(const QByteArray &bytes);
    static Theme light(); //!< the light theme of the program
    static Theme dark(); //!< the dark theme of the program
    //! Returns the theme of the WorkbenchStyle of \a widget, or the light theme if it has another style.
    static const Theme &of(const QWidget *widget);
    static const Theme &ofApplication();

    const QString &name() const { return m_name; }
    bool isDark() const { return m_dark; }
    QColor color(ColorRole role) const { return m_colors[size_t(role)]; }
    //! Returns the font for \a role. It derives from the platform's general or fixed font; with B as the
    //! general size, the sizes are B+3, B and B-1. Data and Number have no ligatures; Number has tabular
    //! digits.
    QFont font(FontRole role) const;
    //! Sets the font of the role Data in place of the platform's fixed font; nothing: that one again.
    static void setDataFont(const std::optional<QFont> &font);
    QPalette palette() const;

private:
    QString m_name;
    bool m_dark = false;
    std::array<QColor, colorRoleCount> m_colors;
};

ColorRole softOf(ColorRole role); //!< the role of the fill that suits a bar in the colour of \a role
QLatin1StringView colorRoleName(ColorRole role); //!< the key in theme files: "textSecond"

} // namespace Workbench::Ui
