// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/checks/bugreport.h"

class QObject;

namespace Workbench::Ui {

//! Writes \a report on a worker and puts it on the clipboard, if \a context still lives then.
void copyWhenWritten(const BugReport &report, const KnownSecrets &secrets, QObject *context);

} // namespace Workbench::Ui
