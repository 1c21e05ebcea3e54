// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"
#include "ui/theme/theme.h"

#include <QStringList>

#include <stop_token>

namespace Workbench::Ui {

//! Returns \a value on one line for a row: scalars as JSON text, containers as "{9}" or "[3]". Control
//! characters are visible. The text is cut after \a maxLength characters with an ellipsis. Never reads more
//! of a long string than it shows.
QString rowText(const Json &value, qsizetype maxLength = 300);
//! Returns \a value as compact JSON on one line, cut after \a maxLength characters, for previews and tool
//! tips. Writes only the shown part of a container.
QString previewText(const Json &value, qsizetype maxLength = 200);
//! Returns the first arguments of a call on one line, strings without quotes: "city=Chicago, days=3". Returns
//! previewText() if \a input is not an object.
QString argumentsText(const Json &input, qsizetype maxLength = 200);
//! Returns the colour of \a value by its kind, as in highlighted JSON text.
ColorRole rowColor(const Json &value);
//! Returns a text that distinguishes \a object from its neighbours: the first line of its title, name, text
//! or a similar member. Empty if it has no such member, or hundreds of members.
QString summaryText(const Json &object);

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
