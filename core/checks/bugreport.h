// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/outcome.h"
#include "core/exchange/knownsecrets.h"
#include "core/operation/operationspec.h"

namespace Workbench {

//! What the author of a server needs to see of one result. What is absent or empty is left out.
struct BugReport {
    QString operation; //!< its name at the server
    Json definition; //!< as the server sent it
    Json outputSchema;
    Json input; //!< as it was sent
    Json result; //!< as it arrived: rawResult() or rawError()
    QList<Diagnosis> diagnoses;
    QList<RecognitionNote> notes; //!< those that no diagnosis tells are told too
    QString serverName;
    QString serverVersion;
    QString protocol; //!< "MCP 2025-11-25"

    //! What \a outcome and its operation tell; the server is not known here.
    static BugReport of(const OperationSpec &spec, const Json &input, const Outcome &outcome);
    //! Of a call that failed.
    static BugReport of(
        const OperationSpec &spec, const Json &input, const Error &error, const QList<Diagnosis> &diagnoses);
};

//! A result as it arrived: of MCP the CallToolResult, of HTTP {statusCode, headers, body}, else the data.
Json rawResult(const ResponseEnvelope &envelope, const Json &receivedData);
//! {code, message, data} of JSON-RPC, or what else is known of it.
Json rawError(const Error &error);

//! Markdown, to be pasted into a tracker: what is wrong and where, what to change, the operation with its
//! schema, the result, and who spoke to whom. Without \a secrets, and without the values of secret keys,
//! headers and query items of any server. Any thread. \source core/RULES.md R-91
QString toMarkdown(const BugReport &report, const KnownSecrets &secrets);

} // namespace Workbench
