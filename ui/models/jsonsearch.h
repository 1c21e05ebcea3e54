// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

#include <QStringList>

namespace Workbench::Ui {

struct JsonMatches {
    QStringList pointers; //!< in the order of the document
    bool isComplete = true; //!< false: the search stopped at one of its limits
};

//! Returns the places whose key or scalar text contains \a text, case-insensitively. Stops after \a
//! maxMatches places or \a maxNodes values. Does not recurse, so deep values are safe.
JsonMatches findInJson(
    const Json &root, const QString &text, qsizetype maxMatches = 1000, qsizetype maxNodes = 300'000);

} // namespace Workbench::Ui
