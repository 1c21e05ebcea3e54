// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/theme/controls.h"

#include <functional>

class QMenu;

namespace Workbench::Ui {

class PageTabBar;

//! The row of tabs over the pages, with a list of all tabs at the right and a context menu for each tab.
class PageTabs : public Strip {
    Q_OBJECT
public:
    //! \a canReopen returns whether a closed page can be opened again.
    explicit PageTabs(const std::function<bool()> &canReopen, QWidget *parent = nullptr);
    PageTabBar *bar() const { return m_bar; }
    void updateCount(); //!< must be called after tabs were added or removed

Q_SIGNALS:
    void closeRequested(int index);
    void closeOthersRequested(int index);
    void duplicateRequested(int index);
    void copyNameRequested(int index);
    void pinRequested(int index); //!< Emitted when the user wants to keep a preview.
    void reopenRequested();

private:
    void fillList();
    void showMenu(const QPoint &position);

    PageTabBar *m_bar;
    QToolButton *m_list;
    QMenu *m_listMenu;
    std::function<bool()> m_canReopen;
};

} // namespace Workbench::Ui
