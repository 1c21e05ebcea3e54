// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// What instrumented code calls in every program but the fuzzer, which has its own.
extern "C" void __sanitizer_cov_trace_pc();

extern "C" void __sanitizer_cov_trace_pc() { }
