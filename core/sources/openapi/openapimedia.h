// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"
#include "core/sources/openapi/openapioperation.h"

#include <QStringList>

namespace Workbench {

bool isEventStreamMedia(QStringView mediaType);
bool isTextMedia(QStringView mediaType);
bool isFormMedia(QStringView mediaType); //!< application/x-www-form-urlencoded
bool isMultipartMedia(QStringView mediaType);
bool isMediaRange(QStringView mediaType); //!< "*/*", "image/*": cannot be sent as it is

//! The one of \a media that describes \a contentType best: with the most of its parameters, a type before a
//! range. Null: none does, or it cannot be told which.
const OpenApiMedia *bestMedia(const QList<OpenApiMedia> &media, QStringView contentType);

//! The schema of one event of \a media, an event stream: `itemSchema`, else that of the items if it describes
//! a list, as documents made from streams of items have it. \source core/sources/openapi/README.md 9
Json eventSchemaOf(const OpenApiMedia &media, const OpenApiOperation &operation);

//! The schema of a list of JSON texts, which is what \a media, a JSON sequence, gives. Before 3.2, which has
//! `itemSchema` for it, documents describe the item where the list belongs. \source
//! core/sources/openapi/README.md 8
Json sequenceSchema(const OpenApiMedia &media, const OpenApiOperation &operation);

//! The statuses of \a responses that count as success, the ones to be preferred first: 200, 201, …, 2XX;
//! "default" where no other is a success. Of \a upstream only the first of 200 and 201. \source
//! core/sources/openapi/README.md 8
QStringList successStatuses(const Json &responses, bool upstream);

} // namespace Workbench
