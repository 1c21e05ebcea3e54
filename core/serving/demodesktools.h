// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

namespace Workbench {

//! The definitions of DemoDesk's tools, as tools/list gives them.
const Json &deskTools();
//! Name of the tool that runs as a task.
inline constexpr QLatin1StringView deskTaskTool{"cook-dinner"};

//! What a tool asks before it answers: a request {method, params} of the server; absent: there is no such
//! tool or it asks for nothing. \a isModern leaves out what that era does not have.
Json deskQuestion(const QString &tool, const Json &arguments, bool isModern);
//! The capability that a client has to announce for \a question, as a path: "elicitation", "url".
QStringList deskCapability(const Json &question);
//! The result of a tool that asked, by the client's \a answer: the "result" of the request; absent: it
//! declined.
Json deskResult(const QString &tool, const Json &arguments, const Json &answer);

} // namespace Workbench
