// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/pipeline/outcome.h"
#include "core/operation/operationspec.h"
#include "core/secrets/knownsecrets.h"

namespace Workbench {

//! A report about one result for the author of the server. Absent and empty parts are omitted.
struct BugReport {
    QString operation; //!< the name of the operation at the server
    Json definition; //!< as the server sent it
    Json outputSchema;
    Json input; //!< as sent
    Json result; //!< as received: rawResult() or rawError()
    QList<Diagnosis> diagnoses;
    QList<RecognitionNote> notes{}; //!< the report contains the notes that no diagnosis covers
    QString serverName{};
    QString serverVersion{};
    QString protocol{}; //!< "MCP 2025-11-25"

    //! Returns a report about \a outcome. The members for the server and the protocol are empty.
    static BugReport of(const OperationSpec &spec, const Json &input, const Outcome &outcome);
    //! Returns a report about \a error, the failure of a call. The members for the server and the protocol
    //! are empty.
    static BugReport of(
        const OperationSpec &spec, const Json &input, const Error &error, const QList<Diagnosis> &diagnoses);
};

//! Returns a result as received: the CallToolResult of MCP, {statusCode, headers, body} of HTTP, else the
//! data.
Json rawResult(const ResponseEnvelope &envelope, const Json &receivedData);
//! Returns \a error as received: {code, message, data} of JSON-RPC, the HTTP response, or the members of \a
//! error.
Json rawError(const Error &error);

//! Returns \a report as Markdown for an issue tracker. The text has the problem and its place, the change to
//! make, the operation with its schema, the result, and the versions of server and client. It contains
//! neither \a secrets nor the values of secret keys, headers and query items. Any thread.
//! \source core/RULES.md R-91
QString toMarkdown(const BugReport &report, const KnownSecrets &secrets);

} // namespace Workbench
