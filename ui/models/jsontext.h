// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"
#include "ui/theme/theme.h"

namespace Workbench::Ui {

//! A value on one line for a row: scalars as JSON text, containers as "{9}" or "[3]"; controls visible, cut
//! after
//! \a maxLength with an ellipsis. Never reads more of a long string than it shows.
QString rowText(const Json &value, qsizetype maxLength = 300);
//! As compact JSON on one line, cut: for previews and tool tips. Containers are written only as far as shown.
QString previewText(const Json &value, qsizetype maxLength = 200);
//! The first arguments of a call on one line: "city=Chicago, days=3"; texts without quotes. Input that is no
//! object is shown as previewText().
QString argumentsText(const Json &input, qsizetype maxLength = 200);
//! Key, string, number, keyword or second rank, as source text is coloured.
ColorRole rowColor(const Json &value);
//! The text that tells an object apart from its neighbours: the first line of its title, name, text or the
//! like; empty if it has none.
QString summaryText(const Json &object);

} // namespace Workbench::Ui
