// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"
#include "core/sources/openapi/openapidocument.h"

namespace Workbench {

//! What tests/fixtures/openapi/counts.json says of a document, counted in what the reader made of it.
Json countsOf(const OpenApiDocument &document, const QByteArray &entryText);

//! The members that \a counted and \a expected have in common and that differ, one line each; \a leftOut are
//! not compared.
QStringList differingCounts(const Json &counted, const Json &expected, const QStringList &leftOut);

} // namespace Workbench
