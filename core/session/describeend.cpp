// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/advice.h"
#include "core/base/visibletext.h"
#include "core/session/invocationrun.h"

using namespace Qt::StringLiterals;

namespace Workbench {

namespace {

constexpr qsizetype maxNoteLength = 200;

QString firstText(const McpMeta &meta)
{
    for (const Json block : meta.content.items()) {
        if (const QString text = block.member("text"_L1).toString(); !text.isEmpty())
            return visibleText(text, false, maxNoteLength);
    }
    return {};
}

//! Returns the heading of the explanation that is shown beside the data, for example "{ok, data} opened. The
//! schema describes the data; …".
QString mismatchNote(const Diagnosis &diagnosis)
{
    const QString title = visibleText(diagnosis.title, false, maxNoteLength);
    if (!diagnosis.validPointer || title.isEmpty())
        return title;
    return visibleText(diagnosis.envelope, false, 60) + u" opened. "_s + title;
}

} // namespace

void describeEnd(ExchangeRecord &record, const Result<Outcome> &result)
{
    if (!result) {
        const bool endedHere = result.error().kind == ErrorKind::Cancelled || isDisconnect(result.error());
        record.state = endedHere ? ExchangeRecord::State::Cancelled : ExchangeRecord::State::Failed;
        record.outcome = outcomeWord(result.error());
        if (const auto status = result.error().details.member("statusCode"_L1).toInteger())
            record.outcome = QString::number(*status);
        record.note = visibleText(messageOnOneLine(result.error()), false, maxNoteLength);
        return;
    }
    record.state = ExchangeRecord::State::Ok;
    record.outcome = u"ok"_s;
    record.warnings = attentionCount(*result);
    if (const qsizetype changes = result->changes.size(); changes > 0)
        record.note = changes == 1 ? u"1 value normalised"_s : u"%1 values normalised"_s.arg(changes);
    // The number of normalised values says more than a mismatch of a few values.
    if (!result->diagnoses.isEmpty()
        && (record.note.isEmpty() || result->diagnoses.first().code != "schema.mismatch"_L1))
        record.note = mismatchNote(result->diagnoses.first());
    if (record.note.isEmpty() && result->envelope.isLegacy)
        record.note = u"a bare value instead of an envelope"_s;
    if (const auto *http = std::get_if<HttpMeta>(&result->envelope.meta())) {
        record.outcome = QString::number(http->statusCode);
        if (http->statusCode >= 400)
            record.state = ExchangeRecord::State::Failed;
    } else if (const auto *mcp = std::get_if<McpMeta>(&result->envelope.meta()); mcp && mcp->isError) {
        record.state = ExchangeRecord::State::Failed;
        record.outcome = u"error"_s;
        record.note = firstText(*mcp);
    }
}

} // namespace Workbench
