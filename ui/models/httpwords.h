// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"
#include "core/envelope/outcome.h"
#include "core/operation/operationspec.h"

#include <optional>

namespace Workbench::Ui {

//! Where an operation of HTTP is found.
struct HttpRoute {
    QString method; //!< "GET"
    QString path; //!< the template: "/pets/{petId}"
};

//! Nothing when \a spec is no operation of HTTP.
std::optional<HttpRoute> httpRouteOf(const OperationSpec &spec);
bool isDeprecated(const OperationSpec &spec);
//! URLs, with their variables in braces, of an operation that may be asked in several places; else none.
QStringList serversOf(const OperationSpec &spec);

//! "Not Found", as registered; empty for a number that has no phrase.
QString reasonOf(int status);
//! "404 Not Found"
QString statusText(int status);

//! The answer that a failed call of HTTP got, as an outcome for the panes that show data. Nothing when the
//! error is no answer.
std::optional<Outcome> answerOf(const Error &error);

} // namespace Workbench::Ui
