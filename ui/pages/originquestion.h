// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/base/error.h"
#include "core/workspace/source.h"

namespace Workbench {
class Sessions;
}

namespace Workbench::Ui {

//! Returns the question whether a source may use the address that a redirect named, which is not public.
//! Empty if \a error is about anything else, or if a confirmation by \a source cannot allow the redirect.
//! \source core/RULES.md R-21
QString redirectQuestion(const Error &error, const Source &source);

//! Adds \a origin to the confirmed origins of the source that \a asked was when the user was asked, so that
//! its headers and credentials may go there too. Returns false, and changes nothing, if the source changed
//! since then. \source core/RULES.md
bool confirmOrigin(Sessions *sessions, const Source &asked, const QString &origin);

} // namespace Workbench::Ui
