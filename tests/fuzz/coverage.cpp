// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "coverage.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <span>
#include <vector>

namespace {

constinit std::span<quint8>
    counts; // the counters of all instrumented code; the linker joins those of each file
std::vector<quint8> known; // one bit for each magnitude of a count
constexpr std::array<quint8, 64> nothing{};
qint64 ways = 0;

} // namespace

extern "C" void __sanitizer_cov_8bit_counters_init(quint8 *begin, quint8 *end);

// Called before main() and before other objects of this file are created.
extern "C" __attribute__((no_sanitize("address", "undefined"))) void __sanitizer_cov_8bit_counters_init(
    quint8 *begin, quint8 *end)
{
    counts = {begin, end};
}

void Coverage::begin()
{
    std::ranges::fill(counts, 0);
}

int Coverage::takeNew()
{
    known.resize(counts.size());
    int found = 0;
    for (size_t i = 0; i < counts.size(); ++i) {
        // Most counters are zero.
        if (counts.size() - i >= nothing.size()
            && std::memcmp(&counts[i], nothing.data(), nothing.size()) == 0) {
            i += nothing.size() - 1;
            continue;
        }
        if (counts[i] == 0)
            continue;
        const auto bit = quint8(1 << (std::bit_width(counts[i]) - 1));
        if ((known[i] & bit) == 0) {
            known[i] |= bit;
            ++found;
        }
    }
    ways += found;
    return found;
}

qint64 Coverage::waysKnown()
{
    return ways;
}
