// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/outcome.h"

#include <optional>

namespace Workbench {

//! A mark in a list that tells where the next part of it begins. Opaque. \source
//! core/envelope/recognition/README.md 4.3
struct PageCursor {
    QString name; //!< "nextCursor", "next_page_token", …
    QString value;
};
//! That of an object with exactly one list; nothing when it has none or says that there is no more.
std::optional<PageCursor> findCursor(const Json &data);

//! The address after rel="next" in a Link header; empty: none. \source RFC 8288 section 3
QString nextLink(const QString &linkHeader);

//! The input that asks for the next part of what \a outcome answered to \a input: a cursor, in what was
//! received or inside of the envelopes around it, goes to the parameter of \a inputSchema that takes one, a
//! next link's query to the parameters of its names. Nothing when there is no next part, or no parameter for
//! it. Only offered: the user decides whether it is called.
std::optional<Json> nextPageInput(const Outcome &outcome, const Json &input, const Json &inputSchema);

} // namespace Workbench
