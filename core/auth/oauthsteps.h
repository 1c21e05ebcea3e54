// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QLatin1StringView>

//! By what the frames of a sign-in are recognised in the exchange log: their channel, and the label of what
//! was sent. What is wrong with an answer, or with a request that was not made, is the frame's note: the code
//! of the error, a colon, and its message. \source core/auth/README.md 2.10
namespace Workbench::OAuthStep {

inline constexpr QLatin1StringView channel{"sign-in"}; //!< and a number

inline constexpr QLatin1StringView resourceMetadata{"protected resource metadata"};
inline constexpr QLatin1StringView serverMetadata{"authorization server metadata"};
inline constexpr QLatin1StringView registration{"registration request"};
inline constexpr QLatin1StringView authorization{"authorization request"}; //!< made by the browser
inline constexpr QLatin1StringView redirect{"authorization answer"}; //!< with which the browser came back
inline constexpr QLatin1StringView device{"device authorization request"};
inline constexpr QLatin1StringView token{"token request"};
inline constexpr QLatin1StringView refresh{"refresh request"};

inline constexpr QLatin1StringView noAnswer{"no answer"}; //!< in the place of one; the note says why

} // namespace Workbench::OAuthStep
