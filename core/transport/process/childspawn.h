// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"
#include "core/transport/process/filedescriptor.h"

#include <QByteArrayList>

namespace Workbench {

struct SpawnRequest {
    QByteArray program; //!< a path
    QByteArrayList arguments; //!< the first is the name the program sees
    QByteArrayList environment; //!< NAME=value
    QByteArray workingDirectory; //!< empty: ours
};

//! What a child could not do before it became the program.
struct SpawnFailure {
    enum class Step : int { Setup, WorkingDirectory, Execute } step = Step::Setup;
    int systemError = 0;
};

//! A child on its way: our ends of its pipes, and a pipe that brings a SpawnFailure, or its end once the
//! program runs.
struct SpawnedChild {
    pid_t id = 0;
    FileDescriptor input;
    FileDescriptor output;
    FileDescriptor errors;
    FileDescriptor startReport;
};

//! Starts a child in a session and process group of its own, with default signals, no descriptor but 0 to 2,
//! and ended when this program dies, with its group: OrphanGuard, and where the system offers it a kill
//! signal. Does not wait for the program to run.
Result<SpawnedChild> spawnChild(const SpawnRequest &request);

} // namespace Workbench
