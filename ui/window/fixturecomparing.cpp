// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Compares results with other results of this run, with fixtures and with other sources.
#include "core/base/visibletext.h"
#include "core/checks/fixturesecrets.h"
#include "core/session/sessions.h"
#include "ui/fixtures/askedsecrets.h"
#include "ui/fixtures/comparewithdialog.h"
#include "ui/fixtures/fixturepage.h"
#include "ui/fixtures/fixturesmodel.h"
#include "ui/fixtures/fixturespane.h"
#include "ui/fixtures/fixtureverifier.h"
#include "ui/models/jsonrow.h"
#include "ui/models/words.h"
#include "ui/pages/operationpage.h"
#include "ui/window/fixturescontroller.h"
#include "ui/window/messagebar.h"
#include "ui/window/pagestack.h"

#include <QLocale>
#include <QtConcurrentRun>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {
constexpr qsizetype mostChoices = 300;
}

ComparedSide FixturesController::sideOf(const StoredFixture &stored) const
{
    return {tr("%1, recorded %2")
                .arg(stored.file,
                    QLocale().toString(stored.fixture.recordedAt.toLocalTime(), QLocale::ShortFormat)),
        stored.fixture, stored.file};
}

ComparedSide FixturesController::sideOf(const KeptResult &kept, const Fixture &fixture) const
{
    return {tr("%1, %2").arg(kept.recording.origin.name, clockText(kept.recording.startedAt)), fixture};
}

//! Makes a fixture of \a kept on a worker, because the hash needs the whole definition, then calls \a next.
void FixturesController::withFixture(const Kept &kept, std::function<void(Fixture)> next)
{
    QtConcurrent::run([kept] {
        Fixture fixture = kept->fixture();
        fixture.match.clear(); // two results are compared without rules
        return fixture;
    }).then(this, std::move(next));
}

//! Keeps a call of Verify, so that it can be compared and opened like others, unless its answer may repeat
//! secrets from its input.
void FixturesController::keepVerified(const Recording &recording, const Invocation &invocation)
{
    if (!secretsIn(recording.input).isEmpty())
        return;
    auto kept = std::make_shared<KeptResult>();
    kept->exchangeId = invocation.exchangeId();
    kept->operation = recording.spec.id;
    kept->recording = recording;
    kept->result = invocation.result();
    const ExchangeRecord *record = m_parts.sessions->exchanges()->findRecord(kept->exchangeId);
    m_results.add(kept, record ? record->responseBytes : 0);
}

QString FixturesController::outcomeOf(const QString &exchangeId) const
{
    const ExchangeRecord *record = m_parts.sessions->exchanges()->findRecord(exchangeId);
    return record ? lookOf(*record).word : QString();
}

QString FixturesController::noLongerKept(const QString &exchangeId) const
{
    const ExchangeRecord *record = m_parts.sessions->exchanges()->findRecord(exchangeId);
    if (!record)
        return tr("The result of this call is no longer kept. Run it again to compare it.");
    return tr("The result of %1 at %2 is no longer kept. Run it again to compare it.")
        .arg(visibleText(nameOf(*m_parts.sessions, record->source, record->operation), false, 60),
            clockText(record->startedAt).section(u'.', 0, 0));
}

QList<ComparisonChoice> FixturesController::choices(
    const QString &operation, const QString &exceptId, const QString &exceptSource) const
{
    QList<ComparisonChoice> own;
    QList<ComparisonChoice> others;
    for (const Kept &kept : m_results.all()) {
        if (kept->exchangeId == exceptId)
            continue;
        const bool isSame = kept->operation.name == operation;
        const QString name = u"%1.%2"_s.arg(kept->recording.origin.name, nameOf(kept->recording.spec));
        const bool isPrevious = isSame && own.isEmpty();
        (isSame ? own : others)
            .append({ComparisonChoice::Kind::Result, kept->exchangeId,
                isPrevious ? tr("%1, previous result").arg(name) : name, clockText(kept->recording.startedAt),
                tr("from History"), argumentsText(kept->recording.input), outcomeOf(kept->exchangeId)});
    }
    QList<ComparisonChoice> fixtures;
    for (const StoredFixture &stored : m_store->model()->listing().fixtures) {
        if (stored.file == exceptId)
            continue;
        const bool isSame = stored.fixture.operation == operation;
        (isSame ? own : fixtures)
            .append({ComparisonChoice::Kind::Fixture, stored.file, stored.file,
                QLocale().toString(stored.fixture.recordedAt.toLocalTime(), QLocale::ShortFormat),
                tr("fixture of %1").arg(stored.fixture.source.name), argumentsText(stored.fixture.input),
                stored.fixture.error.isAbsent() ? QString()
                                                : stored.fixture.error.member("code"_L1).toString()});
    }
    for (const Source &source : m_parts.sessions->sources()) {
        if (source.name == exceptSource)
            continue;
        const OperationId id{nameSpaceFor(source.name), operation};
        const OperationSpec *spec = m_parts.sessions->registry()->listedSpec(id);
        if (!spec || spec->type == OperationType::Subscription)
            continue;
        own.append({ComparisonChoice::Kind::Source, id.toString(), u"%1.%2"_s.arg(source.name, nameOf(*spec)),
            tr("called now"),
            spec->type == OperationType::Mutation ? tr("may change data on the server") : QString()});
    }
    const QList<ComparisonChoice> all = own + others + fixtures;
    return all.first(std::min(all.size(), mostChoices));
}

void FixturesController::compareCurrent()
{
    if (const OperationPage *page = m_parts.pages->current(); page && m_results.find(page->exchangeId())) {
        compareExchange(page->exchangeId());
    } else if (const auto *fixture = qobject_cast<FixturePage *>(m_parts.pages->currentTool())) {
        compareFixture(fixture->file());
    } else if (const QString file = m_pane->currentFile(); !file.isEmpty()) {
        compareFixture(file);
    } else {
        m_parts.message->showError({.kind = ErrorKind::Usage,
            .message = tr("There is no result to compare yet. Invoke an operation, or choose a fixture.")});
    }
}

void FixturesController::compareExchange(const QString &exchangeId)
{
    const Kept kept = m_results.find(exchangeId);
    if (!kept) {
        m_parts.message->showError({.kind = ErrorKind::Usage, .message = noLongerKept(exchangeId)});
        return;
    }
    withFixture(kept, [this, kept](const Fixture &fixture) {
        offerComparison(
            kept->operation.name, nameOf(kept->recording.spec), sideOf(*kept, fixture), kept->exchangeId);
    });
}

void FixturesController::compareExchanges(const QString &before, const QString &after)
{
    const Kept first = m_results.find(before);
    const Kept second = m_results.find(after);
    if (!first || !second) {
        compareExchange(first ? after : before); // which says which result is missing
        return;
    }
    withFixture(first, [this, first, second](const Fixture &left) {
        withFixture(second, [this, first, second, left](const Fixture &right) {
            showComparison(nameOf(second->recording.spec), sideOf(*first, left), sideOf(*second, right));
        });
    });
}

void FixturesController::compareFixture(const QString &file)
{
    if (const StoredFixture *stored = m_store->model()->find(file))
        offerComparison(stored->fixture.operation, file, sideOf(*stored), file);
}

void FixturesController::offerComparison(
    const QString &operation, const QString &title, const ComparedSide &side, const QString &exceptId)
{
    auto *dialog =
        new CompareWithDialog(title, choices(operation, exceptId, side.fixture.source.name), m_parts.window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &CompareWithDialog::chosen, this,
        [this, side, name = nameOf(*m_parts.sessions, side.fixture.source.name, operation)](
            const ComparisonChoice &choice) { compareWith(side, name, choice); });
    dialog->open();
}

//! Compares \a side with \a choice. The older or recorded result is at the left.
void FixturesController::compareWith(
    const ComparedSide &side, const QString &title, const ComparisonChoice &choice)
{
    if (choice.kind == ComparisonChoice::Kind::Fixture) {
        if (const StoredFixture *stored = m_store->model()->find(choice.id)) {
            const ComparedSide other = sideOf(*stored);
            const bool isOlder = side.file.isEmpty() || stored->fixture.recordedAt <= side.fixture.recordedAt;
            showComparison(title, isOlder ? other : side, isOlder ? side : other);
        }
        return;
    }
    if (choice.kind == ComparisonChoice::Kind::Source) {
        callAndCompare(side, title, OperationId::fromString(choice.id));
        return;
    }
    const Kept kept = m_results.find(choice.id);
    if (!kept)
        return; // it was dropped while the list was open
    withFixture(kept, [this, kept, side, title](const Fixture &fixture) {
        const ComparedSide other = sideOf(*kept, fixture);
        const bool isOlder = side.file.isEmpty() && fixture.recordedAt <= side.fixture.recordedAt;
        showComparison(title, isOlder ? other : side, isOlder ? side : other);
    });
}

//! Calls \a operation of another source with the recorded input. The user must enter its secrets first, which
//! the input contains only by name.
void FixturesController::callAndCompare(
    const ComparedSide &side, const QString &title, const OperationId &operation)
{
    const Source *source = m_parts.sessions->sourceOf(operation);
    const QStringList names = secretsIn(side.fixture.input);
    if (!source || names.isEmpty()) {
        callAndCompare(side, title, operation, side.fixture.input);
        return;
    }
    if (m_verifier->isRunning()) { // it may be asking for secrets itself
        m_parts.message->showError({.kind = ErrorKind::Usage,
            .message = tr("Fixtures are being verified. Wait until that is done, or cancel it.")});
        return;
    }
    StoredFixture asked{side.file, side.fixture};
    asked.fixture.source.name = source->name;
    m_secrets->find({asked}, [this, side, title, operation, names, name = source->name] {
        const QHash<QString, QString> known = m_secrets->of(name);
        QStringList missing = names;
        missing.removeIf([&known](const QString &secret) { return known.contains(secret); });
        if (missing.isEmpty()) {
            callAndCompare(side, title, operation, withSecrets(side.fixture.input, known));
            return;
        }
        m_parts.message->showError({.kind = ErrorKind::Usage,
            .message = tr("Not called. The secret %1 is missing.")
                .arg(visibleText(missing.join(u", "_s), false, 200))});
    });
}

void FixturesController::callAndCompare(
    const ComparedSide &side, const QString &title, const OperationId &operation, const Json &input)
{
    m_comparing = m_parts.sessions->invoke(operation, input);
    m_parts.message->showNotice(
        tr("Calling %1, to compare its result…")
            .arg(visibleText(nameOf(*m_parts.sessions, operation.nameSpace, operation.name), false, 100)),
        tr("Cancel"), [this] {
            if (m_comparing)
                m_comparing->cancel();
        });
    connect(m_comparing.get(), &Invocation::finished, this, [this, side, title, operation, input] {
        auto kept = std::make_shared<KeptResult>();
        kept->exchangeId = m_comparing->exchangeId();
        kept->operation = operation;
        kept->recording = recordingOf(*m_parts.sessions, operation, input, kept->exchangeId);
        kept->result = m_comparing->result();
        m_comparing.release()->deleteLater(); // it is emitting this signal
        m_parts.message->hide();
        if (!kept->result && kept->result.error().kind != ErrorKind::Remote) {
            m_parts.message->showError(kept->result.error());
            return;
        }
        m_results.add(kept, 0);
        const bool isHidden = !(input == side.fixture.input); // the answer may repeat secrets from the input
        const auto show = [this, kept, side, title](const Fixture &fixture) {
            showComparison(title, side, sideOf(*kept, fixture));
        };
        if (!isHidden) {
            withFixture(kept, show);
            return;
        }
        QtConcurrent::run([kept, secrets = m_parts.sessions->exchanges()->secrets()] {
            Fixture fixture = kept->recorded(secrets).fixture.fixture;
            fixture.match.clear();
            return fixture;
        }).then(this, show);
    });
}

void FixturesController::showDifferences(const QString &file)
{
    const StoredFixture *stored = m_store->model()->find(file);
    const FixtureVerdict &verdict = m_store->model()->verdict(file);
    if (!stored || !verdict.now)
        return;
    const QString now = verdict.now->recordedAt.isValid()
        ? tr("now, %1").arg(clockText(verdict.now->recordedAt).section(u'.', 0, 0))
        : tr("now");
    showComparison(nameOf(*m_parts.sessions, stored->fixture.source.name, stored->fixture.operation),
        sideOf(*stored), {now, *verdict.now});
}

void FixturesController::showComparison(
    const QString &title, const ComparedSide &before, const ComparedSide &after)
{
    ComparePage *page = nullptr;
    for (ToolPage *tool : m_parts.pages->tools()) {
        auto *open = qobject_cast<ComparePage *>(tool);
        if (open && !before.file.isEmpty() && open->before().file == before.file && after.file.isEmpty())
            page = open;
    }
    if (!page) {
        page = new ComparePage(title, m_store->limits(), m_parts.window);
        connect(page, &ComparePage::ruleRequested, this, &FixturesController::addRule);
    }
    page->setNameSpace(nameSpaceFor(before.fixture.source.name));
    page->compare(before, after);
    m_parts.pages->openTool(page);
}

} // namespace Workbench::Ui
