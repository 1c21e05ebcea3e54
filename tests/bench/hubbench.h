// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

//! The other process: a hub of ours with bench.echo, bench.ticks and bench.waits. Prints its address, runs
//! until its stdin ends.
int serveBench();
