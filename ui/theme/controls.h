// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/theme/theme.h"

#include <QAbstractButton>
#include <QButtonGroup>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>

class QHBoxLayout;
class QLabel;

namespace Workbench::Ui {

//! A small rounded label of 20 pixels: "query", "read-only", "2 warnings". Soft fill by role, optional icon,
//! optionally clickable.
class Chip : public QAbstractButton {
    Q_OBJECT
public:
    explicit Chip(const QString &text = {}, QWidget *parent = nullptr);
    //! Fill and text colours: (Header, TextSecond) by default, (WarningSoft, Warning), …
    void setColors(ColorRole fill, ColorRole text);
    void setIconName(const QString &name);
    void setClickable(bool on); //!< off: no focus, no hover
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    ColorRole m_fill = ColorRole::Header;
    ColorRole m_text = ColorRole::TextSecond;
    QString m_iconName;
};

//! Exclusive choices in one track of 24 pixels: Tree | Text | Table | View. Left and right keys move.
class SegmentControl : public QWidget {
    Q_OBJECT
public:
    explicit SegmentControl(QWidget *parent = nullptr);
    int addSegment(const QString &text, const QString &iconName = {}); //!< its index
    int current() const;
    void setCurrent(int index);
    void clear(); //!< Removes all segments.
    void setSegmentEnabled(int index, bool enabled);
    void setSegmentText(int index, const QString &text);
    enum class Look : quint8 {
        Both,
        Words,
        Icons, //!< the words become tool tips; a segment without an icon keeps them
    };
    void setLook(Look look); //!< Both at first
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

//! The head of a pane, 36 pixels and a line below: title, a fact in second rank, then widgets at the right.
class PaneHeader : public QWidget {
    Q_OBJECT
public:
    explicit PaneHeader(const QString &title, QWidget *parent = nullptr);
    void setTitle(const QString &title);
    void setFact(const QString &fact); //!< "follows the form", "2", "event 1203"
    void addWidget(QWidget *widget); //!< at the right, in order
    void addBesideTitle(QWidget *widget); //!< directly after title and fact
    //! Stands in place of the title while it has segments: see showSwitch().
    SegmentControl *paneSwitch() const { return m_switch; }
    void showSwitch(bool on);
    void setSmall(bool on); //!< 32 pixels

protected:
    void paintEvent(QPaintEvent *event) override;

    void changeEvent(QEvent *event) override;

private:
    void applyFonts();

    SegmentControl *m_switch; // the first in the order of Tab
    QLabel *m_title;
    QLabel *m_fact;
    QHBoxLayout *m_layout;
};

//! Returns "\a text (Ctrl+E)", with the keys as the platform and the language write them.
QString withKeys(const QString &text, const QKeySequence &keys);
//! An icon-only button of 28 pixels with a tool tip and an accessible name.
QToolButton *iconButton(const QString &iconName, const QString &toolTip, QWidget *parent);
//! Icon and words without an outline: "Wire", "Compare", "Add variable".
QToolButton *quietButton(const QString &iconName, const QString &text, QWidget *parent);
//! The one filled button of a page.
QPushButton *primaryButton(const QString &iconName, const QString &text, QWidget *parent);
//! An outlined button.
QPushButton *plainButton(const QString &iconName, const QString &text, QWidget *parent);
//! A button that looks like a field, with its shortcut at the right: "Go to operation…  Ctrl+K".
QPushButton *fieldButton(const QString &iconName, const QString &text, const QString &hint, QWidget *parent);
//! What stands after a button's words, dimmed: its shortcut.
void setHint(QAbstractButton *button, const QString &hint);
//! A field with an icon inside at the left: search, filter.
QLineEdit *iconField(const QString &iconName, const QString &placeholder, QWidget *parent);
//! A word in accent colour that can be clicked and reached by Tab.
QToolButton *linkButton(const QString &text, QWidget *parent);
//! A one-pixel line.
QWidget *separator(Qt::Orientation orientation, QWidget *parent);
//! Marks a field as invalid: error outline. The text beneath is the form's.
void setInvalid(QWidget *field, bool invalid);

} // namespace Workbench::Ui
