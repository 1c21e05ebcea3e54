// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/envelope/bodymedia.h"
#include "core/json/json.h"
#include "core/operation/operationspec.h"
#include "core/sources/openapi/openapioperation.h"

#include <QStringList>

namespace Workbench {

//! Returns \a mediaType in lower case, without its parameters.
QString bareMedia(QStringView mediaType);

bool isEventStreamMedia(QStringView mediaType);
bool isTextMedia(QStringView mediaType);
bool isFormMedia(QStringView mediaType); //!< application/x-www-form-urlencoded
bool isMultipartMedia(QStringView mediaType);
bool isMediaRange(QStringView mediaType); //!< "*/*", "image/*": not a concrete type that can be sent

//! Returns the entry of \a media that describes \a contentType best: a type is better than a range, and more
//! matching parameters are better. Returns null if no entry matches or if two match equally well.
const OpenApiMedia *bestMedia(const QList<OpenApiMedia> &media, QStringView contentType);

//! Returns the first entry of \a media that is JSON, or null. With \a upstream counts only application/json.
const OpenApiMedia *firstJson(const QList<OpenApiMedia> &media, bool upstream = false);

//! Returns the schema of one event of \a media, an event stream: `itemSchema`, otherwise the schema. If the
//! schema describes a list, as documents generated from streams do, its items are the events.
//! \source core/sources/openapi/README.md 9
Json eventSchemaOf(const OpenApiMedia &media, const OpenApiOperation &operation);

//! Returns the schema of the list that \a media, a JSON sequence, is read as. Version 3.2 has `itemSchema`
//! for the items. Documents of earlier versions describe the item in the place of the list.
//! \source core/sources/openapi/README.md 8
Json sequenceSchema(const OpenApiMedia &media, const OpenApiOperation &operation);

//! Returns the statuses of \a responses that count as success, the preferred ones first: 200, 201, …, 2XX;
//! "default" if no other is a success. With \a upstream returns only the first of 200 and 201.
//! \source core/sources/openapi/README.md 8
QStringList successStatuses(const Json &responses, bool upstream);

//! Returns the schema of an object with one member for each parameter, `body` and `contentType`. "x-in"
//! states where a parameter goes. The schemas of the members refer to definitions. If \a isSelfContained,
//! these are its "$defs", and the definition takes the place of a member that is only a reference.
Json inputSchemaOf(const OpenApiOperation &operation, bool isSelfContained);
//! Returns the schema of the first success that has JSON, otherwise of a JSON sequence, otherwise of the
//! events if the operation is an event stream. It may refer to definitions. Absent if the document declares
//! none.
Json outputSchemaOf(const OpenApiOperation &operation, bool upstream);
//! Returns the schemas of all statuses that are not a success, with the codes "HTTP_404", "HTTP_4XX",
//! "HTTP_DEFAULT". They may refer to definitions.
QList<ErrorDefinition> errorSchemasOf(const OpenApiOperation &operation, bool upstream);

} // namespace Workbench
