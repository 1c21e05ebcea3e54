// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QByteArray>
#include <QList>

#include <utility>

namespace Workbench {

//! One HTTP request, as input for texts that the user copies elsewhere.
struct RequestParts {
    QByteArray method;
    QByteArray address; //!< the whole URL, encoded, byte for byte
    QList<std::pair<QByteArray, QByteArray>> headers;
    QByteArray body;
};

//! Returns the request as a message of HTTP/1.1. A line feed follows the body, if there is one.
QByteArray asHttpMessage(const RequestParts &parts);

//! Returns a curl command for a POSIX shell that sends the request, with a line feed at the end. No part of
//! the request is interpreted as shell syntax, as an option or as a file name. Everything that curl would add
//! or change by default is switched off.
QByteArray asCurlCommand(const RequestParts &parts);

//! A call of the command line.
struct CallParts {
    QByteArray source; //!< name for the command line: a name in the workspace, or "demo:NAME"
    QByteArray operation;
    QByteArray workspace; //!< path of the workspace file; empty: none
    QByteArray input; //!< JSON, without secrets
    bool isStream = false;
    QByteArrayList options{}; //!< further options and their values, one word each: "--environment", "staging"
};

//! Returns an `envelope` command for a POSIX shell that makes the call, with a line feed at the end. No part
//! of the call is interpreted as shell syntax. The command contains no secrets; the workspace refers to them.
QByteArray asEnvelopeCommand(const CallParts &parts);

} // namespace Workbench
