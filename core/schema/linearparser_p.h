// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QStringView>

#include <bitset>
#include <optional>
#include <vector>

//! From a pattern to an automaton with many states at a time, for LinearRegex.
namespace Workbench::LinearPattern {

constexpr size_t otherCharacter = 128; //!< stands for every character outside ASCII
using CharacterSet = std::bitset<otherCharacter + 1>;

//! One state: it takes a character of \c set to \c to, or goes to \c to and \c orTo without one.
struct State {
    CharacterSet set; //!< none: without a character
    int to = -1;
    int orTo = -1;
};

struct Automaton {
    std::vector<State> states;
    int start = 0;
    int accept = 0;
    bool fromTheStart = false; //!< ^
    bool toTheEnd = false; //!< $
    bool asciiOnly = false; //!< what it says of characters outside ASCII is not exact
};

std::optional<Automaton> parse(QStringView pattern);

} // namespace Workbench::LinearPattern
