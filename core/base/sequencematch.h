// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QtTypes>

#include <stop_token>
#include <utility>
#include <vector>

namespace Workbench {

//! The items that two sequences have in common, as pairs of indexes that ascend in both sequences.
struct SequenceMatch {
    std::vector<std::pair<quint32, quint32>> pairs;
    bool isCoarse = false; //!< a part was only compared index by index
};

//! Matches two sequences in which equal numbers are equal items. Subtracts its steps from \a budget. Once the
//! budget is used up, the remaining parts are compared index by index.
SequenceMatch matchSequences(const std::vector<quint32> &a, const std::vector<quint32> &b, qint64 &budget,
    const std::stop_token &stop);

} // namespace Workbench
