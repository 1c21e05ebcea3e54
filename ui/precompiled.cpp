// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Nothing to compile: this object only carries the precompiled header that the modules of ui share.
