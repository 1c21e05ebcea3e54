// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sources/openapi/openapilink.h"

namespace Workbench {

//! Reads the source's document with all the files it refers to that may be read: beneath the folder of a
//! local one, of the same origin as one from the web; others only when the settings say so. Those that may
//! not or cannot are problems of the document. \source reliability.md
Task<Result<std::shared_ptr<const OpenApiDocument>>> loadOpenApiDocument(std::shared_ptr<OpenApiLink> link);

//! Why \a file may not be read for the document of \a link; nothing: it may.
std::optional<Error> refusedFile(const OpenApiLink &link, const QUrl &entry, const QUrl &file);

} // namespace Workbench
