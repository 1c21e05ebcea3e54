// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/fixture/fixturecomparison.h"
#include "core/operation/operationdefinition.h"

#include <memory>

namespace Workbench {

//! What became of one fixture.
struct VerificationResult {
    enum class Outcome : quint8 {
        Passed, //!< the same answer
        Failed, //!< another answer, or none could be asked for
        Changed, //!< the same answer, of an operation whose definition is another one
        Skipped, //!< not called, for a reason
    };
    QString fixture; //!< file inside the folder
    QString operation;
    Outcome outcome = Outcome::Skipped;
    QString reason{}; //!< why it was skipped, or could not be compared; a sentence
    QList<FixtureDifference> differences{};
    qsizetype differencesNotShown = 0;
    QStringList remarks{}; //!< of its rules
    QByteArray definitionWas{}; //!< hash, when the definition is another one now; also beside differences
    QByteArray definitionIs{};
    bool definitionAccepted = false;
    //! Of the definition; empty when what was recorded of it is not there.
    DefinitionDifferences definitionChanges{};
    qint64 durationMs = -1; //!< -1: it was not called
    //! What it answered now, without secrets; of one that failed.
    std::shared_ptr<const Fixture> actual{};

    bool hasChangedDefinition() const { return !definitionIs.isEmpty(); }
};

QLatin1StringView outcomeName(VerificationResult::Outcome outcome); //!< "passed", …

struct VerificationReport {
    QString source;
    QList<VerificationResult> results; //!< in the order of the fixtures
    //! Why no call reached the source's server; nothing: one did, or none was made. What waited is skipped
    //! then.
    std::optional<Error> unreached{};

    //! True if the source was asked for at least one answer and one could be compared.
    bool hasVerified() const;
    qsizetype count(VerificationResult::Outcome outcome) const;
    //! Definitions that are other ones than recorded and that the user has not accepted: "sha256:…", each
    //! once.
    QStringList newDefinitions() const;
};

//! {passed, failed, changed, skipped, results: [{fixture, operation, outcome, reason?, durationMs?,
//! definition?: {was, is, accepted, changes: [{place, before?, now?}], changesNotShown?}, differences:
//! [{pointer, kind, from?, expected?, actual?}], differencesNotShown?, remarks?}]}
Json toJson(const VerificationReport &report);
Json toJson(const FixtureDifference &difference);
//! One test case a fixture: what differs, and a definition that is not accepted, are failures; what was not
//! called is skipped; remarks are system-out.
QByteArray toJUnit(const VerificationReport &report);

} // namespace Workbench
