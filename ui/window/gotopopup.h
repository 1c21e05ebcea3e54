// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/operationspec.h"

#include <QFrame>

class QLabel;
class QLineEdit;
class QStackedLayout;

namespace Workbench {
class Sessions;
}

namespace Workbench::Ui {

class OperationListModel;
class Placeholder;
class RowTreeView;

//! The list of "Go to operation". The user types a filter, moves with the arrow keys and opens with Return.
class GoToPopup : public QFrame {
    Q_OBJECT
public:
    explicit GoToPopup(Sessions *sessions, QWidget *parent);
    //! Opens the list under \a field.
    void openUnder(QWidget *field);
    //! Moves \a operation to the front of the recently used operations, which come first in the list.
    void noteUsed(const OperationId &operation);

Q_SIGNALS:
    void chosen(const Workbench::OperationId &operation);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void choose(int row);
    void showFound();
    QLineEdit *m_field;
    OperationListModel *m_model;
    RowTreeView *m_view;
    QLabel *m_count;
    Placeholder *m_none;
    QStackedLayout *m_faces; //!< the list, or a text that says why it is empty
    QList<OperationId> m_recent; //!< most recent first
    bool m_isChosen = false; //!< Return was pressed during a search
};

} // namespace Workbench::Ui
