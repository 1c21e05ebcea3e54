// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/theme/theme.h"

#include <QProxyStyle>

namespace Workbench::Ui {

//! A proxy style. It sets measures and hints over any style, and draws controls only over Fusion. Owns the
//! current theme.
//!
//! Dynamic properties tell the style how to draw a widget. They are "primary" (the filled button of a page),
//! "hint" (a shortcut after a button's words), "field" (a button that looks like a field), "link", "invalid"
//! (a field) and "bottomTabs".
//! \source ui/README.md "The style"
class WorkbenchStyle : public QProxyStyle {
    Q_OBJECT
public:
    //! \a base is a style key. If empty, the platform's own style is used, or Fusion if it has none.
    explicit WorkbenchStyle(const QString &base = {});

    enum class Scheme : quint8 { System, Light, Dark };
    //! Sets the scheme and the application's palette. System follows QStyleHints::colorSchemeChanged.
    void setScheme(Scheme scheme);
    Scheme scheme() const { return m_scheme; }
    const Theme &theme() const { return m_theme; }
    static constexpr int smallestZoom = 80; //!< percent
    static constexpr int largestZoom = 140; //!< percent
    //! Sets the size of all type and the heights of rows, buttons and bars, in percent of the desktop's size.
    //! A value outside the limits becomes the limit.
    void setZoom(int percent);
    //! Sets the font families of texts and of data. Empty: those of the desktop.
    void setFontFamilies(const QString &text, const QString &data);
    int zoom() const { return m_zoom; }
    //! Updates the fonts of all widgets after a font of the theme was changed.
    void showFonts();

    int pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const override;
    int styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget,
        QStyleHintReturn *data) const override;
    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
        const QWidget *widget) const override;
    void drawControl(ControlElement element, const QStyleOption *option, QPainter *painter,
        const QWidget *widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex *option, QPainter *painter,
        const QWidget *widget) const override;
    QSize sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &size,
        const QWidget *widget) const override;
    QRect subControlRect(ComplexControl control, const QStyleOptionComplex *option, SubControl subControl,
        const QWidget *widget) const override;
    QRect subElementRect(
        SubElement element, const QStyleOption *option, const QWidget *widget) const override;
    //! Makes combo boxes and number fields without the focus pass wheel events on to the scroll area.
    void polish(QWidget *widget) override;
    void unpolish(QWidget *widget) override;
    void polish(QPalette &palette) override;
    void polish(QApplication *application) override;
    QPalette standardPalette() const override;
    //! Returns our own icons for the dialogs and fields of Qt.
    QIcon standardIcon(
        StandardPixmap standard, const QStyleOption *option, const QWidget *widget) const override;
    QPixmap standardPixmap(
        StandardPixmap standard, const QStyleOption *option, const QWidget *widget) const override;
    using QProxyStyle::polish;
    using QProxyStyle::unpolish;
    bool eventFilter(QObject *watched, QEvent *event) override;
    //! Returns whether the base style is Fusion, so that this style draws the controls.
    bool drawsControls() const;
    //! Returns whether icons may turn: false if the desktop's own style has animations switched off.
    bool wantsMotion() const;

Q_SIGNALS:
    void themeChanged();

private:
    Scheme m_scheme = Scheme::System;
    Theme m_theme;
    int m_zoom = 100;
    QString m_usualFamily; //!< the family of the desktop; empty: not known yet
    int m_usualPixels = 0; //!< type size at 100 percent, in pixels; 0: not known yet
};

} // namespace Workbench::Ui
