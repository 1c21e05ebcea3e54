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

//! A helper process that ends the sessions of this program's children when this program dies without a
//! chance to do it, for example by kill -9. It sends SIGTERM, and SIGKILL a second later. It starts with the
//! first child and ends with this program. The kernel's parent-death signal alone reaches only the children,
//! not their children.
//!
//! What it does not reach: processes that started a session of their own (setsid, daemons). They stay on
//! purpose: such a process can be shared, for example the browser that a server opened for a sign-in. Where
//! /proc is missing, processes that left the process group of the child stay too. If the guard cannot be
//! started, or is killed together with this program, only the parent-death signal of Linux remains, and on
//! other systems the end of the child's pipes. \source core/RULES.md R-06
namespace OrphanGuard {

//! Starts the guard if it does not run yet or was killed; a new one also gets the remembered sessions.
//! Returns the descriptor for enrol(), or -1 if the guard could not be started. GUI thread.
int start();

//! Registers \a session with the guard. Makes only calls that POSIX allows between fork and exec.
void enrol(int descriptor, pid_t session);

//! Keeps \a session, which the child enrols itself, for a guard that replaces a killed one. GUI thread.
void remember(pid_t session);

//! Removes \a session, because all its processes have ended or have been sent SIGKILL. GUI thread.
void dismiss(pid_t session);

} // namespace OrphanGuard

} // namespace Workbench
