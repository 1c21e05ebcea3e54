// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/theme/theme.h"

#include <QTabBar>

namespace Workbench::Ui {

//! The content of a tab of a PageTabBar.
struct PageTab {
    QString name; //!< the first line
    QString detail; //!< the second line, in small type; empty: the tab has one line
    QString iconName;
    ColorRole color = ColorRole::TextSecond; //!< colour of the icon and the second line
    bool isOperation = true; //!< only a page of an operation can be duplicated
    double share = -1; //!< progress of the running call, 0 to 1, shown as a thin bar; -1: unknown
    bool isPreview = false; //!< the next preview replaces the page; the name is italic

    friend bool operator==(const PageTab &, const PageTab &) = default;
};

//! Tabs of two lines, 112 to 206 pixels wide at the usual size of type. Only the name is elided, at its end.
//! Tabs never shrink; they scroll. The current tab and the tab under the mouse show a close button.
class PageTabBar : public QTabBar {
    Q_OBJECT
public:
    explicit PageTabBar(QWidget *parent = nullptr);
    void setPageTab(int index, const PageTab &tab);
    PageTab pageTab(int index) const;
    //! Returns the rectangle of the close button of the tab at \a index, in the coordinates of the bar.
    QRect crossRect(int index) const;
    //! Paints icon, lines and close button of the tab that \a option describes.
    void paintTab(QPainter *painter, const QStyleOptionTab &option) const;

protected:
    QSize tabSizeHint(int index) const override;
    QSize minimumTabSizeHint(int index) const override { return tabSizeHint(index); }
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;

private:
    int crossAt(const QPoint &position) const;

    int m_pressed = -1; //!< tab with a pressed close or middle button; -1: none
    int m_hotCross = -1; //!< tab whose close button is under the mouse; -1: none
};

} // namespace Workbench::Ui
