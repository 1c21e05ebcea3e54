// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "coverage.h"

#include <array>
#include <bit>
#include <cstring>

namespace {

constexpr size_t mapSize = 1 << 16;
std::array<quint8, mapSize> counts;
std::array<quint8, mapSize> known; // a bit for each magnitude of the count
constexpr std::array<quint8, 64> nothing{};
size_t previous = 0;
qint64 ways = 0;

} // namespace

extern "C" void __sanitizer_cov_trace_pc();

// A way is a block and the one before it.
extern "C" __attribute__((no_sanitize("address", "undefined"))) void __sanitizer_cov_trace_pc()
{
    const auto block = reinterpret_cast<size_t>(__builtin_return_address(0));
    const size_t place = (block ^ (block >> 16)) % mapSize;
    quint8 &count = counts[place ^ previous];
    count = quint8(count + (count < 255 ? 1 : 0));
    previous = place >> 1;
}

void Coverage::begin()
{
    counts.fill(0);
    previous = 0;
}

int Coverage::takeNew()
{
    int found = 0;
    for (size_t i = 0; i < mapSize; ++i) {
        constexpr size_t atOnce = nothing.size(); // most of the map is empty
        if (i % atOnce == 0 && std::memcmp(&counts[i], nothing.data(), atOnce) == 0) {
            i += atOnce - 1;
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
