// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QStringView>

#include <bitset>
#include <optional>
#include <vector>

//! Turns a pattern into a nondeterministic automaton, for LinearRegex.
namespace Workbench::LinearPattern {

constexpr size_t otherCharacter = 128; //!< stands for every character outside ASCII
using CharacterSet = std::bitset<otherCharacter + 1>;

//! One state: it goes to \c to on a character of \c set, or to \c to and \c orTo without a character.
struct State {
    CharacterSet set; //!< empty for a transition without a character
    int to = -1;
    int orTo = -1;
};

struct Automaton {
    std::vector<State> states;
    int start = 0;
    int accept = 0;
    bool fromTheStart = false; //!< ^
    bool toTheEnd = false; //!< $
    bool asciiOnly = false; //!< results for characters outside ASCII are not exact
};

std::optional<Automaton> parse(QStringView pattern);

} // namespace Workbench::LinearPattern
