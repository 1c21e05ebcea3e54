// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/theme/theme.h"

#include <QTabBar>

namespace Workbench::Ui {

//! What a tab of a PageTabBar says.
struct PageTab {
    QString name; //!< The first line.
    QString detail; //!< The second line, in small type; empty: the tab has one line.
    QString iconName;
    ColorRole color = ColorRole::TextSecond; //!< Of the icon and the second line.
    bool isOperation = true; //!< Only a page of an operation can be duplicated.
    double share = -1; //!< Of the running call that is done, from 0 to 1; -1: not known. Shown as a thin bar.
    bool isPreview = false; //!< The name is italic: the next preview replaces the page.

    friend bool operator==(const PageTab &, const PageTab &) = default;
};

//! Tabs of two lines, 112 to 206 pixels wide at the usual size of type. Only the name is elided, at its end.
//! Tabs never shrink: they scroll. The current tab and the tab under the mouse show a cross.
class PageTabBar : public QTabBar {
    Q_OBJECT
public:
    explicit PageTabBar(QWidget *parent = nullptr);
    void setPageTab(int index, const PageTab &tab);
    PageTab pageTab(int index) const;
    //! Returns where the cross of the tab at \a index is, in the coordinates of the bar.
    QRect crossRect(int index) const;
    //! Paints icon, lines and cross of the tab in \a rect.
    void paintTab(QPainter *painter, const QStyleOptionTab &option) const;

protected:
    QSize tabSizeHint(int index) const override;
    QSize minimumTabSizeHint(int index) const override { return tabSizeHint(index); }
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;

private:
    int crossAt(const QPoint &position) const;

    int m_pressed = -1; //!< The tab whose cross or middle is pressed; -1: none.
    int m_hotCross = -1; //!< The tab whose cross is under the mouse; -1: none.
};

} // namespace Workbench::Ui
