// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QString>

#include <functional>

class QWidget;

namespace Workbench::Ui {

//! Asks whether to perform \a action, which cancels the live \a streams and stops following the running
//! \a tasks. Calls \a then if the user agrees.
void askToLeave(
    QWidget *window, const QString &action, int streams, int tasks, const std::function<void()> &then);

} // namespace Workbench::Ui
