// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QLatin1StringView>

//! Names by which the frames of a sign-in are recognised in the exchange log: their channel, and the label of
//! sent frames. The note of a frame says what is wrong with an answer, or with a request that was not made:
//! the code of the error, a colon, and its message. \source core/auth/README.md 2.10
namespace Workbench::OAuthStep {

inline constexpr QLatin1StringView channel{"sign-in"}; //!< followed by a number

inline constexpr QLatin1StringView resourceMetadata{"protected resource metadata"};
inline constexpr QLatin1StringView serverMetadata{"authorization server metadata"};
inline constexpr QLatin1StringView registration{"registration request"};
inline constexpr QLatin1StringView authorization{"authorization request"}; //!< made by the browser
inline constexpr QLatin1StringView redirect{"authorization answer"}; //!< brought by the browser
inline constexpr QLatin1StringView device{"device authorization request"};
inline constexpr QLatin1StringView token{"token request"};
inline constexpr QLatin1StringView refresh{"refresh request"};

inline constexpr QLatin1StringView noAnswer{"no answer"}; //!< in place of an answer; the note says why

} // namespace Workbench::OAuthStep
