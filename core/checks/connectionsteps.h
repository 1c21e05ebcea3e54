// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/checks/connectionreport.h"
#include "core/session/sourcestate.h"
#include "core/transport/http/connectionprobe.h"

namespace Workbench {

//! What was seen while a source was connected. Times are in milliseconds since the connection began; -1: it
//! did not happen.
struct ConnectionEvidence {
    Source source; //!< in its environment, with references in place of secrets
    std::optional<Result<QString>> program{}; //!< the file of its command; nothing: it starts none
    QUrl address{}; //!< where it connects to; empty: nowhere
    std::optional<ProbedConnection> probe{};

    qint64 sentMs = -1; //!< the first message was written
    qint64 lineMs = -1; //!< the first line or message came
    qint64 agreedMs = -1; //!< the handshake was over
    qint64 endedMs = -1;
    QByteArray noise{}; //!< the first line of the program, if it was no message
    QByteArrayList stderrLines{}; //!< the newest
    QString statusLine{}; //!< of the newest HTTP response: "HTTP/1.1 401 Unauthorized"
    int status = 0; //!< 0: there was none
    QByteArrayList challenges{}; //!< its WWW-Authenticate headers
    std::optional<Result<SourceState>> outcome{}; //!< nothing: it was not tried
};

//! Why the source is not connected; nothing: it was.
std::optional<Error> errorOf(const ConnectionEvidence &evidence);

//! Returns the steps of \a evidence: those of a program, of an address, or of any other source.
QList<ConnectionStep> connectionSteps(const ConnectionEvidence &evidence);

//! Whether \a error of a probe ends the check: the real connection would fail at the same step.
bool endsTheCheck(const ConnectionEvidence &evidence, const Error &error);

} // namespace Workbench
