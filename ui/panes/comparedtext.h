// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/limits.h"
#include "ui/text/textview.h"

#include <array>
#include <stop_token>

namespace Workbench::Ui {

//! Two values as text. Where only one side has lines, the other side has empty lines, so that matching lines
//! are at the same height.
struct ComparedText {
    struct Side {
        std::shared_ptr<const TextDocument> document;
        QList<TextView::Mark> marks;
        std::vector<TextView::LineLabel> labels;
    };
    std::array<Side, 2> sides;
    QList<qsizetype> changes; //!< the first line of each change
    bool isCoarse = false; //!< more lines may be marked than necessary
};

enum class TextLines : quint8 { All, Changed };

//! Compares two values as text. For a worker. With TextLines::Changed, only three lines around each change
//! remain, and one line replaces the unchanged lines between. ErrorKind::Cancelled if \a stop was requested.
Result<ComparedText> comparedText(const Json &before, const Json &after, TextLines lines,
    const Limits &limits = {}, const std::stop_token &stop = {});

} // namespace Workbench::Ui
