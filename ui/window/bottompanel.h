// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QWidget>

#include <functional>

class QLineEdit;
class QStackedWidget;
class QTabBar;
class QToolButton;

namespace Workbench::Ui {

class TablePane;

//! History, Wire, Log and Fixtures under one strip of tabs. Filter, pause and clear apply to the shown pane.
class BottomPanel : public QWidget {
    Q_OBJECT
public:
    explicit BottomPanel(QWidget *parent = nullptr);
    void addPane(const QString &title, TablePane *pane);
    void showPane(TablePane *pane); //!< also opens the panel
    void setCompact(bool compact);
    bool isCollapsed() const { return m_collapsed; }
    void setCollapsed(bool collapsed);
    int collapsedHeight() const; //!< height of the strip alone, in pixels
    //! Returns the height of the strip, the header and \a rows whole rows, in pixels.
    int heightForRows(int rows) const;
    //! Returns the height nearest to \a height that ends on a whole row, in pixels.
    int wholeRowsHeight(int height) const;
    int currentIndex() const;
    void setCurrentIndex(int index);

Q_SIGNALS:
    void collapsedChanged(bool collapsed);
    //! Emitted when the user has cleared a pane; \a undo puts its rows back.
    void undoOffered(const QString &text, const std::function<void()> &undo);

protected:
    void changeEvent(QEvent *event) override;

private:
    TablePane *current() const;
    void currentChanged();

    QWidget *m_strip;
    QTabBar *m_tabs;
    QLineEdit *m_filter;
    QToolButton *m_pause;
    QToolButton *m_clear;
    QToolButton *m_collapse;
    QStackedWidget *m_stack;
    QStringList m_filters; //!< filter text of each pane
    bool m_collapsed = false;
};

} // namespace Workbench::Ui
