// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"
#include "core/session/operationlist.h"

#include <QDialog>
#include <QHash>

class QMenu;
class QPushButton;

namespace Workbench::Ui {

class InspectText;
class ThemeLabel;

//! Inputs by operation, as the command line reads them from a file: {"get-weather": {"city": "Lisbon"}}. Who
//! gives one lets its operation be called, whatever that does; those that may change something are named.
class InputsDialog : public QDialog {
    Q_OBJECT
public:
    InputsDialog(OperationList operations, const QHash<QString, Json> &inputs, QWidget *parent);
    const QHash<QString, Json> &inputs() const { return m_inputs; }

    void accept() override; //!< unless the text is no such object

private:
    void fillMenu();
    void add(const QString &operation);
    void read();
    void choose();
    void showProblem(const QString &words);

    OperationList m_operations;
    QHash<QString, Json> m_inputs;
    Json m_read; //!< the text's object; absent: it is none
    QMenu *m_menu;
    InspectText *m_text;
    ThemeLabel *m_problem;
    ThemeLabel *m_caution;
    QPushButton *m_use;
};

} // namespace Workbench::Ui
