// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/limits.h"
#include "ui/text/textview.h"

#include <array>
#include <stop_token>

namespace Workbench::Ui {

//! Two values as text, with empty lines where only the other side has some, so that what belongs together
//! stands at one height.
struct ComparedText {
    struct Side {
        std::shared_ptr<const TextDocument> document;
        QList<TextView::Mark> marks;
        std::vector<TextView::LineLabel> labels;
    };
    std::array<Side, 2> sides;
    QList<qsizetype> changes; //!< the first line of each
    bool isCoarse = false; //!< more is marked than need be
};

enum class TextLines : quint8 { All, Changed };

//! Not for the GUI thread. Of TextLines::Changed three lines around each change stay, and a line that says
//! how many were left out. ErrorKind::Cancelled when stopped.
Result<ComparedText> comparedText(const Json &before, const Json &after, TextLines lines,
    const Limits &limits = {}, const std::stop_token &stop = {});

} // namespace Workbench::Ui
