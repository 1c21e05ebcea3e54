// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/theme/theme.h"

#include <QAbstractButton>
#include <QButtonGroup>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>

#include <optional>

class QHBoxLayout;
class QLabel;

namespace Workbench::Ui {

//! A small rounded label, 20 pixels high: "query", "read-only", "2 warnings". It has a soft fill by role, and
//! may have an icon and be clickable.
class Chip : public QAbstractButton {
    Q_OBJECT
public:
    explicit Chip(const QString &text = {}, QWidget *parent = nullptr);
    //! Sets the colours of fill and text, (Header, TextSecond) by default.
    void setColors(ColorRole fill, ColorRole text);
    void setIconName(const QString &name);
    void setClickable(bool on); //!< if off, no focus and no hover
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void updateMouse(); //!< Without a click and a tool tip, the mouse belongs to the parent.

    ColorRole m_fill = ColorRole::Header;
    ColorRole m_text = ColorRole::TextSecond;
    QString m_iconName;
};

//! Exclusive choices in one track, 24 pixels high: Tree | Text | Table | View. The keys Left and Right change
//! the choice.
class SegmentControl : public QWidget {
    Q_OBJECT
public:
    explicit SegmentControl(QWidget *parent = nullptr);
    int addSegment(const QString &text, const QString &iconName = {}); //!< returns its index
    int current() const;
    void setCurrent(int index);
    void clear(); //!< removes all segments
    void setSegmentEnabled(int index, bool enabled);
    void setSegmentText(int index, const QString &text);
    enum class Look : quint8 {
        Both,
        Words,
        Icons, //!< the words become tool tips; a segment without an icon keeps its words
    };
    void setLook(Look look); //!< default: Both
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

Q_SIGNALS:
    void currentChanged(int index);

protected:
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    QButtonGroup m_buttons;
    QHBoxLayout *m_layout;
};

//! A widget with a line of one pixel at its bottom. It may also have a fill, and a bar of two pixels at its
//! left edge.
class Strip : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;
    void setFill(ColorRole fill);
    void setBar(ColorRole bar);
    void setLined(bool on); //!< default: on

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    std::optional<ColorRole> m_fill;
    std::optional<ColorRole> m_bar;
    bool m_isLined = true;
};

//! The header of a pane, 36 pixels and a line below: title, a fact in secondary colour, widgets at the right.
class PaneHeader : public Strip {
    Q_OBJECT
public:
    explicit PaneHeader(const QString &title, QWidget *parent = nullptr);
    void setTitle(const QString &title);
    void setFact(const QString &fact); //!< "follows the form", "2", "event 1203"
    void addWidget(QWidget *widget); //!< adds it at the right end
    void addBesideTitle(QWidget *widget); //!< adds it directly after title and fact
    //! Returns the switch that showSwitch() shows in place of the title.
    SegmentControl *paneSwitch() const { return m_switch; }
    void showSwitch(bool on);
    void setSmall(bool on); //!< if on, 32 pixels high

protected:
    void changeEvent(QEvent *event) override;

private:
    void applyFonts();

    SegmentControl *m_switch; // created first, so it is first in the tab order
    QLabel *m_title;
    QLabel *m_fact;
    QHBoxLayout *m_layout;
};

//! Returns "\a text (Ctrl+E)", with the keys as the platform and the language write them.
QString withKeys(const QString &text, const QKeySequence &keys);
//! Makes a button of 28 pixels that shows only an icon, with a tool tip and an accessible name.
QToolButton *iconButton(const QString &iconName, const QString &toolTip, QWidget *parent);
//! Makes a button with icon and words and without an outline: "Wire", "Compare", "Add variable".
QToolButton *quietButton(const QString &iconName, const QString &text, QWidget *parent);
//! Makes the filled button of a page. A page has at most one.
QPushButton *primaryButton(const QString &iconName, const QString &text, QWidget *parent);
//! Makes an outlined button.
QPushButton *plainButton(const QString &iconName, const QString &text, QWidget *parent);
//! Makes a button that looks like a field, with its shortcut at the right: "Go to operation…  Ctrl+K".
QPushButton *fieldButton(const QString &iconName, const QString &text, const QString &hint, QWidget *parent);
//! Shows \a hint, usually a shortcut, dimmed after the words of \a button.
void setHint(QAbstractButton *button, const QString &hint);
//! Makes a field for search or filter, with an icon inside at the left.
QLineEdit *iconField(const QString &iconName, const QString &placeholder, QWidget *parent);
//! Makes a button that looks like a link: words in accent colour, also reached by Tab.
QToolButton *linkButton(const QString &text, QWidget *parent);
//! Makes a line, one pixel wide.
QWidget *separator(Qt::Orientation orientation, QWidget *parent);
void copyText(const QString &text); //!< Puts \a text into the clipboard.
//! Shows or removes the error outline of \a field. The form shows the text beneath.
void setInvalid(QWidget *field, bool invalid);

} // namespace Workbench::Ui
