// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/window/fixtureverifier.h"

#include "core/base/visibletext.h"
#include "core/checks/verification.h"
#include "core/operation/effects.h"
#include "ui/models/fixturesmodel.h"
#include "ui/models/words.h"
#include "ui/window/fixturesecrets.h"
#include "ui/window/fixturestore.h"
#include "ui/window/preferences.h"

#include <QMessageBox>
#include <QPushButton>
#include <QtConcurrentRun>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

FixtureVerdict verdictOf(const VerificationResult &result)
{
    using Outcome = VerificationResult::Outcome;
    using State = FixtureVerdict::State;
    FixtureVerdict verdict;
    verdict.definitionChanged = result.hasChangedDefinition() && !result.definitionAccepted;
    if (verdict.definitionChanged)
        verdict.definitionChanges = toStrings(result.definitionChanges);
    verdict.comparison.differences = result.differences;
    verdict.comparison.differencesNotShown = result.differencesNotShown;
    verdict.comparison.remarks = result.remarks;
    verdict.note = result.reason;
    if (result.actual)
        verdict.now = *result.actual;
    switch (result.outcome) {
    case Outcome::Passed:
    case Outcome::Changed: verdict.state = State::Same; break;
    case Outcome::Failed:
        verdict.state = result.differences.isEmpty() ? State::Failed : State::Differs;
        break;
    case Outcome::Skipped: verdict.state = State::NotCalled; break;
    }
    return verdict;
}

} // namespace

struct FixtureVerifier::Private {
    //! The fixtures of one source.
    struct Group {
        QString source;
        QList<StoredFixture> fixtures;
    };

    FixtureVerifier *q;
    Sessions *sessions;
    FixtureStore *store;
    QWidget *window;
    FixtureSecrets *secrets;
    QList<Group> waiting{};
    std::unique_ptr<Verification> running{};
    QMetaObject::Connection connecting{}; //!< waits for the source that is connecting
    bool allowMutations = false;
    bool isCancelled = false;
    QString single{}; //!< file of the fixture that runs again; empty: a verification
    qsizetype done = 0; //!< fixtures of the finished groups
    qsizetype total = 0;
    QMap<FixtureVerdict::State, qsizetype> counts{};
    qsizetype changedDefinitions = 0;

    FixturesModel *model() const { return store->model(); }

    void start(const QStringList &files)
    {
        total = done = 0;
        isCancelled = false;
        counts.clear();
        changedDefinitions = 0;
        QList<StoredFixture> called;
        for (const StoredFixture &stored : model()->listing().fixtures) {
            if (!files.isEmpty() && !files.contains(stored.file))
                continue;
            auto group = std::ranges::find(waiting, stored.fixture.source.name, &Group::source);
            if (group == waiting.end())
                group = waiting.insert(waiting.end(), {stored.fixture.source.name, {}});
            group->fixtures.append(stored);
            if (isCalled(stored.fixture))
                called.append(stored);
            ++total;
            model()->setVerdict(stored.file, {.state = FixtureVerdict::State::Waiting});
        }
        Q_EMIT q->progressed(0, total);
        secrets->find(called, [this] { next(); });
    }

    //! Returns whether the operation will probably be called, so that its secrets are needed. The source's
    //! current definition may still prevent the call.
    bool isCalled(const Fixture &fixture) const
    {
        const auto definition = model()->listing().definitions.constFind(fixture.definitionHash);
        if (allowMutations || fixture.isStream() || definition == model()->listing().definitions.cend())
            return true;
        return !mayChangeSomething(definition->spec);
    }

    void next()
    {
        running.reset();
        if (waiting.isEmpty()) {
            end();
            return;
        }
        const QString source = waiting.constFirst().source;
        if (!sessions->source(source)) {
            refuse(
                FixtureVerifier::tr("This workspace has no source %1.").arg(visibleText(source, false, 60)));
            return;
        }
        if (sessions->state(source).isUsable()) {
            run();
            return;
        }
        connecting = QObject::connect(
            sessions, &Sessions::sourceChanged, q,
            [this, source](const QString &name) {
                const SourceState state = sessions->state(source);
                if (name != source || state.phase == SourceState::Phase::Connecting)
                    return;
                QObject::disconnect(connecting);
                if (state.isUsable())
                    run();
                else
                    refuse(state.error.message);
            },
            Qt::QueuedConnection);
        sessions->connectSource(source);
    }

    //! Fails the first group with \a reason, because its source cannot be called.
    void refuse(const QString &reason)
    {
        const Group group = waiting.takeFirst();
        for (const StoredFixture &stored : group.fixtures)
            note(stored.file, {.state = FixtureVerdict::State::Failed, .note = reason});
        done += group.fixtures.size();
        Q_EMIT q->progressed(done, total);
        next();
    }

    void run()
    {
        const Group group = waiting.takeFirst();
        FixtureListing listing;
        listing.fixtures = group.fixtures;
        listing.definitions = model()->listing().definitions;
        for (const StoredFixture &stored : group.fixtures)
            model()->setVerdict(stored.file, {.state = FixtureVerdict::State::Running});
        running = std::make_unique<Verification>(sessions, group.source, listing,
            VerificationOptions{.allowMutations = allowMutations, .secrets = secrets->of(group.source)});
        QObject::connect(running.get(), &Verification::settled, q, [this](qsizetype index) {
            const VerificationResult &result = running->report().results.at(index);
            note(result.fixture, verdictOf(result));
        });
        QObject::connect(running.get(), &Verification::answered, q, &FixtureVerifier::answered);
        QObject::connect(running.get(), &Verification::progressed, q,
            [this](qsizetype settled) { Q_EMIT q->progressed(done + settled, total); });
        QObject::connect(running.get(), &Verification::finished, q, [this, count = group.fixtures.size()] {
            for (const VerificationResult &result : running->report().results) { // cancelled ones
                if (model()->verdict(result.fixture).state == FixtureVerdict::State::Running)
                    note(result.fixture, verdictOf(result));
            }
            done += count;
            running.release()->deleteLater(); // it is emitting this signal
            next();
        });
        running->start();
    }

    void note(const QString &file, const FixtureVerdict &verdict)
    {
        ++counts[verdict.state];
        changedDefinitions += verdict.definitionChanged ? 1 : 0;
        model()->setVerdict(file, verdict);
    }

    void end()
    {
        Q_EMIT q->progressed(total, total);
        const QString file = std::exchange(single, {});
        if (!file.isEmpty() && model()->verdict(file).now) {
            Q_EMIT q->ranAgain(file);
            return;
        }
        if (total == 0)
            return;
        QStringList parts;
        using State = FixtureVerdict::State;
        const std::initializer_list<std::pair<State, QString>> words{
            {State::Same, FixtureVerifier::tr("%L1 the same")},
            {State::Differs, FixtureVerifier::tr("%L1 different")},
            {State::Failed, FixtureVerifier::tr("%L1 failed")},
            {State::NotCalled, FixtureVerifier::tr("%L1 not verified")}};
        for (const auto &[state, word] : words) {
            if (const qsizetype count = counts.value(state); count > 0)
                parts.append(word.arg(count));
        }
        if (changedDefinitions > 0)
            parts.append(FixtureVerifier::tr("%n changed definitions", nullptr, int(changedDefinitions)));
        const QString summary =
            FixtureVerifier::tr("Verified %n fixtures: %1.", nullptr, int(total)).arg(parts.join(u", "_s));
        const bool isNothing = counts.value(State::NotCalled) == total && !isCancelled;
        if (counts.value(State::Differs) + counts.value(State::Failed) + changedDefinitions > 0 || isNothing)
            Q_EMIT q->failed({.kind = ErrorKind::Validation, .message = summary});
        else
            Q_EMIT q->finished(summary);
    }
};

FixtureVerifier::FixtureVerifier(
    Sessions *sessions, FixtureStore *store, FixtureSecrets *secrets, QWidget *window, QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>(
          Private{.q = this, .sessions = sessions, .store = store, .window = window, .secrets = secrets}))
{
}

FixtureVerifier::~FixtureVerifier() = default;

bool FixtureVerifier::isRunning() const
{
    return d->running || !d->waiting.isEmpty();
}

void FixtureVerifier::verify(const QStringList &files)
{
    if (isRunning())
        return;
    d->allowMutations = false;
    d->single.clear();
    d->start(files);
}

void FixtureVerifier::runAgain(const QString &file)
{
    const StoredFixture *stored = d->model()->find(file);
    if (!stored || isRunning())
        return;
    const auto run = [this, file](bool isMutation) {
        if (isRunning())
            return;
        d->allowMutations = isMutation;
        d->single = file;
        d->start({file});
    };
    const bool isMutation = stored->fixture.type == OperationType::Mutation;
    if (!isMutation || !Preferences::asks(Preferences::Question::RunAgain)) {
        run(isMutation);
        return;
    }
    auto *question = new QMessageBox(QMessageBox::Question, tr("Run again"),
        tr("\"%1\" of %2 may change data on the server.")
            .arg(visibleText(nameOf(*d->sessions, stored->fixture.source.name, stored->fixture.operation),
                     false, 100),
                visibleText(stored->fixture.source.name, false, 60)),
        QMessageBox::NoButton, d->window);
    question->setObjectName(u"runAgainQuestion"_s);
    question->setAttribute(Qt::WA_DeleteOnClose);
    question->setTextFormat(Qt::PlainText);
    QPushButton *yes = question->addButton(tr("Call it"), QMessageBox::AcceptRole);
    question->setDefaultButton(question->addButton(tr("Do not call"), QMessageBox::RejectRole));
    connect(yes, &QPushButton::clicked, this, [run] { run(true); });
    question->open();
}

void FixtureVerifier::cancel()
{
    if (d->connecting)
        disconnect(d->connecting);
    d->isCancelled = true;
    d->secrets->giveUp();
    const QList<Private::Group> rest = std::exchange(d->waiting, {});
    for (const Private::Group &group : rest) {
        for (const StoredFixture &stored : group.fixtures)
            d->note(stored.file, {.state = FixtureVerdict::State::NotCalled, .note = tr("cancelled")});
        d->done += group.fixtures.size();
    }
    if (d->running)
        d->running->cancel();
    else if (!rest.isEmpty())
        d->end();
}

void FixtureVerifier::judgeAgain(const QString &file, const QList<MatchRule> &rules)
{
    const StoredFixture *stored = d->model()->find(file);
    const FixtureVerdict verdict = d->model()->verdict(file);
    if (!stored || !verdict.now)
        return;
    Fixture recorded = stored->fixture;
    recorded.match = rules;
    QtConcurrent::run([recorded, now = *verdict.now, limits = d->store->limits()] {
        return compareFixtures(recorded, now, limits);
    }).then(this, [this, file, verdict](const Result<FixtureComparison> &comparison) {
        if (!comparison)
            return;
        FixtureVerdict judged = verdict;
        judged.comparison = *comparison;
        judged.state = comparison->isSame() ? FixtureVerdict::State::Same : FixtureVerdict::State::Differs;
        d->model()->setVerdict(file, judged);
    });
}

} // namespace Workbench::Ui

#include "moc_fixtureverifier.cpp"
