// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/exchange/exchangelog.h"

namespace Workbench {

//! Returns facts about a call that its frames contain but its envelope does not: {"requestId": …} for a call
//! to a hub. Absent if there are none, or if the frames were dropped. Searches from the newest frame back.
Json wireFacts(const ExchangeLog &log, const QString &exchangeId);

} // namespace Workbench
