// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <sys/types.h>

namespace Workbench {

//! A process beside this program that ends the process groups of its children when this program dies in a way
//! that lets it do nothing, such as kill -9: SIGTERM, then SIGKILL a second later. It starts with the first
//! child and ends with this program. The kernel's parent-death signal reaches only the children themselves,
//! not their children.
//!
//! Not reached are processes that left their group (daemons). Where the guard cannot be started, only the
//! parent-death signal of Linux is left, and elsewhere the end of the child's pipes. \source core/RULES.md
//!
namespace OrphanGuard {

//! Starts the guard if it does not run yet. The descriptor for enrol(), or -1 when the guard could not be
//! started. GUI thread.
int start();

//! Registers the process group \a group. Only calls that POSIX allows between fork and exec.
void enrol(int descriptor, pid_t group);

//! No member of \a group is left, or each has been sent SIGKILL. GUI thread.
void dismiss(pid_t group);

} // namespace OrphanGuard

} // namespace Workbench
