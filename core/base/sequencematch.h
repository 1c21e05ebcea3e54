// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QtTypes>

#include <stop_token>
#include <utility>
#include <vector>

namespace Workbench {

//! Which items of two sequences belong together, as pairs of places that ascend in both.
struct SequenceMatch {
    std::vector<std::pair<quint32, quint32>> pairs;
    bool isCoarse = false; // a part was only compared place by place
};

//! Equal numbers are equal items. Takes its steps off \a budget; what remains when it is used up is coarse.
SequenceMatch matchSequences(const std::vector<quint32> &a, const std::vector<quint32> &b, qint64 &budget,
    const std::stop_token &stop);

} // namespace Workbench
