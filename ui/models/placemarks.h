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

//! By JSON pointer into the data that is shown.
using PlaceMarks = QHash<QString, PlaceMark>;

//! The two states of a result's data.
enum class DataState : quint8 { Received, Normalised };

//! Marks for warnings and changes in \a data, which is in \a state. A lost value is marked as a warning is, a
//! default and a converted value have a note only. What is not there in this state marks the nearest place
//! that is. Of very many changes only the first ones are marked, lost values first.
PlaceMarks placeMarks(
    const Json &data, DataState state, const QList<Warning> &warnings, const QList<Change> &changes);

//! Whether \a pointer is \a ancestor or lies below it.
bool isWithin(QStringView pointer, QStringView ancestor);

} // namespace Workbench::Ui
