// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArray>
#include <QList>

#include <utility>

namespace Workbench {

//! One HTTP request, for texts that a person takes elsewhere.
struct RequestParts {
    QByteArray method;
    QByteArray address; //!< the whole URL, encoded, to the byte
    QList<std::pair<QByteArray, QByteArray>> headers;
    QByteArray body;
};

//! The message of HTTP/1.1 that asks the same, with a line feed after a body.
QByteArray asHttpMessage(const RequestParts &parts);

//! A command of curl that sends the same, for a POSIX shell, with a line feed at its end. Nothing in the
//! request is read as shell, as an option or as the name of a file; what curl would add or change by itself
//! is switched off.
QByteArray asCurlCommand(const RequestParts &parts);

//! A call of the command line.
struct CallParts {
    QByteArray source; //!< as the command line names it: a name in the workspace, or "demo:NAME"
    QByteArray operation;
    QByteArray workspace; //!< path of its file; empty: none
    QByteArray input; //!< JSON, without secrets
    bool isStream = false;
};

//! The `envelope` command that makes the call, for a POSIX shell, with a line feed at its end. Nothing in the
//! call is read as shell. Secrets are not in it: the workspace refers to them.
QByteArray asEnvelopeCommand(const CallParts &parts);

} // namespace Workbench
