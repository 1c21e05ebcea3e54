// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <sys/types.h>

namespace Workbench {

//! A helper process that ends the process groups of this program's children when this program dies without a
//! chance to do it, for example by kill -9. It sends SIGTERM, and SIGKILL a second later. It starts with the
//! first child and ends with this program. The kernel's parent-death signal alone reaches only the children,
//! not their children.
//!
//! The guard does not reach processes that left their group (daemons). If it cannot be started, only the
//! parent-death signal of Linux remains, and on other systems the end of the child's pipes. \source
//! core/RULES.md R-06
namespace OrphanGuard {

//! Starts the guard if it does not run yet. Returns the descriptor for enrol(), or -1 if the guard could not
//! be started. GUI thread.
int start();

//! Registers the process group \a group. Makes only calls that POSIX allows between fork and exec.
void enrol(int descriptor, pid_t group);

//! Removes the process group \a group, because all its members have ended or have been sent SIGKILL. GUI
//! thread.
void dismiss(pid_t group);

} // namespace OrphanGuard

} // namespace Workbench
