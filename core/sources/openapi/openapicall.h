// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/call/callcontext.h"
#include "core/sources/openapi/openapilink.h"
#include "core/sources/openapi/openapirequest.h"

namespace Workbench {

//! A request of one operation, ready to be sent.
struct OpenApiCall {
    HttpRequest request;
    QByteArray shownAddress; //!< without secrets
    HttpHeaders secretHeaders; //!< those of request.headers that hold a credential
    OpenApiReading reading;
    QStringList remarks;
};

//! Makes it on a worker. Credentials go only where the user confirmed: ErrorKind::Trust names both places.
//! \source reliability.md R-71
Task<Result<OpenApiCall>> prepareCall(
    std::shared_ptr<OpenApiLink> link, QString operationName, Json input, CallContext context);

//! Sends it and reads the answer.
Task<Result<HandlerResult>> callOpenApi(
    std::shared_ptr<OpenApiLink> link, QString operationName, Json input, CallContext context);

//! As it would be sent, with secrets masked. Nothing is looked up and nothing is asked.
Result<OpenApiCall> previewCall(const OpenApiLink &link, const QString &operationName, const Json &input);

} // namespace Workbench
