// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/sequencematch.h"

#include <algorithm>
#include <unordered_map>

namespace Workbench {

namespace {

// The memory of Myers' algorithm grows with the square of the number of differences. This number needs 8 MiB.
constexpr qint64 mostDifferences = 2048;

struct Range {
    quint32 a;
    quint32 aEnd;
    quint32 b;
    quint32 bEnd;

    qint64 sizeA() const { return aEnd - a; }
    qint64 sizeB() const { return bEnd - b; }
};

class Matcher {
public:
    Matcher(const std::vector<quint32> &a, const std::vector<quint32> &b, qint64 &budget,
        const std::stop_token &stop)
        : m_a(a)
        , m_b(b)
        , m_budget(budget)
        , m_stop(stop)
    {
    }

    SequenceMatch run()
    {
        std::vector<Range> open{{0, quint32(m_a.size()), 0, quint32(m_b.size())}};
        while (!open.empty() && !m_stop.stop_requested()) {
            Range range = open.back();
            open.pop_back();
            trim(range);
            if (range.sizeA() == 0 || range.sizeB() == 0 || myers(range) || patience(range, open))
                continue;
            placeByPlace(range);
        }
        std::ranges::sort(m_result.pairs);
        return std::move(m_result);
    }

private:
    void pair(quint32 a, quint32 b) { m_result.pairs.emplace_back(a, b); }

    void trim(Range &range)
    {
        while (range.a < range.aEnd && range.b < range.bEnd && m_a[range.a] == m_b[range.b])
            pair(range.a++, range.b++);
        while (range.a < range.aEnd && range.b < range.bEnd && m_a[range.aEnd - 1] == m_b[range.bEnd - 1])
            pair(--range.aEnd, --range.bEnd);
    }

    //! Matches \a range with the greedy forward algorithm of Myers, "An O(ND) Difference Algorithm and Its
    //! Variations", 1986.
    //! Returns false, and adds no pairs, if there are too many differences.
    bool myers(const Range &range)
    {
        const qint64 n = range.sizeA();
        const qint64 m = range.sizeB();
        const qint64 most = std::min(n + m, mostDifferences);
        if (std::abs(n - m) > most)
            return false;
        std::vector<qint32> reach(size_t(2 * most + 3), 0); // on diagonal k at [k + most + 1]
        std::vector<qint32> trace; // reach on the diagonals -d, -d + 2 … d, for each d
        const auto on = [&reach, most](qint64 k) -> qint32 & { return reach[size_t(k + most + 1)]; };
        for (qint64 d = 0; d <= most; ++d) {
            for (qint64 k = -d; k <= d; k += 2) {
                const bool isDown = k == -d || (k != d && on(k - 1) < on(k + 1));
                qint64 x = isDown ? on(k + 1) : on(k - 1) + 1;
                const qint64 start = x;
                while (x < n && x - k < m && m_a[range.a + size_t(x)] == m_b[range.b + size_t(x - k)])
                    ++x;
                m_budget -= 1 + x - start;
                on(k) = qint32(x);
                trace.push_back(qint32(x));
                if (x >= n && x - k >= m) {
                    trace.resize(trace.size() - size_t((k + d) / 2 + 1)); // keep only the previous rounds
                    goBack(range, trace, d, k);
                    return true;
                }
            }
            if (m_budget < 0 || m_stop.stop_requested())
                return false;
        }
        return false;
    }

    //! Adds the pairs of \a range by following \a trace from the end to the start.
    void goBack(const Range &range, const std::vector<qint32> &trace, qint64 d, qint64 k)
    {
        qint64 x = range.sizeA();
        for (; d >= 0; --d) {
            qint64 startX = 0;
            qint64 before = k;
            if (d > 0) {
                const size_t round = size_t((d - 1) * d / 2); // rounds 0 … d - 2 have as many entries
                const auto reached = [&](qint64 diagonal) {
                    return std::abs(diagonal) > d - 1 ? qint64(-1)
                                                      : qint64(trace[round + size_t((diagonal + d - 1) / 2)]);
                };
                const bool isDown = k == -d || (k != d && reached(k - 1) < reached(k + 1));
                before = isDown ? k + 1 : k - 1;
                startX = isDown ? reached(before) : reached(before) + 1;
            }
            for (; x > startX; --x)
                pair(range.a + quint32(x - 1), range.b + quint32(x - 1 - k));
            if (d > 0)
                x = before > k ? startX : startX - 1;
            k = before;
        }
    }

    //! Splits \a range at the longest ascending run of items that occur exactly once in both sequences.
    //! Returns false if no common item is unique, or if the budget is used up.
    bool patience(const Range &range, std::vector<Range> &open)
    {
        m_budget -= range.sizeA() + range.sizeB();
        if (m_budget < 0)
            return false;
        struct Seen {
            quint32 countA = 0;
            quint32 countB = 0;
            quint32 placeB = 0;
        };
        std::unordered_map<quint32, Seen> seen;
        for (quint32 i = range.a; i < range.aEnd; ++i)
            ++seen[m_a[i]].countA;
        bool isAnyCommon = false;
        for (quint32 i = range.b; i < range.bEnd; ++i) {
            Seen &item = seen[m_b[i]];
            ++item.countB;
            item.placeB = i;
            isAnyCommon = isAnyCommon || item.countA > 0;
        }
        if (!isAnyCommon)
            return true;
        struct Card {
            quint32 a;
            quint32 b;
            qint64 left; // top card of the pile to the left when this card was laid; -1: none
        };
        std::vector<Card> cards;
        std::vector<qint64> piles; // the top card of each pile, as an index into cards
        for (quint32 i = range.a; i < range.aEnd; ++i) {
            const Seen &item = seen[m_a[i]];
            if (item.countA != 1 || item.countB != 1)
                continue;
            const auto pile = std::ranges::lower_bound(
                piles, item.placeB, {}, [&cards](qint64 top) { return cards[size_t(top)].b; });
            cards.push_back({i, item.placeB, pile == piles.begin() ? -1 : *std::prev(pile)});
            if (pile == piles.end())
                piles.push_back(qint64(cards.size()) - 1);
            else
                *pile = qint64(cards.size()) - 1;
        }
        if (piles.empty())
            return false;
        Range rest = range;
        for (qint64 at = piles.back(); at >= 0; at = cards[size_t(at)].left) {
            const Card &card = cards[size_t(at)];
            pair(card.a, card.b);
            open.push_back({card.a + 1, rest.aEnd, card.b + 1, rest.bEnd});
            rest.aEnd = card.a;
            rest.bEnd = card.b;
        }
        open.push_back(rest);
        return true;
    }

    void placeByPlace(const Range &range)
    {
        m_result.isCoarse = true;
        for (quint32 i = 0; range.a + i < range.aEnd && range.b + i < range.bEnd; ++i) {
            if (m_a[range.a + i] == m_b[range.b + i])
                pair(range.a + i, range.b + i);
        }
    }

    const std::vector<quint32> &m_a;
    const std::vector<quint32> &m_b;
    qint64 &m_budget;
    const std::stop_token &m_stop;
    SequenceMatch m_result;
};

} // namespace

SequenceMatch matchSequences(
    const std::vector<quint32> &a, const std::vector<quint32> &b, qint64 &budget, const std::stop_token &stop)
{
    return Matcher(a, b, budget, stop).run();
}

} // namespace Workbench
