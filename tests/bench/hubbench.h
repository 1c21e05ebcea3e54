// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

//! Runs the other process: one of our hubs with bench.echo, bench.ticks and bench.waits. Prints its address
//! and runs until stdin ends.
int serveBench();
