// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"
#include "core/transport/process/filedescriptor.h"

#include <QByteArrayList>

namespace Workbench {

struct SpawnRequest {
    QByteArray program; //!< the path of the file
    QByteArrayList arguments; //!< the first is the name that the program sees
    QByteArrayList environment; //!< NAME=value
    QByteArray workingDirectory; //!< empty: that of this program
};

//! The step that failed in the child before it became the program.
struct SpawnFailure {
    enum class Step : int { Setup, WorkingDirectory, Execute } step = Step::Setup;
    int systemError = 0; //!< errno
};

//! A child that is starting, with this program's ends of its pipes. startReport delivers a SpawnFailure, or
//! reaches its end once the program runs.
struct SpawnedChild {
    pid_t id = 0;
    FileDescriptor input;
    FileDescriptor output;
    FileDescriptor errors;
    FileDescriptor startReport;
};

//! Starts a child in a session and process group of its own, with default signals and only the descriptors 0
//! to 2. The child and its session are ended when this program dies, by OrphanGuard and by the parent-death
//! signal if the system has one. Does not wait until the program runs. ErrorKind::Network, code
//! "child.notStarted", if no pipe or process can be created.
Result<SpawnedChild> spawnChild(const SpawnRequest &request);

} // namespace Workbench
