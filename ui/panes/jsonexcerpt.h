// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

#include <QHash>
#include <QStringList>

namespace Workbench::Ui {

//! A value told in a few lines: what matters is opened, the rest counted ("[ 3 items ]"). Coloured as JSON
//! although it may be none.
struct JsonExcerpt {
    using Lines = std::pair<qsizetype, qsizetype>; //!< first and last, from 0
    QByteArray text;
    QHash<QString, Lines> lines; //!< by pointer, of the places that begin a line

    //! Lines of the place, or of the nearest one around it.
    Lines linesOf(QString pointer) const;
};

//! \a marked are the pointers of the places that the reader is to see.
JsonExcerpt jsonExcerpt(const Json &value, const QStringList &marked);

} // namespace Workbench::Ui
