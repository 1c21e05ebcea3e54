// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArrayView>
#include <QStringView>

#include <array>
#include <optional>
#include <vector>

namespace Workbench {

//! The regular part of ECMA-262 as a table: one look-up for each character, no way to be slow. It takes what
//! most schemas write (literals, classes, groups, alternatives, counts, anchors around the whole); the rest
//! is for PCRE2.
class LinearRegex {
public:
    //! Empty when \a pattern, which must be a valid one, holds more than that or its table would be large.
    static std::optional<LinearRegex> compile(QStringView pattern);

    //! Whether the pattern occurs in \a utf8, which must be valid; empty when the table cannot tell: what
    //! matters outside ASCII (\\s, a dot) is not in it.
    std::optional<bool> occursIn(QByteArrayView utf8) const;

private:
    std::array<quint8, 128> m_classes{}; // of the characters of ASCII
    quint8 m_otherClass = 0; // of all others
    size_t m_classCount = 0;
    bool m_asciiOnly = false;
    bool m_toTheEnd = false; // $

    // Most steps go to the next state or stay: knowing that by a bit of the class, the processor need not
    // wait for the table to tell it where it is.
    struct State {
        quint64 toNext = 0;
        quint64 stays = 0;
        bool accepts = false;
    };
    std::vector<State> m_states; // number 0 leads nowhere, 1 is the start
    std::vector<quint16> m_next; // state × class
};

} // namespace Workbench
