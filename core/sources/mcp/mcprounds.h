// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sources/mcp/mcpconnection.h"

namespace Workbench {

//! Sends a request with askWithSession(). While the result has resultType "input_required", answers what the
//! server asks for and repeats the request, at most limits.input.rounds times. \a operation names the call
//! for the user.
//! \source core/sources/mcp/README.md 6.1
Task<Result<Json>> askInRounds(std::shared_ptr<McpConnection> connection,
    McpConnection::SharedRequest request, QString operation, QString pinned, bool mayRepeat);

//! Answers \a requests, an object with the server's requests by key, in their order. They came with the
//! result of \a method. Returns the answers by key. Fails with ErrorKind::Cancelled when \a cancellation was
//! requested.
Task<Result<Json>> answersOf(std::shared_ptr<McpConnection> connection, Json requests, QString method,
    QString operation, QString exchangeId, std::stop_token cancellation);

//! Returns the error for a call of \a method during which the server asked for input limits.input.rounds
//! times.
Error tooManyRounds(const McpConnection &connection, const QString &method);

//! Handles an \a error which says that addresses have to be opened first (-32042, legacy): asks the user
//! about each address and adds the outcome to the error. Returns any other error unchanged. The call is not
//! repeated, because the user has to finish at the address first.
Task<Error> askForAddresses(std::shared_ptr<McpConnection> connection, Error error, QString operation,
    McpConnection::SharedRequest call);

} // namespace Workbench
