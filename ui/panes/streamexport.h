// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/session/subscription.h"

#include <QFuture>

namespace Workbench::Ui {

//! Returns an event as one object, with the members that `envelope subscribe --json` prints, in that order.
Json exportedEvent(const StreamItem &item);

//! Writes the events to \a path as JSON Lines, on a worker. If writing fails, an existing file is unchanged.
//! Returns the number of events written.
QFuture<Result<qsizetype>> exportEvents(const QString &path, QList<StreamItem> events);

} // namespace Workbench::Ui
