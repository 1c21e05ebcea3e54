// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/schema/linearparser_p.h"
#include "core/schema/linearregex_p.h"

#include <algorithm>
#include <map>

namespace Workbench {

namespace {

constexpr size_t maxTableStates = 256;
constexpr size_t maxWork = 400'000; // set members visited while building the table: about a millisecond

//! Builds sets of states as sorted lists.
class Subsets {
public:
    explicit Subsets(const LinearPattern::Automaton &automaton)
        : m_automaton(automaton)
        , m_seenAt(automaton.states.size(), 0)
    {
    }

    void begin()
    {
        ++m_round;
        m_set.clear();
    }
    //! Adds a state and all states that are reached from it without a character.
    void add(int from)
    {
        m_open.push_back(from);
        while (!m_open.empty()) {
            const int at = m_open.back();
            m_open.pop_back();
            if (at < 0 || m_seenAt[size_t(at)] == m_round)
                continue;
            m_seenAt[size_t(at)] = m_round;
            ++work;
            const LinearPattern::State &state = m_automaton.states[size_t(at)];
            if (state.set.any() || at == m_automaton.accept) {
                m_set.push_back(at);
            } else {
                m_open.push_back(state.to);
                m_open.push_back(state.orTo);
            }
        }
    }
    std::vector<int> finish()
    {
        std::ranges::sort(m_set);
        return m_set;
    }

    size_t work = 0;

private:
    const LinearPattern::Automaton &m_automaton;
    std::vector<int> m_seenAt;
    std::vector<int> m_open;
    std::vector<int> m_set;
    int m_round = 0;
};

} // namespace

std::optional<LinearRegex> LinearRegex::compile(QStringView pattern)
{
    const std::optional<LinearPattern::Automaton> automaton = LinearPattern::parse(pattern);
    if (!automaton)
        return {};
    LinearRegex result;
    result.m_asciiOnly = automaton->asciiOnly;
    result.m_toTheEnd = automaton->toTheEnd;

    // Characters that no set distinguishes form one class.
    std::vector<LinearPattern::CharacterSet> sets;
    for (const LinearPattern::State &state : automaton->states) {
        if (state.set.any() && std::ranges::find(sets, state.set) == sets.end())
            sets.push_back(state.set);
    }
    std::map<std::vector<bool>, quint8> classes;
    std::vector<size_t> examples;
    for (size_t c = 0; c <= LinearPattern::otherCharacter; ++c) {
        std::vector<bool> signature;
        for (const LinearPattern::CharacterSet &set : sets)
            signature.push_back(set.test(c));
        const auto [known, isNew] = classes.try_emplace(signature, quint8(examples.size()));
        if (isNew)
            examples.push_back(c);
        (c == LinearPattern::otherCharacter ? result.m_otherClass : result.m_classes[c]) = known->second;
    }
    result.m_classCount = examples.size();
    constexpr size_t mostClasses = 64;
    if (examples.size() > mostClasses)
        return {};

    std::map<std::vector<int>, quint16> known{{{}, 0}};
    std::vector<std::vector<int>> subsets{{}};
    Subsets subset(*automaton);
    const auto number = [&known, &subsets](std::vector<int> set) {
        const auto [place, isNew] = known.try_emplace(set, quint16(subsets.size()));
        if (isNew)
            subsets.push_back(std::move(set));
        return place->second;
    };
    subset.begin();
    subset.add(automaton->start);
    number(subset.finish());
    for (size_t state = 0; state < subsets.size(); ++state) {
        if (subsets.size() > maxTableStates || subset.work > maxWork)
            return {};
        const std::vector<int> members = subsets[state]; // a copy: the list grows below
        result.m_states.push_back({.accepts = std::ranges::binary_search(members, automaton->accept)});
        for (const size_t example : examples) {
            if (state == 0) {
                result.m_next.push_back(0);
                continue;
            }
            subset.begin();
            for (const int member : members) {
                const LinearPattern::State &from = automaton->states[size_t(member)];
                if (from.set.test(example))
                    subset.add(from.to);
                ++subset.work;
            }
            if (!automaton->fromTheStart)
                subset.add(automaton->start);
            result.m_next.push_back(number(subset.finish()));
        }
    }
    for (size_t state = 1; state < subsets.size(); ++state) {
        for (size_t kind = 0; kind < result.m_classCount; ++kind) {
            const size_t to = result.m_next[state * result.m_classCount + kind];
            result.m_states[state].toNext |= quint64(to == state + 1) << kind;
            result.m_states[state].stays |= quint64(to == state) << kind;
        }
    }
    return result;
}

std::optional<bool> LinearRegex::occursIn(QByteArrayView utf8) const
{
    const State *const states = m_states.data();
    size_t state = 1;
    if (!m_toTheEnd && states[state].accepts)
        return true;
    for (const char byte : utf8) {
        const auto c = uchar(byte);
        size_t kind = m_otherClass;
        if (c < 0x80)
            kind = m_classes[c];
        else if (m_asciiOnly)
            return {};
        else if ((c & 0xc0) == 0x80)
            continue; // the rest of a character
        if ((states[state].toNext >> kind & 1) != 0) {
            ++state;
        } else if ((states[state].stays >> kind & 1) == 0) {
            state = m_next[state * m_classCount + kind];
            if (state == 0)
                return false;
        }
        if (!m_toTheEnd && states[state].accepts)
            return true;
    }
    return states[state].accepts;
}

} // namespace Workbench
