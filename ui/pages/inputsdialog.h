// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"
#include "core/operation/operationspec.h"

#include <QDialog>
#include <QHash>

class QMenu;
class QPushButton;

namespace Workbench::Ui {

class InspectText;
class ThemeLabel;

//! Edits inputs by operation, in the format of the file that the command line reads, for example
//! {"get-weather": {"city": "Lisbon"}}. An operation with an input is called, even if it may change
//! something. The dialog lists the operations that may.
class InputsDialog : public QDialog {
    Q_OBJECT
public:
    InputsDialog(OperationList operations, const QHash<QString, Json> &inputs, QWidget *parent);
    const QHash<QString, Json> &inputs() const { return m_inputs; }

    void accept() override; //!< Does nothing while the text has a problem.

private:
    void fillMenu();
    void add(const QString &operation);
    void read();
    void showProblem(const QString &words);

    OperationList m_operations;
    QHash<QString, Json> m_inputs;
    Json m_read; //!< the object in the text; absent: the text is not an object
    QMenu *m_menu;
    InspectText *m_text;
    ThemeLabel *m_problem;
    ThemeLabel *m_caution;
    QPushButton *m_use;
};

} // namespace Workbench::Ui
