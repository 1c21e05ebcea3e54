// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/fixture/fixturecomparison.h"
#include "core/fixture/fixturefolder.h"
#include "core/operation/operationdefinition.h"
#include "core/session/sessions.h"

#include <QHash>
#include <QPointer>

#include <memory>
#include <stop_token>

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

//! The options of a Verification.
struct VerificationOptions {
    bool allowMutations = false; //!< if false, only operations that read (by type or own claim) are called
    QStringList acceptedDefinitions{}; //!< hashes of accepted definitions, with or without "sha256:"
    //! Secrets by name for the placeholders in recorded inputs. A fixture with a missing secret is skipped.
    QHash<QString, QString> secrets{};
    //! The timeout of a call. A stream gets this time in addition to its recorded duration. Nothing:
    //! limits.request.timeout.
    std::optional<std::chrono::milliseconds> timeout{};
};

//! Repeats recorded calls at a connected source and compares the answers. A stream is read until it has as
//! many items as were recorded. At most limits.fixture.parallel calls run at a time, and answers are compared
//! on workers. If a call does not reach the server and no call has reached it yet, no further call starts
//! until one does. GUI thread. \source core/RULES.md R-130
class Verification : public QObject {
    Q_OBJECT
public:
    //! The reason why a fixture of an operation that may change something is skipped.
    static constexpr QLatin1StringView mutationReason{"It may change data and was not called."};

    Verification(Sessions *sessions, QString source, const FixtureListing &fixtures,
        VerificationOptions options = {}, QObject *parent = nullptr);
    //! Cancels running calls.
    ~Verification() override;

    //! Starts the verification. May be called once. finished() follows.
    void start();
    //! Cancels running calls and skips the fixtures without a result. finished() follows.
    void cancel();
    //! Returns the report. From the start it has a result for each fixture, which is skipped until it is
    //! settled. Files that could not be read come last.
    const VerificationReport &report() const { return m_report; }

Q_SIGNALS:
    //! Emitted for each call that reached the server, before its answer is compared. The input of \a
    //! recording contains the names of secrets, not their values. \a invocation is deleted afterwards.
    void answered(const Workbench::Recording &recording, const Workbench::Invocation &invocation);
    //! Emitted when the result at \a index in the report is final.
    void settled(qsizetype index);
    void progressed(qsizetype done, qsizetype total, const QString &fixture);
    //! Emitted exactly once, from the event loop, when the verification has ended.
    void finished();

private:
    struct Call;
    struct Compared;
    struct Answer;
    //! Returns the changes of the definition since \a answer was recorded; nothing if \a hash is the same.
    static std::optional<DefinitionDifferences> changedDefinition(
        const Answer &answer, const QByteArray &hash);
    std::optional<FixtureDefinition> recordedDefinition(qsizetype index) const;
    static Task<void> compare(QPointer<Verification> self, qsizetype index, Answer answer);
    //! Skips the fixture at \a index for \a reason. Compares its definition on a worker first: a server that
    //! claims that a tool changes data from now on has changed the definition too.
    static Task<void> skip(QPointer<Verification> self, qsizetype index, QString reason, Answer answer);
    void takeDefinition(
        qsizetype index, const std::optional<DefinitionDifferences> &changes, const QByteArray &hash);
    //! Returns whether a call with the operation and the input of the fixture at \a index is running. Answers
    //! may differ with each call, so repeated calls run one after another, in the order of the fixtures.
    bool isRunning(qsizetype index) const;
    void callNext();
    void skipWaiting(const QString &reason);
    //! Calls the fixture at \a index. Returns why it is not called; empty if it is, or if skip() settles it.
    QString begin(qsizetype index);
    QString beginSkip(qsizetype index, const OperationSpec &spec, const QString &reason);
    void beginStream(
        Call &call, const OperationId &operation, const Json &input, const InvokeOptions &options);
    void takeItems(Call &call, qsizetype added);
    void takeResult(Call &call);
    void takeStream(Call &call, const QString &end, const std::optional<Error> &error);
    //! Takes the end of a call, with its \a error or null. Returns false if it has no answer to compare: its
    //! end was taken before, it was cancelled, or it did not reach the server.
    bool takeEnd(Call &call, qint64 durationMs, const Error *error);
    //! Completes \a answer with what is known of \a call, and compares it.
    void compareAnswer(Call &call, Answer answer);
    //! Takes the failure of a call that did not reach the server and therefore has no answer to compare.
    //! Returns false if the call reached the server.
    bool takeUnreached(Call &call, const Error *error);
    void drop(Call &call);
    void take(qsizetype index, const Compared &compared);
    void settle(qsizetype index);
    void finish();

    QPointer<Sessions> m_sessions;
    QList<StoredFixture> m_fixtures;
    QMap<QByteArray, FixtureDefinition> m_definitions; //!< the recorded definitions, by hash
    VerificationOptions m_options;
    VerificationReport m_report;
    QHash<QString, std::shared_ptr<const OperationSpec>> m_operations;
    QList<qsizetype> m_waiting;
    QList<qsizetype> m_firsts; //!< for each fixture the first one with its operation and input
    std::vector<std::unique_ptr<Call>> m_calls;
    qsizetype m_comparing = 0;
    qsizetype m_settled = 0;
    std::stop_source m_stop;
    std::optional<Error> m_unreached; //!< the error of the first call that did not reach the server
    bool m_hasReached = false;
    bool m_isFinished = false;
};

} // namespace Workbench
