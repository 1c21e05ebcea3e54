// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/visibletext.h"
#include "core/session/invocationrun.h"

using namespace Qt::StringLiterals;

namespace Workbench {

namespace {

constexpr qsizetype maxNoteLength = 200;

QLatin1StringView kindWord(ErrorKind kind)
{
    switch (kind) {
    case ErrorKind::Usage: return "usage"_L1;
    case ErrorKind::Network: return "network"_L1;
    case ErrorKind::Closed: return "closed"_L1;
    case ErrorKind::Timeout: return "timeout"_L1;
    case ErrorKind::Protocol: return "protocol"_L1;
    case ErrorKind::Limit: return "limit"_L1;
    case ErrorKind::Validation: return "validation"_L1;
    case ErrorKind::Trust: return "trust"_L1;
    case ErrorKind::Remote: return "error"_L1;
    case ErrorKind::Cancelled: return "cancelled"_L1;
    case ErrorKind::Storage: return "storage"_L1;
    case ErrorKind::Internal: break;
    }
    return "internal"_L1;
}

QString firstText(const McpMeta &meta)
{
    for (const Json block : meta.content.items()) {
        if (const QString text = block.member("text"_L1).toString(); !text.isEmpty())
            return visibleText(text, false, maxNoteLength);
    }
    return {};
}

//! "{ok, data} opened; the schema describes the data; …": what the explanation beside the data is headed
//! with.
QString mismatchNote(const Diagnosis &diagnosis)
{
    const QString title = visibleText(diagnosis.title, false, maxNoteLength);
    if (!diagnosis.validPointer || title.isEmpty())
        return title;
    return visibleText(diagnosis.envelope, false, 60) + u" opened; "_s + title.first(1).toLower()
        + title.sliced(1);
}

} // namespace

QString outcomeWord(const Error &error)
{
    return error.code.isEmpty() ? QString(kindWord(error.kind)) : error.code;
}

Error cancelledError()
{
    return {.kind = ErrorKind::Cancelled, .code = u"cancelled"_s, .message = u"the call was cancelled"_s};
}

void describeEnd(ExchangeRecord &record, const Result<Outcome> &result)
{
    if (!result) {
        const bool cancelled = result.error().kind == ErrorKind::Cancelled;
        record.state = cancelled ? ExchangeRecord::State::Cancelled : ExchangeRecord::State::Failed;
        record.outcome = cancelled ? u"cancelled"_s : outcomeWord(result.error());
        if (const auto status = result.error().details.member("statusCode"_L1).toInteger())
            record.outcome = QString::number(*status);
        record.note = visibleText(result.error().message, false, maxNoteLength);
        return;
    }
    record.state = ExchangeRecord::State::Ok;
    record.outcome = u"ok"_s;
    record.warnings = result->warnings.size() + qMax<qsizetype>(0, result->warningsNotShown);
    if (const qsizetype changes = result->changes.size(); changes > 0)
        record.note = changes == 1 ? u"1 value normalised"_s : u"%1 values normalised"_s.arg(changes);
    // What was normalised is the better news of a value or two that do not fit.
    if (!result->diagnoses.isEmpty()
        && (record.note.isEmpty() || result->diagnoses.first().code != "schema.mismatch"_L1))
        record.note = mismatchNote(result->diagnoses.first());
    if (const auto *http = std::get_if<HttpMeta>(&result->envelope.meta())) {
        record.outcome = QString::number(http->statusCode);
        if (http->statusCode >= 400)
            record.state = ExchangeRecord::State::Failed;
    } else if (const auto *mcp = std::get_if<McpMeta>(&result->envelope.meta()); mcp && mcp->isError) {
        record.state = ExchangeRecord::State::Failed;
        record.outcome = u"isError"_s;
        record.note = firstText(*mcp);
    }
}

} // namespace Workbench
