// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QBoxLayout>
#include <QDialog>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>

namespace Workbench::Ui {

//! Sets the name by which tests and saved states find \a object, and returns \a object.
template <typename Object> Object *named(Object *object, const QString &name)
{
    object->setObjectName(name);
    return object;
}

//! Sets the object name and the accessible name of \a widget, and returns \a widget.
template <typename Widget> Widget *named(Widget *widget, const QString &name, const QString &accessibleName)
{
    widget->setAccessibleName(accessibleName);
    return named(widget, name);
}

//! Makes \a widget, a dialog or a menu, delete itself when the user closes it, and returns it.
template <typename Widget> Widget *deletedOnClose(Widget *widget)
{
    widget->setAttribute(Qt::WA_DeleteOnClose);
    return widget;
}

//! An entry of a box that takes the remaining space.
struct Stretch {
    int factor = 1;
};

//! An entry of a box: a widget, another layout or a Stretch. \a stretch is its share of the remaining space;
//! 0: none.
class BoxItem {
public:
    BoxItem(QWidget *widget, int stretch = 0, Qt::Alignment alignment = {})
        : m_widget(widget)
        , m_stretch(stretch)
        , m_alignment(alignment)
    {
    }
    BoxItem(QLayout *layout, int stretch = 0)
        : m_layout(layout)
        , m_stretch(stretch)
    {
    }
    BoxItem(Stretch room)
        : m_stretch(room.factor)
    {
    }

    void addTo(QBoxLayout *box) const
    {
        if (m_widget)
            box->addWidget(m_widget, m_stretch, m_alignment);
        else if (m_layout)
            box->addLayout(m_layout, m_stretch);
        else
            box->addStretch(m_stretch);
    }

private:
    QWidget *m_widget = nullptr;
    QLayout *m_layout = nullptr;
    int m_stretch;
    Qt::Alignment m_alignment;
};

//! Adds \a items to \a box in their order, and returns \a box.
template <typename Box> Box *addAll(Box *box, std::initializer_list<BoxItem> items)
{
    for (const BoxItem &item : items)
        item.addTo(box);
    return box;
}

//! Makes a layout of kind \a Box. With a \a parent it is the layout of that widget; without one, add it to
//! another layout, which then owns it.
template <typename Box> Box *newBox(QWidget *parent, const QMargins &margins, int spacing)
{
    auto *box = new Box(parent);
    box->setContentsMargins(margins);
    box->setSpacing(spacing);
    return box;
}

//! Makes a layout from top to bottom. Margins and spacing are in pixels.
inline QVBoxLayout *newColumn(QWidget *parent, const QMargins &margins = {}, int spacing = 0)
{
    return newBox<QVBoxLayout>(parent, margins, spacing);
}
inline QVBoxLayout *newColumn(const QMargins &margins, int spacing = 0)
{
    return newBox<QVBoxLayout>(nullptr, margins, spacing);
}
inline QVBoxLayout *newColumn(int spacing = 0)
{
    return newBox<QVBoxLayout>(nullptr, {}, spacing);
}

//! Makes a layout from left to right, or from right to left where the language reads that way. Margins and
//! spacing are in pixels.
inline QHBoxLayout *newRow(QWidget *parent, const QMargins &margins = {}, int spacing = 0)
{
    return newBox<QHBoxLayout>(parent, margins, spacing);
}
inline QHBoxLayout *newRow(const QMargins &margins, int spacing = 0)
{
    return newBox<QHBoxLayout>(nullptr, margins, spacing);
}
inline QHBoxLayout *newRow(int spacing = 0)
{
    return newBox<QHBoxLayout>(nullptr, {}, spacing);
}

//! Makes an area without a frame that scrolls \a inside up and down, and that takes no focus. \a inside may
//! be null, and set later.
inline QScrollArea *newScrollArea(QWidget *inside, QWidget *parent = nullptr)
{
    auto *area = new QScrollArea(parent);
    area->setWidget(inside);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setFocusPolicy(Qt::NoFocus);
    return area;
}

//! Puts \a widgets into \a splitter with \a sizes. It divides other space in the ratio of \a stretches, or if
//! there are none, in that of the current sizes. No widget can be collapsed.
inline void fillSplitter(
    QSplitter *splitter, const QWidgetList &widgets, const QList<int> &sizes, const QList<int> &stretches)
{
    splitter->setChildrenCollapsible(false);
    for (QWidget *widget : widgets)
        splitter->addWidget(widget);
    for (int i = 0; i < stretches.size(); ++i)
        splitter->setStretchFactor(i, stretches.at(i));
    splitter->setSizes(sizes);
}
inline void fillSplitter(QSplitter *splitter, const QWidgetList &widgets, const QList<int> &sizes)
{
    fillSplitter(splitter, widgets, sizes, sizes);
}

//! Sets name, title and size of \a dialog. It is smaller than \a usual if the window behind it is too small.
inline void setUpDialog(QDialog *dialog, const QString &name, const QString &title, const QSize &usual)
{
    named(dialog, name)->setWindowTitle(title);
    const QWidget *behind = dialog->parentWidget();
    dialog->resize(behind ? usual.boundedTo(behind->window()->size() - QSize(32, 32)) : usual);
}

//! Makes the lower edge of \a dialog: \a items, then \a no, which rejects it, and \a yes, the default button,
//! which accepts it.
inline QHBoxLayout *dialogButtons(
    QDialog *dialog, std::initializer_list<BoxItem> items, QPushButton *no, QPushButton *yes)
{
    yes->setDefault(true);
    QObject::connect(no, &QPushButton::clicked, dialog, &QDialog::reject);
    QObject::connect(yes, &QPushButton::clicked, dialog, &QDialog::accept);
    return addAll(addAll(newRow({16, 12, 16, 12}, 8), items), {no, yes});
}

//! Makes a layout of kind \a Lines, QFormLayout or QGridLayout, with \a across pixels between its columns and
//! \a down between its rows. With a \a parent it is the layout of that widget.
template <typename Lines> Lines *newLines(QWidget *parent, int across, int down, const QMargins &margins = {})
{
    auto *lines = new Lines(parent);
    lines->setContentsMargins(margins);
    lines->setHorizontalSpacing(across);
    lines->setVerticalSpacing(down);
    return lines;
}

//! Fills the background of \a widget with the colour of panes and pages, and returns \a widget.
template <typename Widget> Widget *onBase(Widget *widget)
{
    widget->setBackgroundRole(QPalette::Base);
    widget->setAutoFillBackground(true);
    return widget;
}

//! Lets the text of \a label, a QLabel, wrap between words, and returns \a label.
template <typename Label> Label *wrapped(Label *label)
{
    label->setWordWrap(true);
    return label;
}

//! Lets the user select and copy the text of \a label, a QLabel, and returns \a label.
template <typename Label> Label *selectable(Label *label)
{
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

} // namespace Workbench::Ui
