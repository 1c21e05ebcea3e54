// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/fixture/fixturefolder.h"
#include "core/json/json.h"
#include "core/session/sessions.h"

#include <QHash>
#include <QStringList>

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

//! Returns the names of the placeholders `${secret:NAME}` in a recorded input, each once.
QStringList secretsIn(const Json &input);
//! Returns \a input with its placeholders replaced by the values of \a secrets, which are stored by name. The
//! inserted values are not expanded again.
Json withSecrets(const Json &input, const QHash<QString, QString> &secrets);

//! A secret that recorded inputs of one source need.
struct NeededSecret {
    QString source;
    QString name; //!< as in `${secret:NAME}`
    qsizetype fixtures = 0; //!< the number of fixtures that need it
    //! The reference that the settings of the source use under that name: "keychain:NAME" or "env:NAME";
    //! empty if they use none.
    QString reference{};
    //! The reference of the variable with that name in the active environment; empty if there is none.
    QString offered{};
    //! The name in the keychain for a value that the user enters. It depends on the current address of the
    //! source.
    QString keptAs{};
};

//! Returns the secrets that \a fixtures need, each once per source, in the order of \a fixtures. Unknown
//! sources are skipped. A fixture may come from anywhere, so a named secret is sent only to a source whose
//! settings use it already, or after the user has confirmed it. GUI thread.
QList<NeededSecret> neededSecrets(const Sessions &sessions, const QList<StoredFixture> &fixtures);

} // namespace Workbench
