// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/theme/rowtreeview.h"

namespace Workbench::Ui {

class JsonTreeModel;

//! A JSON value as a tree, with a menu and keys to copy values and to open and close rows. Rows are opened
//! level by level, and never more than mostOpened at once: a value may have millions.
class JsonTreeView : public RowTreeView {
    Q_OBJECT
public:
    static constexpr int mostOpened = 2000;

    explicit JsonTreeView(JsonTreeModel *model, QWidget *parent = nullptr);
    //! Opens \a from and all containers below it that fit: \a most rows are shown at most, except that \a
    //! from is always opened. Returns false if a container stays closed.
    bool openRows(const QModelIndex &from, int most);

public Q_SLOTS:
    void expandEverything(); //!< as far as mostOpened
    void collapseEverything();

Q_SIGNALS:
    void menuOpened(QMenu *menu); //!< Emitted before \a menu is shown. Receivers may add actions.
    void openedInPart(); //!< Emitted when the user asked to open all rows and some stay closed.

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    void openBelow(const QModelIndex &index);
    void addValueActions(QMenu *menu, const QModelIndex &index);

    JsonTreeModel *m_model;
};

} // namespace Workbench::Ui
