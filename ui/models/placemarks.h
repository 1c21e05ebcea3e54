// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/outcome.h"
#include "ui/theme/theme.h"

#include <QHash>

namespace Workbench::Ui {

//! What is to be seen at one place of the data.
struct PlaceMark {
    std::optional<ColorRole> role; //!< Warning or Error; nothing: only the note
    QString note; //!< was "82"
    QStringList reasons; //!< for the tool tip
};

//! By JSON pointer into the data as shown.
using PlaceMarks = QHash<QString, PlaceMark>;

//! Marks for warnings and changes. A pointer that leads nowhere marks the nearest place that is there.
PlaceMarks placeMarks(const Json &data, const QList<Warning> &warnings, const QList<Change> &changes);

//! Whether \a pointer is \a ancestor or lies below it.
bool isWithin(QStringView pointer, QStringView ancestor);

//! Whether the data, as shown, breaks the schema that was declared for it: a warning of the schema's at a
//! place that normalisation has not already changed.
bool schemaIsBroken(const Outcome &outcome);

} // namespace Workbench::Ui
