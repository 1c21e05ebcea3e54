// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/pipeline/outcome.h"

#include <optional>

namespace Workbench {

//! An opaque value that identifies the next page of a list.
//! \source core/envelope/explanation/README.md 4.3
struct PageCursor {
    QString name; //!< "nextCursor", "next_page_token", …
    QString value;
};
//! Returns the cursor of an object with exactly one list. Returns nothing if it has none, or if the object
//! says that there are no more pages.
std::optional<PageCursor> findCursor(const Json &data);

//! Returns the address with rel="next" in a Link header, or an empty string if there is none.
//! \source RFC 8288 section 3
QString nextLink(const QString &linkHeader);

//! Returns the input that requests the next page after \a outcome, the result for \a input. A cursor in the
//! received data or inside its envelopes sets the parameter of \a inputSchema for cursors. The query of a
//! next link sets the parameters with its names. Returns nothing if there is no next page or no such
//! parameter. The window only offers this input; the user decides whether to call the operation.
std::optional<Json> nextPageInput(const Outcome &outcome, const Json &input, const Json &inputSchema);

} // namespace Workbench
