// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/theme/theme.h"

#include <QLabel>

namespace Workbench::Ui {

//! A label for plain text in a colour and a font of the theme. Follows changes of the theme.
class ThemeLabel : public QLabel {
    Q_OBJECT
public:
    explicit ThemeLabel(const QString &text, ColorRole color, FontRole font, QWidget *parent = nullptr);
    void setColorRole(ColorRole color);
    void setFontRole(FontRole font);
    void setStruckOut(bool on);
    //! Sets whether the label is one line that is elided if space is short. The tooltip then shows the whole
    //! text. Use Qt::ElideRight for names and prose, and Qt::ElideMiddle for paths.
    void setElided(bool on, Qt::TextElideMode mode = Qt::ElideRight);
    void setFullText(const QString &text); //!< Sets the text of an elided label.
    const QString &fullText() const { return m_fullText; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void apply();
    void elide();

    ColorRole m_color;
    FontRole m_font;
    QString m_fullText;
    bool m_elided = false;
    Qt::TextElideMode m_elideMode = Qt::ElideRight;
    bool m_struckOut = false;
    bool m_applying = false;
};

//! Makes an elided label, still without a text, that takes as much of a row as is left.
ThemeLabel *elidedLabel(ColorRole color, FontRole font, QWidget *parent);
//! Makes a wrapped label that keeps its height for its width inside nested layouts.
ThemeLabel *wrappedLabel(const QString &text, ColorRole color, FontRole font, QWidget *parent);
//! Makes a label for prose that wraps, starts at the top, and can be selected and copied.
ThemeLabel *proseLabel(const QString &text, ColorRole color, FontRole font, QWidget *parent = nullptr);

} // namespace Workbench::Ui
