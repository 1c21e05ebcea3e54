// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/json.h"

#include <QStringList>

namespace Workbench {

bool isEventStreamMedia(QStringView mediaType);
bool isTextMedia(QStringView mediaType);
bool isFormMedia(QStringView mediaType); //!< application/x-www-form-urlencoded
bool isMultipartMedia(QStringView mediaType);
bool isMediaRange(QStringView mediaType); //!< "*/*", "image/*": cannot be sent as it is

//! The statuses of \a responses that count as success, the ones to be preferred first: 200, 201, …, 2XX. Of
//! \a upstream only the first of 200 and 201. \source core/sources/openapi/README.md 8
QStringList successStatuses(const Json &responses, bool upstream);

} // namespace Workbench
