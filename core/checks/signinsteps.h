// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/exchange/exchangelog.h"

namespace Workbench {

//! A requirement of a specification for a step of a sign-in.
struct SignInDemand {
    QString sentence;
    QString section; //!< for example "RFC 8414 section 3.3"
    bool isUnmet = false;

    friend bool operator==(const SignInDemand &, const SignInDemand &) = default;
};

//! A request of a sign-in with its result. The frames are as Wire shows them, with secrets replaced.
struct SignInStep {
    enum class Kind : quint8 {
        Challenge, //!< a request that was refused because a token or scopes are missing
        ResourceMetadata,
        ServerMetadata,
        Registration,
        AuthorizationRequest, //!< the browser sends it
        AuthorizationAnswer, //!< the browser brings it back
        DeviceRequest,
        TokenRequest,
        Refresh,
        Repeated, //!< the refused request is sent again with the token
    };
    enum class State : quint8 {
        Running,
        Ok,
        Missing, //!< the answer has nothing, and the sign-in continues without it
        Warning,
        Cancelled,
        Failed,
    };
    Kind kind = Kind::Challenge;
    State state = State::Running;
    QByteArray method{}; //!< empty if nothing was sent
    QString address{}; //!< host, port and path
    QString status{}; //!< for example "200 OK"; empty if no HTTP response was received
    qint64 durationMs = -1; //!< until the answer; -1: no answer
    QString code{}; //!< the code of the problem; empty if there is none
    QString problem{}; //!< the problem as a sentence; empty if there is none
    QList<SignInDemand> demands{};
    Frame request{}; //!< sequence 0: no request, for example for AuthorizationAnswer
    Frame answer{}; //!< sequence 0: no answer yet
};

//! Returns the readable title of \a kind, for example "Token request".
QString titleOf(SignInStep::Kind kind);

//! Returns the steps of the sign-ins of \a source that \a log still contains, oldest first; empty if the
//! source never signed in. \a mcpRevision is the agreed revision of MCP; empty if there is none. Requirements
//! of MCP apply only to MCP sources.
QList<SignInStep> signInSteps(const ExchangeLog &log, const QString &source, const QString &mcpRevision = {});

//! Returns the requirements for the step that begins with \a sent; empty for a frame that begins no step.
QList<SignInDemand> signInDemands(const Frame &sent);

} // namespace Workbench
