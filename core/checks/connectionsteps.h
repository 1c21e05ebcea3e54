// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/checks/connectionreport.h"
#include "core/session/sourcestate.h"
#include "core/transport/http/connectionprobe.h"

namespace Workbench {

//! The observations of connecting a source. Times are in milliseconds since the connection began; -1 means
//! that the event did not happen.
struct ConnectionEvidence {
    Source source; //!< with the values of its environment, and with references instead of secrets
    std::optional<Result<QString>> program{}; //!< the file of its command; nothing if it starts no program
    QUrl address{}; //!< the address that it connects to; empty if there is none
    std::optional<ProbedConnection> probe{};

    qint64 sentMs = -1; //!< the first message was written
    qint64 lineMs = -1; //!< the first line or message was received
    qint64 agreedMs = -1; //!< the handshake was completed
    qint64 endedMs = -1; //!< the attempt ended
    QByteArray noise{}; //!< the first line of the program if it was not a message
    QByteArrayList stderrLines{}; //!< the newest lines
    QString statusLine{}; //!< the status line of the newest HTTP response: "HTTP/1.1 401 Unauthorized"
    int status = 0; //!< the status of that response; 0: no response
    QByteArrayList challenges{}; //!< the WWW-Authenticate headers of that response
    std::optional<Result<SourceState>> outcome{}; //!< nothing if the connection was not tried
};

//! Returns why the source is not connected; nothing if it was connected.
std::optional<Error> errorOf(const ConnectionEvidence &evidence);

//! Returns the steps for \a evidence. They depend on whether the source is a program, an address, or another
//! source.
QList<ConnectionStep> connectionSteps(const ConnectionEvidence &evidence);

//! Returns whether \a error of a probe ends the check, because the real connection would fail at the same
//! step.
bool endsTheCheck(const ConnectionEvidence &evidence, const Error &error);

} // namespace Workbench
