// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

#include <QStringList>

#include <stop_token>

namespace Workbench::Ui {

struct JsonMatches {
    static constexpr qsizetype most = 1000; //!< usual limit of pointers
    static constexpr qsizetype mostNodes = 300'000; //!< usual limit of values that are looked at

    QStringList pointers; //!< in the order of the document
    bool isComplete = true; //!< false: the search stopped at one of its limits or was stopped
};

//! Returns the places whose key or scalar text contains \a text, case-insensitively. Stops after \a
//! maxMatches places or \a maxNodes values, or if \a stop asks for it. Does not recurse, so deep values are
//! safe.
JsonMatches findInJson(const Json &root, const QString &text, qsizetype maxMatches = JsonMatches::most,
    qsizetype maxNodes = JsonMatches::mostNodes, const std::stop_token &stop = {});

} // namespace Workbench::Ui
