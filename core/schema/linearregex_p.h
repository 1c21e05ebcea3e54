// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArrayView>
#include <QStringView>

#include <array>
#include <optional>
#include <vector>

namespace Workbench {

//! The regular part of ECMA-262 as a table, with one look-up for each character. It supports the syntax of
//! most schemas: literals, classes, groups, alternatives, counts, anchors around the whole. PCRE2 runs all
//! other patterns.
class LinearRegex {
public:
    //! Compiles \a pattern, which must be valid. Empty if it has other syntax or its table would be large.
    static std::optional<LinearRegex> compile(QStringView pattern);

    //! Returns whether the pattern occurs in \a utf8, which must be valid. Empty if the result depends on
    //! characters outside ASCII (\\s, a dot), which the table does not distinguish.
    std::optional<bool> occursIn(QByteArrayView utf8) const;

private:
    std::array<quint8, 128> m_classes{}; // of the characters of ASCII
    quint8 m_otherClass = 0; // of all other characters
    size_t m_classCount = 0;
    bool m_asciiOnly = false;
    bool m_toTheEnd = false; // $

    // Most steps go to the next state or stay. A bit per class tells that, so the processor need not wait for
    // a look-up in the table.
    struct State {
        quint64 toNext = 0;
        quint64 stays = 0;
        bool accepts = false;
    };
    std::vector<State> m_states; // state 0 is the dead state, state 1 the start
    std::vector<quint16> m_next; // state × class
};

} // namespace Workbench
