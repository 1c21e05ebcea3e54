// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"
#include "core/sources/openapi/openapidocument.h"

namespace Workbench {

//! Returns the counts of tests/fixtures/openapi/counts.json for \a document, as counted in the result of the
//! reader.
Json countsOf(const OpenApiDocument &document, const QByteArray &entryText);

//! Returns a line for each member that \a counted and \a expected have in common and that differs. The
//! members \a leftOut are not compared.
QStringList differingCounts(const Json &counted, const Json &expected, const QStringList &leftOut);

} // namespace Workbench
