// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QWidget>

class QMenu;
class QToolButton;

namespace Workbench::Ui {

class PageTabBar;

//! The tabs over the pages, with the list of all of them at the right and a menu for each.
class PageTabs : public QWidget {
    Q_OBJECT
public:
    explicit PageTabs(QWidget *parent = nullptr);
    PageTabBar *bar() const { return m_bar; }
    void setReopenable(bool on); //!< Whether a closed page can be opened again.
    void updateCount(); //!< To call when tabs were added or removed.
    //! Makes the tab beside the current one the current tab; behind the last one comes the first.
    void step(int by);

Q_SIGNALS:
    void closeRequested(int index);
    void closeOthersRequested(int index);
    void duplicateRequested(int index);
    void copyNameRequested(int index);
    void pinRequested(int index); //!< Emitted when the user wants to keep a preview.
    void reopenRequested();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void fillList();
    void showMenu(const QPoint &position);

    PageTabBar *m_bar;
    QToolButton *m_list;
    QMenu *m_listMenu;
    bool m_isReopenable = false;
};

} // namespace Workbench::Ui
