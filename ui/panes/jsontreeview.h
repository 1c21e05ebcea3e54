// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "ui/theme/rowtreeview.h"

namespace Workbench::Ui {

class JsonTreeModel;

//! Shows a JSON value as a tree, with a menu and shortcuts to copy values and to expand and collapse rows.
//! Rows are expanded level by level, at most mostOpened at once, because a value may have millions of rows.
class JsonTreeView : public RowTreeView {
    Q_OBJECT
public:
    static constexpr int mostOpened = 2000;

    explicit JsonTreeView(JsonTreeModel *model, QWidget *parent = nullptr);
    //! Expands \a from and the containers below it, up to \a most rows; \a from itself is always expanded.
    //! Returns false if a container stays collapsed.
    bool openRows(const QModelIndex &from, int most);

public Q_SLOTS:
    void expandEverything(); //!< Expands at most mostOpened rows of each top-level row.
    void collapseEverything();

Q_SIGNALS:
    void menuOpened(QMenu *menu); //!< Emitted before \a menu is shown. Receivers may add actions.
    void openedInPart(); //!< Emitted when the user expanded all rows and some stay collapsed.

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    void openBelow(const QModelIndex &index);
    void addValueActions(QMenu *menu, const QModelIndex &index);

    JsonTreeModel *m_model;
};

} // namespace Workbench::Ui
