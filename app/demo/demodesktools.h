// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

namespace Workbench {

//! Returns the definitions of DemoDesk's tools, as in the answer to tools/list.
const Json &deskTools();
//! The name of the tool that runs as a task.
inline constexpr QLatin1StringView deskTaskTool{"cook-dinner"};

//! Returns what a tool asks before it answers, as a request {method, params} of the server. Absent if there
//! is no such tool or it asks for nothing. \a isModern leaves out members that the modern era does not have.
Json deskQuestion(const QString &tool, const Json &arguments, bool isModern);
//! Returns the capability that a client has to announce for \a question, as a path: "elicitation", "url".
QStringList deskCapability(const Json &question);
//! Returns the result of a tool after the client's \a answer, which is the "result" of the request. Absent
//! means that the client declined.
Json deskResult(const QString &tool, const Json &arguments, const Json &answer);

} // namespace Workbench
