// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/checks/bugreport.h"

class QObject;

namespace Workbench::Ui {

//! Formats \a report on a worker and copies it to the clipboard. Nothing is copied if \a context is destroyed
//! before.
void copyWhenWritten(const BugReport &report, const KnownSecrets &secrets, QObject *context);

} // namespace Workbench::Ui
