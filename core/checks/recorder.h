// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/fixture/fixture.h"
#include "core/fixture/fixturefolder.h"
#include "core/session/sessions.h"

namespace Workbench {

//! Returns the origin of the exchanges of \a source, as far as its connection states it.
FixtureOrigin fixtureOriginOf(const Sessions &sessions, const QString &source);

//! Returns the recording of the ended call \a exchangeId. If the source was removed or the exchange was
//! dropped, the recording contains only the remaining facts. GUI thread. The function is cheap, except for
//! HTTP, where it builds the request again.
Recording recordingOf(
    const Sessions &sessions, const OperationId &operation, const Json &input, const QString &exchangeId);

//! Returns the stable name of \a reason: "completed", "aborted", "cancelled", "closed" or "error".
QString endName(EndReason reason);
//! Returns the items of a stream that are still kept. The gap of the first event is the time since \a
//! startedAt. GUI thread, cheap.
QList<FixtureEvent> fixtureEventsOf(const Subscription &subscription, const QDateTime &startedAt);
//! Returns \a item as an event of a fixture.
FixtureEvent fixtureEventOf(const StreamItem &item);

//! Returns the secrets to hide in recordings of \a source: the known secrets, and the values of secret
//! headers, variables and query items in its settings.
KnownSecrets recordingSecrets(const Sessions &sessions, const QString &source);

//! A recorded exchange and the definition of its operation, without secrets, for a folder of fixtures.
struct RecordedExchange {
    RedactedFixture fixture;
    FixtureDefinition definition;
};
//! Returns a recorded call without secrets. \a secrets come from recordingSecrets(). Takes time in proportion
//! to the size of the answer. Any thread.
RecordedExchange recordedCall(
    const Recording &recording, const Result<Outcome> &result, const KnownSecrets &secrets);
//! Returns a recorded stream without secrets. \a end is the value of Fixture::end, \a secrets come from
//! recordingSecrets(). Any thread.
RecordedExchange recordedStream(const Recording &recording, const QList<FixtureEvent> &events,
    const QString &end, const std::optional<Error> &error, const KnownSecrets &secrets);

} // namespace Workbench
