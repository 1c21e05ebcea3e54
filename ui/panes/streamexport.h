// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/session/subscription.h"

#include <QFuture>

namespace Workbench::Ui {

//! An event as one object: the members that `envelope subscribe --json` prints, in the same order.
Json exportedEvent(const StreamItem &item);

//! Writes the events to \a path as JSON Lines, on a worker: the whole file, or the old one stays.
//! Gives how many were written.
QFuture<Result<qsizetype>> exportEvents(const QString &path, QList<StreamItem> events);

} // namespace Workbench::Ui
