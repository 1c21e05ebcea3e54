// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"

#include <QList>

namespace Workbench {

//! A step of connecting to a source, with its observation. Texts of the peer are on one line, with visible
//! control characters.
struct ConnectionStep {
    enum class State : quint8 { Ok, Warning, Failed, Skipped };
    //! A stable code: program, start, environment, firstLine, handshake, stderr (for a program); name, tcp,
    //! proxy, tls, http, signIn, protocol, session (for an address); capabilities.
    QString code;
    State state = State::Ok;
    QString observed; //!< for a skipped step, the reason
    QString advice{}; //!< may be empty
    qint64 durationMs = -1; //!< -1: not measured
    //! Details of a failed step: certificates, addresses or challenges. May be empty.
    QString detail{};
};

//! The report of a ConnectionCheck.
struct ConnectionReport {
    QString source;
    QList<ConnectionStep> steps; //!< in order
    std::optional<Error> error{}; //!< why the source is not connected; nothing if it was connected

    bool isConnected() const { return !error; }
};

//! Returns the index after the first sentence of \a text. Full stops inside quotation marks are ignored.
qsizetype endOfSentence(const QString &text);

//! Returns the readable title of \a step, for example "Program found".
QString titleOf(const ConnectionStep &step);
//! Returns "ok", "warning", "failed" or "skipped".
QString stateWord(ConnectionStep::State state);

//! Returns \a report as {source, connected, steps: [{code, title, state, observed, advice?, detail?,
//! durationMs?}]}.
Json toJson(const ConnectionReport &report);

} // namespace Workbench
