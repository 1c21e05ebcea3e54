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

//! The list behind "Go to operation": type, move with the arrows, Return opens.
class GoToPopup : public QFrame {
    Q_OBJECT
public:
    explicit GoToPopup(Sessions *sessions, QWidget *parent);
    //! Opens under \a field.
    void openUnder(QWidget *field);
    //! Operations that were used last come first.
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
    QStackedLayout *m_faces; //!< the list, or why it is empty
    QList<OperationId> m_recent; //!< the last one first
    bool m_isChosen = false; //!< Return was pressed while the list was still looked through
};

} // namespace Workbench::Ui
