// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Intentionally empty: this file only carries the precompiled header that the modules of core share.
