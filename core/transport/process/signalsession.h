// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <sys/types.h>

namespace Workbench {

//! Sends the signal \a number, or none if it is 0, to all processes of \a session: to the process group of
//! its leader and, where /proc can be read, to the processes that have made groups of their own. Returns
//! whether one of them still runs; a process that waits to be reaped does not.
//!
//! The system reuses the number of a session only after its last process has been reaped, so the caller must
//! know that the session existed shortly before. Makes only calls that are safe after a fork in a program
//! with threads: they take no lock and allocate no memory.
bool signalSession(pid_t session, int number);

} // namespace Workbench
