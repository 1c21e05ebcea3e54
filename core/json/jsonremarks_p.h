// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/jsonparser.h"

#include <vector>

namespace Workbench {

inline constexpr qsizetype maxJsonRemarks = 100;

//! What is odd about a freshly parsed document: duplicate keys, and the strings that hold the \a surrogates
//! (the places in the text, ascending, that stood for half a character).
QList<JsonRemark> jsonRemarks(const Json &root, const std::vector<const char *> &surrogates);

} // namespace Workbench
