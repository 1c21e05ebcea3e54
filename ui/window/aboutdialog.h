// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QDialog>

namespace Workbench::Ui {

//! Shows the version of the program, and the libraries that it uses with their versions and licences.
class AboutDialog : public QDialog {
    Q_OBJECT
public:
    explicit AboutDialog(QWidget *parent = nullptr);
    //! Returns the versions of the program, of the libraries and of the system, one per line.
    static QString versions();
};

} // namespace Workbench::Ui
