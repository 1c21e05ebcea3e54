// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

#include <QStringList>

namespace Workbench::Ui {

struct JsonMatches {
    QStringList pointers; //!< in the order of the document
    bool isComplete = true; //!< false: one of the bounds ended the search
};

//! Places whose key or scalar text holds \a text, whatever the case. Does not recurse.
JsonMatches findInJson(
    const Json &root, const QString &text, qsizetype maxMatches = 1000, qsizetype maxNodes = 300'000);

} // namespace Workbench::Ui
