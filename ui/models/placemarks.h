// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/pipeline/outcome.h"
#include "ui/theme/theme.h"

#include <QHash>

namespace Workbench::Ui {

//! The mark and the note at one place of the data.
struct PlaceMark {
    std::optional<ColorRole> role; //!< Warning or Error; nothing: only a note
    QString note; //!< for example: was "82"
    QStringList reasons; //!< for the tool tip
};

//! Marks by JSON Pointer into the data that is shown.
using PlaceMarks = QHash<QString, PlaceMark>;

//! The two states of a result's data.
enum class DataState : quint8 { Received, Normalised };

//! Returns the marks for warnings and changes in \a data, which is in \a state. A lost value is marked like a
//! warning; a default or a converted value has only a note. If a place does not exist in this state, its
//! nearest existing ancestor is marked. If there are very many changes, only the first ones are marked, lost
//! values first.
PlaceMarks placeMarks(
    const Json &data, DataState state, const QList<Warning> &warnings, const QList<Change> &changes);

//! Returns whether \a pointer is \a ancestor or lies below it.
bool isWithin(QStringView pointer, QStringView ancestor);

} // namespace Workbench::Ui
