// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

#include <QColor>
#include <QFont>
#include <QPalette>

#include <array>

class QWidget;

namespace Workbench::Ui {

//! What a colour means. Values live in resources/themes, never in code.
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
    Keyword, // JSON and source text; Keyword: true, false, null
    RatePast,
    TrustOutline,
    SegmentChosen,
};
inline constexpr int colorRoleCount = int(ColorRole::SegmentChosen) + 1;

enum class FontRole : quint8 { Body, Strong, Title, Small, Data, Number };

//! The colours and fonts of one scheme: a value, read from resources/themes/light.json or dark.json.
class Theme {
public:
    //! ErrorKind::Storage when a role is missing or not a colour.
    static Result<Theme> fromBytes(const QByteArray &bytes);
    static Theme light(); //!< as shipped
    static Theme dark();
    //! That of the widget's style (WorkbenchStyle); light when it has another style.
    static const Theme &of(const QWidget *widget);
    static const Theme &ofApplication();

    const QString &name() const { return m_name; }
    bool isDark() const { return m_dark; }
    QColor color(ColorRole role) const { return m_colors[size_t(role)]; }
    //! From the platform's general and fixed fonts; sizes B+3, B, B-1. Data and Number: ligatures off,
    //! tabular digits for Number.
    QFont font(FontRole role) const;
    //! Data takes this family instead of the platform's fixed font: for pictures and tests.
    static void setDataFont(const QFont &font);
    QPalette palette() const;

private:
    QString m_name;
    bool m_dark = false;
    std::array<QColor, colorRoleCount> m_colors;
};

QLatin1StringView colorRoleName(ColorRole role); //!< "textSecond", as in the theme files

} // namespace Workbench::Ui
