// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/limits.h"

#include <stop_token>

namespace Workbench {

//! Where two texts differ: these lines of the one stand in the place of those of the other. Either number may
//! be 0; lines are counted from 0.
struct LineChange {
    qsizetype before = 0;
    qsizetype linesBefore = 0;
    qsizetype after = 0;
    qsizetype linesAfter = 0;

    friend bool operator==(const LineChange &, const LineChange &) = default;
};

struct LineDiff {
    QList<LineChange> changes; //!< ascending; what is between them is the same on both sides
    qsizetype linesBefore = 0; //!< one more than there are line feeds
    qsizetype linesAfter = 0;
    //! A part was compared line by line, because finding the fewest changes would have taken more than
    //! diff.steps. The changes are right, and more than need be.
    bool isCoarse = false;
};

//! The differences of two texts by lines, which end at each line feed; bytes count, also a carriage return
//! before it. The fewest lines are sought (Myers), in large texts around the lines that occur once
//! (patience). Pure, any thread; ErrorKind::Cancelled when stopped.
Result<LineDiff> diffLines(
    QByteArrayView before, QByteArrayView after, const Limits &limits = {}, const std::stop_token &stop = {});

//! \a diff as `diff -u` writes it, without the names of the files: "@@ -1,4 +1,5 @@", then lines that begin
//! with a space, - or +. Empty when nothing differs.
QByteArray unifiedText(
    QByteArrayView before, QByteArrayView after, const LineDiff &diff, qsizetype linesAround = 3);

} // namespace Workbench
