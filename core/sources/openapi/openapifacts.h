// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sources/openapi/openapidocument.h"

namespace Workbench {

//! What a person chooses from when a document becomes a source, for PeerInfo::raw: {servers: [{url,
//! description, variables}], securitySchemes: {ID: Security Scheme Object}, problems: [{file, pointer, line,
//! message}]}, each only when there is one.
Json openApiFacts(const OpenApiDocument &document);

} // namespace Workbench
