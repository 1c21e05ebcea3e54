// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/hub/incomingrecord.h"

#include <tuple>

namespace Workbench {

using namespace Qt::StringLiterals;

QString beginIncoming(ExchangeLog &log, const IncomingCall &call, const QString &caller)
{
    ExchangeRecord record;
    record.source = call.id.nameSpace;
    record.operation = call.id.name;
    record.input = call.input;
    record.note = caller;
    record.identity = call.context.identity;
    return log.begin(record);
}

void endIncoming(ExchangeLog &log, const CallReport &report)
{
    const ExchangeRecord *known = log.findRecord(report.exchangeId);
    if (!known)
        return;
    using State = ExchangeRecord::State;
    ExchangeRecord record = *known;
    record.durationMs = report.duration.count();
    record.warnings = report.warningCount + report.lost;
    std::tie(record.requestBytes, record.responseBytes) = log.bytesOf(record.id);
    const QString &code = report.error.code;
    const bool isOk = code.isEmpty() && !report.isFailure;
    const bool isAborted = code == ErrorCode::aborted && report.error.message.isEmpty();
    record.state = isOk ? State::Ok : isAborted ? State::Cancelled : State::Failed;
    record.outcome = isOk ? u"ok"_s : isAborted ? u"aborted"_s : code.isEmpty() ? u"error"_s : code;
    if (isAborted)
        record.note += u"; the caller aborted it"_s;
    else if (!report.error.message.isEmpty())
        record.note += u"; "_s + report.error.message;
    else if (report.changeCount == 1)
        record.note += u"; 1 value normalised"_s;
    else if (report.changeCount > 1)
        record.note += u"; %1 values normalised"_s.arg(report.changeCount);
    log.update(record);
}

} // namespace Workbench
