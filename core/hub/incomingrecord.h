// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/exchange/exchangelog.h"
#include "core/hub/callhandler.h"

namespace Workbench {

//! Begins the record of an incoming call, for CallHandler::Options::begin. Returns its exchange id. History
//! shows the call under the source that runs it. The note begins with \a caller, for example
//! "called by 127.0.0.1:4711".
QString beginIncoming(ExchangeLog &log, const IncomingCall &call, const QString &caller);
//! Ends the record with what \a report says. Does nothing if the log does not hold the record.
void endIncoming(ExchangeLog &log, const CallReport &report);

} // namespace Workbench
