// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/checks/verificationreport.h"
#include "core/fixture/fixturefolder.h"
#include "core/fixture/recording.h"
#include "core/session/sessions.h"

#include <QHash>
#include <QPointer>

#include <stop_token>

namespace Workbench {

struct VerificationOptions {
    bool allowMutations = false; //!< else only what reads, by its type or its own claim, is called
    QStringList acceptedDefinitions{}; //!< hashes, with or without "sha256:", that are known to be new
    //! By name, for the placeholders in recorded inputs; what is not here is not sent.
    QHash<QString, QString> secrets{};
    //! Of a call, and of a stream beyond the time it took when it was recorded; none: limits.request.timeout
    std::optional<std::chrono::milliseconds> timeout{};
};

//! Calls a connected source as it was called when fixtures were recorded, and compares the answers. Of a
//! stream as many items are taken as were recorded. At most limits.fixture.parallel at a time; answers are
//! compared on workers. While no call has reached the server and one has failed to, no further one is
//! started. GUI thread. \source core/RULES.md R-130
class Verification : public QObject {
    Q_OBJECT
public:
    //! Why a fixture of an operation that may change something is skipped.
    static constexpr QLatin1StringView mutationReason{"It may change something; mutations were not allowed."};

    Verification(Sessions *sessions, QString source, const FixtureListing &fixtures,
        VerificationOptions options = {}, QObject *parent = nullptr);
    ~Verification() override; //!< running calls are cancelled

    //! Once. finished() follows.
    void start();
    //! What is running ends; what has no result is skipped. finished() follows.
    void cancel();
    //! A result for each fixture from the start on, skipped until it is settled; files that could not be read
    //! come last.
    const VerificationReport &report() const { return m_report; }

Q_SIGNALS:
    //! Emitted for each call that reached the server, before its answer is compared. A recorded input that
    //! holds a secret holds its name here. \a invocation is deleted afterwards.
    void answered(const Workbench::Recording &recording, const Workbench::Invocation &invocation);
    void settled(qsizetype index); //!< in the report
    void progressed(qsizetype done, qsizetype total, const QString &fixture);
    void finished(); //!< once, from the event loop

private:
    struct Call;
    struct Compared;
    struct Answer;
    static std::optional<DefinitionDifferences> changedDefinition(const Answer &answer, const Fixture &now);
    std::optional<FixtureDefinition> recordedDefinition(qsizetype index) const;
    static Task<void> compare(QPointer<Verification> self, qsizetype index, Answer answer);
    void callNext();
    void skipWaiting(const QString &reason);
    //! Why it is not called; empty: it is being called.
    QString begin(qsizetype index);
    void beginStream(Call &call, const OperationId &operation, const Json &input);
    void takeItems(Call &call, qsizetype added);
    void takeResult(Call &call);
    void takeStream(Call &call, const QString &end, const std::optional<Error> &error);
    //! Takes the failure of a call that did not reach the server, which is no answer to compare. False: it
    //! did.
    bool takeUnreached(Call &call, const Error *error);
    void drop(Call &call);
    void take(qsizetype index, const Compared &compared);
    void settle(qsizetype index);
    void finish();

    QPointer<Sessions> m_sessions;
    QList<StoredFixture> m_fixtures;
    QMap<QByteArray, FixtureDefinition> m_definitions; //!< that were recorded, by their hashes
    VerificationOptions m_options;
    VerificationReport m_report;
    QHash<QString, std::shared_ptr<const OperationSpec>> m_operations;
    QList<qsizetype> m_waiting;
    std::vector<std::unique_ptr<Call>> m_calls;
    qsizetype m_comparing = 0;
    qsizetype m_settled = 0;
    std::stop_source m_stop;
    std::optional<Error> m_unreached; //!< of the first call that did not reach the server
    bool m_hasReached = false;
    bool m_isFinished = false;
};

} // namespace Workbench
