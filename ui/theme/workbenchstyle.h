// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/theme/theme.h"

#include <QProxyStyle>

#include <memory>

namespace Workbench::Ui {

//! A thin proxy: measures and hints over any style, drawn controls over Fusion only. Owns the current theme.
//!
//! Widgets say what they are by dynamic properties: "primary" (the one filled button of a page), "hint" (a
//! shortcut after a button's words), "field" (a button that looks like a field), "link", "invalid" (a field),
//! "bottomTabs".
//! \source ui/README.md "The style"
class WorkbenchStyle : public QProxyStyle {
    Q_OBJECT
public:
    //! \a base: a style key; empty: the platform's own, Fusion where there is none.
    explicit WorkbenchStyle(const QString &base = {});

    enum class Scheme : quint8 { System, Light, Dark };
    //! System follows QStyleHints::colorSchemeChanged. Sets the application's palette.
    void setScheme(Scheme scheme);
    Scheme scheme() const;
    const Theme &theme() const;
    static constexpr int smallestZoom = 80; //!< percent
    static constexpr int largestZoom = 140;
    //! Sets the size of all type and the heights of rows, buttons and bars, in percent of the desktop's;
    //! values outside of the limits become the limit.
    void setZoom(int percent);
    int zoom() const;
    //! Shows the fonts of the theme everywhere, after one of them was changed.
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
    //! A combo box or number field without the focus passes the wheel on to what scrolls around it.
    void polish(QWidget *widget) override;
    void unpolish(QWidget *widget) override;
    void polish(QPalette &palette) override;
    void polish(QApplication *application) override;
    QPalette standardPalette() const override;
    //! Our own icons in the dialogs and fields of Qt.
    QIcon standardIcon(
        StandardPixmap standard, const QStyleOption *option, const QWidget *widget) const override;
    QPixmap standardPixmap(
        StandardPixmap standard, const QStyleOption *option, const QWidget *widget) const override;
    using QProxyStyle::polish;
    using QProxyStyle::unpolish;
    bool eventFilter(QObject *watched, QEvent *event) override;
    //! Whether the base is Fusion, so that our own controls are drawn.
    bool drawsControls() const;
    //! Whether something that waits may turn: not where the desktop's own style has animations switched off.
    bool wantsMotion() const;

Q_SIGNALS:
    void themeChanged();

private:
    struct Private;
    std::shared_ptr<Private> d;
};

} // namespace Workbench::Ui
