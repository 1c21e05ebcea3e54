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

} // namespace Workbench
