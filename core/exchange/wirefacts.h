// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/exchange/exchangelog.h"

namespace Workbench {

//! What the frames of a call tell of it and its envelope does not: {"requestId": …} of one that went to a
//! hub. Absent when there is nothing, or its frames are no longer kept. Looks from the newest frame back.
Json wireFacts(const ExchangeLog &log, const QString &exchangeId);

} // namespace Workbench
