// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

#include <QHash>
#include <QStringList>

namespace Workbench::Ui {

//! A value in a few lines. Important places are written out, other containers are counted ("[ 3 items ]").
//! The text is coloured as JSON, although it may not be valid JSON.
struct JsonExcerpt {
    using Lines = std::pair<qsizetype, qsizetype>; //!< first and last line, from 0
    QByteArray text;
    QHash<QString, Lines> lines; //!< by pointer; only of places that begin a line

    //! Returns the lines of the place \a pointer, or else of the nearest place that contains it.
    Lines linesOf(QString pointer) const;
};

//! Returns an excerpt of \a value. The places \a marked, JSON Pointers, are always written out.
JsonExcerpt jsonExcerpt(const Json &value, const QStringList &marked);

} // namespace Workbench::Ui
