// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/auth/peerurl.h"

#include <QDateTime>
#include <QFuture>

#include <functional>

namespace Workbench {

//! Names by which the frames of a sign-in are recognised in the exchange log: their channel, and the label of
//! sent frames. The note of a frame says what is wrong with an answer, or with a request that was not made:
//! the code of the error, a colon, and its message. \source core/auth/README.md 2.10
namespace OAuthStep {

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

} // namespace OAuthStep

//! The current state of a sign-in that needs the user.
struct SignIn {
    enum class Step : quint8 {
        Origins, //!< wantedOrigins would get credentials (R-71): call SignIns::allow() or cancel()
        Browser, //!< address has to be opened: call SignIns::opened() afterwards
        Waiting, //!< waits for the browser to come back
        DeviceCode, //!< the user has to type userCode at address
        Done,
        Failed, //!< error says why; ErrorKind::Cancelled if the user cancelled the sign-in
    };
    QString id{}; //!< OAuthPlan::storeName()
    QString source{};
    QString clientId{}; //!< from the settings, or from the registration
    QStringList tokenOrigins{}; //!< origins that issue the tokens: they get the code and the client secret
    Step step = Step::Origins;
    QStringList confirmedOrigins{}; //!< confirmed origins of the source
    QStringList wantedOrigins{};
    bool isNamedByServer = false; //!< the server named wantedOrigins, not the source's settings or document
    UrlFacts address{};
    UrlFacts withCode{}; //!< the address with the user code in it; its text is empty if there is none
    QStringList scopes{};
    QStringList newScopes{}; //!< the scopes that were not requested before
    QString userCode{}; //!< safe to show
    QDateTime codeEndsAt{};
    Error error{};
    QString notice{}; //!< what the user should know about where the tokens are stored; may be empty
    std::function<void()> cancel{}; //!< ends the sign-in for all waiting callers; empty once it is over

    bool isOver() const { return step == Step::Done || step == Step::Failed; }
};

//! The user interface for sign-ins. GUI thread; an empty function means that this step is not available.
struct SignInHost {
    //! Asks whether SignIn::wantedOrigins may get credentials. The host settles the future exactly once; an
    //! error ends the sign-in. \source core/RULES.md R-71
    std::function<QFuture<Result<void>>(const SignIn &)> confirmOrigins{};
    //! Shows the facts, asks the user, and opens the address in the system's browser. The host settles the
    //! future exactly once, when the address was handed over. An error, Trust or Cancelled, ends the flow.
    std::function<QFuture<Result<void>>(const SignIn &)> openBrowser{};
    std::function<void(const SignIn &)> showDeviceCode{};
    //! Called at the end of the sign-in \a id, if one of the functions above was called. \a notice is a
    //! sentence about where tokens are stored that the user should know, or empty.
    std::function<void(const QString &id, const Result<void> &, const QString &notice)> ended{};
};

//! Returns the error of ErrorKind::Cancelled for callers that waited for a sign-in that was cancelled.
Error cancelledSignIn();

} // namespace Workbench
