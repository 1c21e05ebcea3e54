// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsondiff.h"

#include "core/base/sequencematch.h"
#include "core/json/jsondocument_p.h"
#include "core/json/jsonnumber.h"
#include "core/json/jsonpointer.h"

#include <QHashFunctions>

#include <algorithm>
#include <unordered_map>

namespace Workbench {

using namespace Qt::StringLiterals;

using namespace JsonNode;

namespace {

quint64 mixed(quint64 value)
{
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9u;
    value = (value ^ (value >> 27)) * 0x94D049BB133111EBu;
    return value ^ (value >> 31);
}

quint64 hashOfScalar(const Node *node, JsonNumbers numbers, size_t seed)
{
    if (type(node) == YYJSON_TYPE_RAW && numbers == JsonNumbers::ByValue)
        return mixed(JsonNumber::hash(text(node)) + 1);
    if (hasText(node))
        return mixed(qHash(text(node), seed) + type(node));
    return mixed(node->tag & (YYJSON_TYPE_MASK | YYJSON_SUBTYPE_MASK));
}

//! Hashes of a value and all values inside it. Equal values have equal hashes, except with duplicate keys.
class JsonHashes {
public:
    //! Stops early when \a stop is requested; the hashes are then unusable.
    JsonHashes(const Node *root, JsonNumbers numbers, const std::stop_token &stop)
        : m_root(root)
        , m_hashes(size_t(next(root) - root))
    {
        const size_t seed = QHashSeed::globalSeed();
        // The content of a container follows it, so a walk from the end has the hashes of all children ready.
        for (size_t place = m_hashes.size(); place-- > 0;) {
            if (place % 4096 == 0 && stop.stop_requested())
                return;
            const Node *const node = root + place;
            if (!isContainer(node)) {
                m_hashes[place] = hashOfScalar(node, numbers, seed);
                continue;
            }
            quint64 sum = length(node) * 2 + (isObject(node) ? 1 : 0) + seed;
            const Node *child = node + 1;
            for (size_t i = 0; i < length(node); ++i) {
                if (isObject(node)) {
                    sum += mixed(of(child) * 3 + of(child + 1)); // independent of the order
                    child = next(child + 1);
                } else {
                    sum = mixed(sum + of(child));
                    child = next(child);
                }
            }
            m_hashes[place] = mixed(sum);
        }
    }

    quint64 of(const Node *node) const { return m_hashes[size_t(node - m_root)]; }

private:
    const Node *m_root;
    std::vector<quint64> m_hashes; // by place in the document
};

// The most members, items and rows of a gap for which likeness is computed.
constexpr size_t mostCompared = 64;

} // namespace

//! Compares pairs from a stack, the last pair first. So the edits are in the reverse order of the text.
class JsonDiffer {
public:
    JsonDiffer(const Json &before, const Json &after, const JsonDiffOptions &options)
        : m_options(options)
        , m_budget(options.limits.diffSteps)
        , m_hashesBefore(JsonDocument::node(before), options.numbers, options.stop)
        , m_hashesAfter(JsonDocument::node(after), options.numbers, options.stop)
    {
        m_diff.m_before = before;
        m_diff.m_after = after;
        m_diff.m_placesBefore.push_back({});
        m_diff.m_placesAfter.push_back({});
    }

    Result<JsonDiff> run()
    {
        m_work.push_back({JsonDocument::node(m_diff.m_before), JsonDocument::node(m_diff.m_after), 0, 0});
        while (!m_work.empty()) {
            if (m_options.stop.stop_requested())
                return std::unexpected(
                    Error{ErrorKind::Cancelled, u"diff.cancelled"_s, u"The comparison was cancelled."_s});
            const Work work = m_work.back();
            m_work.pop_back();
            compare(work);
        }
        findMoves();
        m_diff.m_steps = m_options.limits.diffSteps - m_budget;
        return std::move(m_diff);
    }

private:
    using Kind = JsonChange::Kind;
    using Edit = JsonDiff::Edit;
    using Place = JsonDiff::Place;
    struct Work {
        const Node *before; // null for an added value
        const Node *after; // null for a removed value
        quint32 placeBefore;
        quint32 placeAfter;
    };

    void compare(const Work &work)
    {
        const auto note = [&](Kind kind) {
            m_diff.m_edits.push_back({kind, work.before ? json(m_diff.m_before, work.before) : Json(),
                work.after ? json(m_diff.m_after, work.after) : Json(), work.placeBefore, work.placeAfter});
        };
        if (!work.after)
            return note(Kind::Removed);
        if (!work.before)
            return note(Kind::Added);
        if (isSame(work.before, work.after))
            return;
        if (!isContainer(work.before) || type(work.before) != type(work.after))
            return note(Kind::Changed);
        if (isObject(work.before))
            compareObjects(work);
        else
            compareLists(work);
    }

    void compareObjects(const Work &work)
    {
        const Nodes before = distinctKeys(work.before);
        const Nodes after = distinctKeys(work.after);
        std::vector<std::pair<const Node *, const Node *>> common;
        Nodes added;
        auto b = before.begin();
        for (const Node *key : after) {
            for (; b != before.end() && compareKeys(*b, key) < 0; ++b)
                common.emplace_back(*b, nullptr);
            if (b != before.end() && compareKeys(*b, key) == 0)
                common.emplace_back(*b++, key);
            else
                added.push_back(key);
        }
        for (; b != before.end(); ++b)
            common.emplace_back(*b, nullptr);
        std::ranges::sort(common); // in the order of the text
        std::ranges::sort(added);
        for (const auto &[from, to] : common) {
            if (to && isSame(from + 1, to + 1))
                continue;
            m_work.push_back(
                {from + 1, to ? to + 1 : nullptr, placeIn(m_diff.m_placesBefore, work.placeBefore, -1, from),
                    to ? placeIn(m_diff.m_placesAfter, work.placeAfter, -1, to) : 0});
        }
        for (const Node *key : added)
            m_work.push_back({nullptr, key + 1, 0, placeIn(m_diff.m_placesAfter, work.placeAfter, -1, key)});
    }

    void compareLists(const Work &work)
    {
        const Nodes before = childrenOf(work.before);
        const Nodes after = childrenOf(work.after);
        m_classes.clear();
        const std::vector<quint32> numbersBefore = numbered(before, m_hashesBefore);
        const std::vector<quint32> numbersAfter = numbered(after, m_hashesAfter);
        const SequenceMatch match = matchSequences(numbersBefore, numbersAfter, m_budget, m_options.stop);
        m_diff.m_coarseLists += match.isCoarse;
        std::pair<size_t, size_t> from{0, 0};
        for (const auto &[b, a] : match.pairs) {
            compareGap(work, before, after, {{from.first, b}, {from.second, a}});
            from = {b + 1, a + 1};
        }
        compareGap(work, before, after, {{from.first, before.size()}, {from.second, after.size()}});
    }

    struct Gap {
        std::pair<size_t, size_t> before; // from, to
        std::pair<size_t, size_t> after;
    };

    //! Compares the items between two items that stayed. Pairs of similar items count as changed; each other
    //! item counts as removed or added.
    void compareGap(const Work &list, const Nodes &before, const Nodes &after, Gap gap)
    {
        const size_t endBefore = gap.before.second;
        const size_t endAfter = gap.after.second;
        for (const auto &[b, a] : alike(before, after, gap)) {
            compareOneByOne(list, before, after, {{gap.before.first, b}, {gap.after.first, a}});
            compareOneByOne(list, before, after, {{b, b + 1}, {a, a + 1}});
            gap = {{b + 1, endBefore}, {a + 1, endAfter}};
        }
        compareOneByOne(list, before, after, gap);
    }

    void compareOneByOne(const Work &list, const Nodes &before, const Nodes &after, const Gap &gap)
    {
        auto [b, endBefore] = gap.before;
        auto [a, endAfter] = gap.after;
        const auto placeBefore = [&](size_t index) {
            return placeIn(m_diff.m_placesBefore, list.placeBefore, qint64(index));
        };
        const auto placeAfter = [&](size_t index) {
            return placeIn(m_diff.m_placesAfter, list.placeAfter, qint64(index));
        };
        for (; b < endBefore && a < endAfter; ++b, ++a)
            m_work.push_back({before[b], after[a], placeBefore(b), placeAfter(a)});
        for (; b < endBefore; ++b)
            m_work.push_back({before[b], nullptr, placeBefore(b), 0});
        for (; a < endAfter; ++a)
            m_work.push_back({nullptr, after[a], 0, placeAfter(a)});
    }

    //! Returns the ascending pairs of a small gap with the greatest sum of likeness.
    std::vector<std::pair<size_t, size_t>> alike(const Nodes &before, const Nodes &after, const Gap &gap)
    {
        const size_t rows = gap.before.second - gap.before.first;
        const size_t columns = gap.after.second - gap.after.first;
        std::vector<std::pair<size_t, size_t>> pairs;
        if (rows == 0 || columns == 0 || (rows == 1 && columns == 1)
            || rows * columns > mostCompared * mostCompared)
            return pairs;
        const auto keysOf = [](const Node *node) {
            return isObject(node) && length(node) <= mostCompared ? distinctKeys(node) : Nodes();
        };
        std::vector<Nodes> keysBefore;
        std::vector<Nodes> keysAfter;
        for (size_t row = 0; row < rows; ++row)
            keysBefore.push_back(keysOf(before[gap.before.first + row]));
        for (size_t column = 0; column < columns; ++column)
            keysAfter.push_back(keysOf(after[gap.after.first + column]));

        std::vector<int> scores(rows * columns);
        std::vector<int> best((rows + 1) * (columns + 1), 0); // best sum from this pair on
        const auto at = [columns](size_t row, size_t column) { return row * (columns + 1) + column; };
        for (size_t row = rows; row-- > 0;) {
            for (size_t column = columns; column-- > 0;) {
                const int score = likeness(before[gap.before.first + row], keysBefore[row],
                    after[gap.after.first + column], keysAfter[column]);
                m_budget -= 1 + qint64(keysBefore[row].size());
                scores[row * columns + column] = score;
                best[at(row, column)] = std::max({best[at(row + 1, column)], best[at(row, column + 1)],
                    best[at(row + 1, column + 1)] + score});
            }
            if (m_budget < 0)
                return pairs;
        }
        for (size_t row = 0, column = 0; row < rows && column < columns;) {
            const int score = scores[row * columns + column];
            if (score > 0 && best[at(row, column)] == best[at(row + 1, column + 1)] + score)
                pairs.emplace_back(gap.before.first + row++, gap.after.first + column++);
            else if (best[at(row, column)] == best[at(row + 1, column)])
                ++row;
            else
                ++column;
        }
        return pairs;
    }

    //! Returns how much two values have in common: twice the number of equal members plus the number of
    //! common keys, or three times the number of equal items.
    int likeness(const Node *before, const Nodes &keysBefore, const Node *after, const Nodes &keysAfter) const
    {
        if (type(before) != type(after) || !isContainer(before))
            return 0;
        int sum = 0;
        if (isObject(before)) {
            auto b = keysBefore.begin();
            for (const Node *key : keysAfter) {
                while (b != keysBefore.end() && compareKeys(*b, key) < 0)
                    ++b;
                if (b != keysBefore.end() && compareKeys(*b, key) == 0)
                    sum += m_hashesBefore.of(*b + 1) == m_hashesAfter.of(key + 1) ? 3 : 1;
            }
            return sum;
        }
        const Node *b = before + 1;
        const Node *a = after + 1;
        for (size_t i = 0; i < std::min({length(before), length(after), mostCompared}); ++i) {
            sum += m_hashesBefore.of(b) == m_hashesAfter.of(a) ? 3 : 0;
            b = next(b);
            a = next(a);
        }
        return sum;
    }

    bool isEqual(const Node *a, const Node *b) const
    {
        return JsonNode::isEqual(a, b, m_options.numbers == JsonNumbers::ByText);
    }
    bool isSame(const Node *before, const Node *after) const
    {
        return m_hashesBefore.of(before) == m_hashesAfter.of(after) && isEqual(before, after);
    }

    //! Returns a number for each of \a items; equal items have equal numbers.
    std::vector<quint32> numbered(const Nodes &items, const JsonHashes &hashes)
    {
        std::vector<quint32> numbers;
        numbers.reserve(items.size());
        for (const Node *item : items) {
            for (quint64 hash = hashes.of(item);; ++hash) {
                const auto [found, isNew] =
                    m_classes.try_emplace(hash, Class{quint32(m_classes.size()), item});
                if (isNew || isEqual(found->second.first, item)) {
                    numbers.push_back(found->second.number);
                    break;
                }
            }
        }
        return numbers;
    }

    //! Puts the edits in the order of the text, and merges a removal and an addition of the same value into a
    //! move.
    void findMoves()
    {
        std::unordered_multimap<quint64, size_t> removed;
        const auto isWorthwhile = [](const Json &value) {
            return (value.isArray() || value.isObject()) ? value.size() > 0
                                                         : value.isString() && !value.utf8().isEmpty();
        };
        for (size_t i = m_diff.m_edits.size(); i-- > 0;) {
            const Edit &edit = m_diff.m_edits[i];
            if (edit.kind == Kind::Removed && isWorthwhile(edit.before))
                removed.emplace(m_hashesBefore.of(JsonDocument::node(edit.before)), i);
        }
        std::vector<bool> isMoved(m_diff.m_edits.size(), false);
        std::vector<size_t> origin(m_diff.m_edits.size(), 0);
        for (size_t i = m_diff.m_edits.size(); i-- > 0 && !removed.empty();) {
            const Edit &edit = m_diff.m_edits[i];
            if (edit.kind != Kind::Added)
                continue;
            const auto found = removed.find(m_hashesAfter.of(JsonDocument::node(edit.after)));
            if (found == removed.end()
                || !isEqual(
                    JsonDocument::node(m_diff.m_edits[found->second].before), JsonDocument::node(edit.after)))
                continue;
            isMoved[i] = isMoved[found->second] = true;
            origin[i] = found->second;
            removed.erase(found);
        }
        for (size_t i = m_diff.m_edits.size(); i-- > 0;) {
            const Kind kind = m_diff.m_edits[i].kind;
            if (!isMoved[i])
                m_diff.m_changes.push_back({kind, 0, i});
            else if (kind == Kind::Added)
                m_diff.m_changes.push_back({Kind::Moved, origin[i], i});
        }
    }

    Json json(const Json &root, const Node *node) const { return JsonDocument::inside(root, node); }
    quint32 placeIn(std::vector<Place> &places, quint32 parent, qint64 index, const Node *key = nullptr)
    {
        places.push_back({parent, index, key});
        return quint32(places.size() - 1);
    }

    const JsonDiffOptions &m_options;
    qint64 m_budget;
    JsonHashes m_hashesBefore;
    JsonHashes m_hashesAfter;
    JsonDiff m_diff;
    std::vector<Work> m_work;
    struct Class {
        quint32 number;
        const Node *first;
    };
    std::unordered_map<quint64, Class> m_classes; // classes of equal items in the two current lists
};

QString JsonDiff::pointerOf(const std::vector<Place> &places, quint32 place)
{
    std::vector<const Place *> way;
    for (; place != 0; place = places[place].parent)
        way.push_back(&places[place]);
    QString pointer;
    for (auto step = way.rbegin(); step != way.rend(); ++step) {
        pointer += u'/';
        if ((*step)->index >= 0)
            pointer += QString::number((*step)->index);
        else
            pointer += JsonPointer::escaped(jsonText(text(static_cast<const Node *>((*step)->key))));
    }
    return pointer;
}

JsonChange JsonDiff::at(qsizetype index) const
{
    const Change &change = m_changes[size_t(index)];
    const Edit &edit = m_edits[change.edit];
    JsonChange result{change.kind, {}, {}, edit.before, edit.after};
    if (change.kind == JsonChange::Kind::Moved)
        result.before = m_edits[change.removed].before;
    if (change.kind != JsonChange::Kind::Added) {
        const Edit &origin = change.kind == JsonChange::Kind::Moved ? m_edits[change.removed] : edit;
        result.from = pointerOf(m_placesBefore, origin.placeBefore);
    }
    result.pointer =
        change.kind == JsonChange::Kind::Removed ? result.from : pointerOf(m_placesAfter, edit.placeAfter);
    return result;
}

Result<JsonDiff> diffJson(const Json &before, const Json &after, const JsonDiffOptions &options)
{
    if (before.isAbsent() || after.isAbsent())
        return std::unexpected(
            Error{ErrorKind::Usage, u"diff.absent"_s, u"There is no value to compare with."_s});
    return JsonDiffer(before, after, options).run();
}

} // namespace Workbench
