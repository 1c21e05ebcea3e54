// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sources/mcp/mcpconnection.h"

namespace Workbench {

//! Sends a request, answers what the server asks for meanwhile by resultType "input_required", and repeats
//! it until the result is complete, at most limits.input.rounds times. \a operation names the call for the
//! person. Otherwise as askWithSession(). \source core/sources/mcp/README.md 6.1
Task<Result<Json>> askInRounds(std::shared_ptr<McpConnection> connection,
    McpConnection::SharedRequest request, QString operation, QString pinned, bool mayRepeat);

//! Answers \a requests, an object of requests of the server by key, in their order; they came with the result
//! of \a method. The answers by key; ErrorKind::Cancelled when \a cancellation was requested.
Task<Result<Json>> answersOf(std::shared_ptr<McpConnection> connection, Json requests, QString method,
    QString operation, QString exchangeId, std::stop_token cancellation);

//! The error of a call of \a method for which the server asked for input limits.input.rounds times already.
Error tooManyRounds(const McpConnection &connection, const QString &method);

//! Where \a error says that addresses have to be opened first (-32042, legacy): asks the person for each, and
//! says in the error what came of it. Any other error is returned as it is. The call is not repeated, because
//! the person has to be done there first.
Task<Error> askForAddresses(std::shared_ptr<McpConnection> connection, Error error, QString operation,
    McpConnection::SharedRequest call);

} // namespace Workbench
