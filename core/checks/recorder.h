// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/fixture/fixturefolder.h"
#include "core/fixture/recording.h"
#include "core/session/sessions.h"

namespace Workbench {

//! Where a source's exchanges come from, as far as its connection tells.
FixtureOrigin fixtureOriginOf(const Sessions &sessions, const QString &source);

//! All that is known of the call \a exchangeId, which has ended; of a source that is gone, or an exchange
//! that was dropped, the rest. GUI thread, and cheap but for HTTP, whose request is made once more to be
//! looked at.
Recording recordingOf(
    const Sessions &sessions, const OperationId &operation, const Json &input, const QString &exchangeId);

//! "completed", "aborted", "cancelled", "closed", "error"
QString endName(EndReason reason);
//! What a stream delivered: those of its items that are still kept. The first gap is that since
//! \a startedAt. GUI thread, cheap.
QList<FixtureEvent> fixtureEventsOf(const Subscription &subscription, const QDateTime &startedAt);
FixtureEvent fixtureEventOf(const StreamItem &item);

//! What is to be hidden in recordings of \a source: the secrets that are known, and what its settings have in
//! secret headers, variables and addresses.
KnownSecrets recordingSecrets(const Sessions &sessions, const QString &source);

//! What goes into a folder, without secrets.
struct RecordedExchange {
    RedactedFixture fixture;
    FixtureDefinition definition;
};
//! Any thread; takes time in proportion to the answer. \a secrets are those of recordingSecrets().
RecordedExchange recordedCall(
    const Recording &recording, const Result<Outcome> &result, const KnownSecrets &secrets);
//! The same of a stream; \a end as in Fixture::end.
RecordedExchange recordedStream(const Recording &recording, const QList<FixtureEvent> &events,
    const QString &end, const std::optional<Error> &error, const KnownSecrets &secrets);

} // namespace Workbench
