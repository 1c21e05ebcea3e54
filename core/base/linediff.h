// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/limits.h"

#include <stop_token>

namespace Workbench {

//! A range of lines in which two texts differ. Lines are counted from 0. Either number of lines may be 0.
struct LineChange {
    qsizetype before = 0; //!< first line of the range in the old text
    qsizetype linesBefore = 0;
    qsizetype after = 0; //!< first line of the range in the new text
    qsizetype linesAfter = 0;

    friend bool operator==(const LineChange &, const LineChange &) = default;
};

struct LineDiff {
    QList<LineChange> changes; //!< ascending; the lines between them are equal in both texts
    qsizetype linesBefore = 0; //!< number of line feeds plus one
    qsizetype linesAfter = 0;
    //! Whether a part was only compared line by line, because finding the fewest changes would have exceeded
    //! the limit diff.steps. The changes are correct, but there may be more than necessary.
    bool isCoarse = false;
};

//! Returns the differences between two texts by lines. Lines end at a line feed; all bytes count, also a
//! carriage return before it. Finds the fewest changes (Myers); large texts are first split at lines that
//! occur once (patience). Pure, any thread. ErrorKind::Cancelled if stopped.
Result<LineDiff> diffLines(
    QByteArrayView before, QByteArrayView after, const Limits &limits = {}, const std::stop_token &stop = {});

//! Returns \a diff in the format of `diff -u`, without the file names: "@@ -1,4 +1,5 @@", then lines that
//! begin with a space, - or +. Returns an empty text if nothing differs.
QByteArray unifiedText(
    QByteArrayView before, QByteArrayView after, const LineDiff &diff, qsizetype linesAround = 3);

} // namespace Workbench
