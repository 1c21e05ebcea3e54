// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <span>

namespace Workbench::Ui {

//! Returns the English sentences of the core that coreText() knows, with %1 to %4 for their arguments: those
//! about connections, sessions and sign-ins. A sentence precedes more general ones that match it too.
std::span<const char *const> connectionSentences();
//! Returns all other sentences that coreText() knows. They are looked up after connectionSentences().
std::span<const char *const> coreSentences();

} // namespace Workbench::Ui
