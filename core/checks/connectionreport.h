// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

#include <QList>

namespace Workbench {

//! One step on the way to a source, and what was seen there. Texts of the peer are on one line, with control
//! characters visible.
struct ConnectionStep {
    enum class State : quint8 { Ok, Warning, Failed, Skipped };
    //! Stable: program, start, environment, firstLine, handshake, stderr (a program); name, tcp, proxy, tls,
    //! http, signIn, protocol, session (an address); capabilities.
    QString code;
    State state = State::Ok;
    QString observed; //!< of a skipped step: why it was skipped
    QString advice{}; //!< what to do; empty: nothing
    qint64 durationMs = -1; //!< -1: not measured
    //! What was sent there, of a step that failed: certificates, addresses, challenges; empty: nothing.
    QString detail{};
};

//! How far a connection to a source came.
struct ConnectionReport {
    QString source;
    QList<ConnectionStep> steps; //!< in their order
    std::optional<Error> error{}; //!< why the source is not connected; nothing: it was

    bool isConnected() const { return !error; }
};

//! Where the first sentence of \a text ends. A name in quotation marks may hold a full stop.
qsizetype endOfSentence(const QString &text);

//! "Program found", a title for a person.
QString titleOf(const ConnectionStep &step);
//! "ok", "warning", "failed" or "skipped".
QString stateWord(ConnectionStep::State state);

//! {source, connected, steps: [{code, title, state, observed, advice?, detail?, durationMs?}]}
Json toJson(const ConnectionReport &report);

} // namespace Workbench
