// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/exchange/exchangelog.h"

namespace Workbench {

//! What a specification demands of a step of a sign-in.
struct SignInDemand {
    QString sentence;
    QString section; //!< "RFC 8414 section 3.3"
    bool isUnmet = false;

    friend bool operator==(const SignInDemand &, const SignInDemand &) = default;
};

//! One request of a sign-in with what came of it. The frames are as Wire shows them, secrets replaced.
struct SignInStep {
    enum class Kind : quint8 {
        Challenge, //!< a request that was refused for want of a token, or of scopes
        ResourceMetadata,
        ServerMetadata,
        Registration,
        AuthorizationRequest, //!< which the browser makes
        AuthorizationAnswer, //!< with which the browser comes back
        DeviceRequest,
        TokenRequest,
        Refresh,
        Repeated, //!< the refused request again, with the token
    };
    enum class State : quint8 {
        Running,
        Ok,
        Missing, //!< nothing is there, and the sign-in goes on without it
        Warning,
        Cancelled,
        Failed,
    };
    Kind kind = Kind::Challenge;
    State state = State::Running;
    QByteArray method{}; //!< empty: nothing was sent
    QString address{}; //!< host, port and path
    QString status{}; //!< "200 OK"; empty: no answer of HTTP came
    qint64 durationMs = -1; //!< until the answer; -1: there is none
    QString code{}; //!< of what went wrong; empty: nothing did
    QString problem{}; //!< the same as a sentence
    QList<SignInDemand> demands{};
    Frame request{}; //!< sequence 0: there is none, as of AuthorizationAnswer
    Frame answer{}; //!< sequence 0: none came yet
};

//! "Token request", a title for a person.
QString titleOf(SignInStep::Kind kind);

//! The steps of the sign-ins of \a source that \a log still holds, oldest first; empty when it never signed
//! in. \a mcpRevision: of MCP, if the source agreed on one; sources of other kinds have no demands of MCP.
QList<SignInStep> signInSteps(const ExchangeLog &log, const QString &source, const QString &mcpRevision = {});

//! What is demanded of the step that begins with \a sent; nothing for a frame of something else.
QList<SignInDemand> signInDemands(const Frame &sent);

} // namespace Workbench
