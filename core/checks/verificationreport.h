// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/fixture/fixturecomparison.h"
#include "core/operation/operationdefinition.h"

#include <memory>

namespace Workbench {

//! The result of verifying one fixture.
struct VerificationResult {
    enum class Outcome : quint8 {
        Passed, //!< the answer is the same
        Failed, //!< the answer differs, or the call could not be made
        Changed, //!< the answer is the same, but the definition of the operation changed
        Skipped, //!< not called; the reason says why
    };
    QString fixture; //!< the file in the folder
    QString operation;
    Outcome outcome = Outcome::Skipped;
    QString reason{}; //!< why it was skipped or could not be compared, as a sentence
    QList<FixtureDifference> differences{};
    qsizetype differencesNotShown = 0;
    QStringList remarks{}; //!< about its match rules
    QByteArray definitionWas{}; //!< the recorded hash if the definition changed; else empty
    QByteArray definitionIs{}; //!< the current hash if the definition changed; else empty
    bool definitionAccepted = false;
    //! The changes of the definition; empty if the recorded definition is not available.
    DefinitionDifferences definitionChanges{};
    qint64 durationMs = -1; //!< -1: it was not called
    //! The current answer without secrets, if the result failed; else null.
    std::shared_ptr<const Fixture> actual{};

    bool hasChangedDefinition() const { return !definitionIs.isEmpty(); }
};

//! Returns the stable name of \a outcome: "passed", "failed", "changed" or "skipped".
QLatin1StringView outcomeName(VerificationResult::Outcome outcome);

//! The results of verifying the fixtures of one source.
struct VerificationReport {
    QString source;
    QList<VerificationResult> results; //!< in the order of the fixtures
    //! Why no call reached the server of the source; nothing if a call reached it or no call was made. If
    //! set, the waiting fixtures are skipped.
    std::optional<Error> unreached{};

    //! Returns whether the server was reached and at least one fixture was not skipped.
    bool hasVerified() const;
    qsizetype count(VerificationResult::Outcome outcome) const;
    //! Returns the hashes of changed definitions that the user has not accepted, each once, as "sha256:…".
    QStringList newDefinitions() const;
};

//! Returns \a report as {passed, failed, changed, skipped, results: [{fixture, operation, outcome, reason?,
//! durationMs?, definition?: {was, is, accepted, changes: [{place, from?, before?, now?}], changesNotShown?},
//! differences: [{pointer, kind, from?, expected?, actual?}], differencesNotShown?, remarks?}]}.
Json toJson(const VerificationReport &report);
Json toJson(const FixtureDifference &difference);
//! Returns \a report as JUnit XML with one test case per fixture. Differences and definitions that are not
//! accepted are failures, skipped fixtures are skipped cases, and remarks are system-out.
QByteArray toJUnit(const VerificationReport &report);

} // namespace Workbench
