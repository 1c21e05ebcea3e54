// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"
#include "core/envelope/pipeline/outcome.h"
#include "core/operation/operationspec.h"

#include <optional>

namespace Workbench::Ui {

//! The HTTP method and path of an operation.
struct HttpRoute {
    QString method; //!< "GET"
    QString path; //!< the template: "/pets/{petId}"
};

//! Returns the route of \a spec, or nothing if it is not an HTTP operation.
std::optional<HttpRoute> httpRouteOf(const OperationSpec &spec);
bool isDeprecated(const OperationSpec &spec);
//! Returns the URLs of the servers of an operation, with variables in braces. Empty if there is only one.
QStringList serversOf(const OperationSpec &spec);

//! Returns \a status with its reason phrase: "404 Not Found".
QString statusText(int status);

//! Returns the HTTP response in \a error as an outcome that the panes can show, or nothing if \a error has no
//! response.
std::optional<Outcome> answerOf(const Error &error);

} // namespace Workbench::Ui
