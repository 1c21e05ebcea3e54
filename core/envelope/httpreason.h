// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QLatin1StringView>

namespace Workbench {

//! Returns the reason phrase of \a status as IANA registers it ("Not Found"), or an empty text.
QLatin1StringView httpReason(qint64 status);

} // namespace Workbench
