// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/window/fixturescontroller.h"

#include "core/base/advice.h"
#include "core/base/visibletext.h"
#include "core/checks/recorder.h"
#include "core/session/sessions.h"
#include "ui/fixtures/askedsecrets.h"
#include "ui/fixtures/fixturepage.h"
#include "ui/fixtures/fixturespane.h"
#include "ui/fixtures/fixturestore.h"
#include "ui/fixtures/fixtureverifier.h"
#include "ui/fixtures/rulesdialog.h"
#include "ui/models/jsonrow.h"
#include "ui/models/words.h"
#include "ui/pages/operationpage.h"
#include "ui/theme/building.h"
#include "ui/theme/icons.h"
#include "ui/window/bottompanel.h"
#include "ui/window/messagebar.h"
#include "ui/window/pagestack.h"
#include "ui/window/workspacecontroller.h"

#include <QDir>
#include <QFileDialog>
#include <QLocale>
#include <QMessageBox>
#include <QPushButton>
#include <QtConcurrentRun>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {
constexpr qsizetype mostChoices = 300;
}

FixturesController::FixturesController(const Parts &parts)
    : QObject(parts.window)
    , m_parts(parts)
    , m_store(new FixtureStore(parts.sessions->limits(), this))
    , m_recorder(new FixtureRecorder(m_store, parts.sessions->exchanges(), parts.window))
    , m_secrets(new FixtureSecrets(parts.sessions, parts.window, this))
    , m_verifier(new FixtureVerifier(parts.sessions, m_store, m_secrets, parts.window, this))
    , m_pane(new FixturesPane(m_store->model(), parts.bottom))
{
    connect(m_pane, &FixturesPane::openRequested, this, &FixturesController::open);
    connect(m_pane, &FixturesPane::differencesRequested, this, &FixturesController::showDifferences);
    connect(m_pane, &FixturesPane::runRequested, m_verifier, &FixtureVerifier::runAgain);
    connect(m_pane, &FixturesPane::verifyRequested, this, &FixturesController::verify);
    connect(m_pane, &FixturesPane::cancelRequested, m_verifier, &FixtureVerifier::cancel);
    connect(m_pane, &FixturesPane::rulesRequested, this, &FixturesController::editRules);
    connect(m_pane, &FixturesPane::removeRequested, this, &FixturesController::remove);
    connect(m_pane, &FixturesPane::folderRequested, this, [this] { chooseFolder(); });
    const auto showError = [this](const Error &error) { m_parts.message->showError(error); };
    connect(m_store, &FixtureStore::failed, this, showError);
    connect(m_store, &FixtureStore::changed, this, [this] {
        if (!m_toShow.isEmpty())
            m_pane->choose(std::exchange(m_toShow, {}));
    });
    connect(m_recorder, &FixtureRecorder::written, this, &FixturesController::fixturesWritten);
    connect(m_recorder, &FixtureRecorder::failed, this, showError);
    connect(m_recorder, &FixtureRecorder::folderChosen, this, &FixturesController::setFolder);
    connect(m_recorder, &FixtureRecorder::reviewWaiting, this, [this] {
        m_parts.message->showInfo(tr("%n recordings are not written yet. They contain values that are "
                                     "secrets or look like secrets.",
                                      nullptr, int(m_recorder->waitingForReview())),
            tr("Review"), [this] { m_recorder->showReview(); });
    });
    m_store->model()->setSessions(parts.sessions);
    connect(m_secrets, &FixtureSecrets::failed, this, showError);
    connect(m_verifier, &FixtureVerifier::progressed, m_pane, &FixturesPane::setProgress);
    connect(m_verifier, &FixtureVerifier::failed, this, showError);
    connect(m_verifier, &FixtureVerifier::finished, this,
        [this](const QString &summary) { m_parts.message->showNotice(summary); });
    connect(m_verifier, &FixtureVerifier::answered, this, &FixturesController::keepVerified);
    connect(m_verifier, &FixtureVerifier::ranAgain, this, &FixturesController::showDifferences);
    connect(parts.pages, &PageStack::pageOpened, this, &FixturesController::watchPage);
    connect(
        parts.workspace, &WorkspaceController::workspaceChanged, this, &FixturesController::workspaceChanged);
    connect(parts.workspace, &WorkspaceController::fileChanged, this, &FixturesController::showFolder);
    workspaceChanged();
}

FixturesController::~FixturesController() = default;

void FixturesController::workspaceChanged()
{
    m_verifier->cancel();
    m_secrets->forget();
    m_recorder->forget();
    m_toShow.clear();
    setRecordingAll(false);
    showFolder();
}

void FixturesController::showFolder()
{
    const QString folder = m_parts.workspace->fixturesFolder();
    if (folder != m_store->folder())
        m_store->setFolder(folder);
    m_pane->setFolder(folder);
}

void FixturesController::watchPage(OperationPage *page)
{
    connect(page, &OperationPage::recordRequested, this, [this, page] {
        if (const Kept kept = keptOf(page, u"count"_s))
            record({kept}, false);
    });
    connect(
        page, &OperationPage::compareRequested, this, [this, page] { compareExchange(page->exchangeId()); });
    connect(page, &OperationPage::callsCompareRequested, this, &FixturesController::compareExchanges);
    connect(page, &OperationPage::runningChanged, this, [this, page](bool running) {
        if (!running)
            keep(page);
    });
}

//! Returns the recordable result of \a page, or null. \a end is used as the end of a stream that still runs.
FixturesController::Kept FixturesController::keptOf(OperationPage *page, const QString &end) const
{
    const QString id = page->exchangeId();
    const std::shared_ptr<Subscription> &stream = page->subscription();
    const bool isStream = page->isSubscription();
    if (id.isEmpty() || (isStream ? !stream : !page->lastResult()))
        return {};
    if (!isStream || !stream->isLive()) {
        if (Kept known = m_results.find(id))
            return known;
    }
    const ExchangeRecord *record = m_parts.sessions->exchanges()->findRecord(id);
    const Json input = record ? record->input : page->input();
    auto kept = std::make_shared<KeptResult>(KeptResult{.exchangeId = id,
        .operation = page->operation(),
        .recording = recordingOf(*m_parts.sessions, page->operation(), input, id),
        .isStream = isStream});
    if (!isStream) {
        kept->result = *page->lastResult();
        return kept;
    }
    if (!stream->isLive())
        kept->stream = stream;
    kept->events = fixtureEventsOf(*stream, kept->recording.startedAt);
    kept->end = stream->isLive() ? end : endName(stream->endReason());
    if (!stream->isLive() && stream->endReason() == EndReason::Error)
        kept->endError = stream->endError();
    kept->recording.durationMs = std::max(
        kept->recording.durationMs, kept->recording.startedAt.msecsTo(QDateTime::currentDateTimeUtc()));
    return kept;
}

void FixturesController::keep(OperationPage *page)
{
    const Kept kept = keptOf(page, u"cancelled"_s);
    if (!kept || m_results.find(kept->exchangeId))
        return;
    noteResult(kept);
    const bool isCancelled =
        !kept->isStream && !kept->result && kept->result.error().kind == ErrorKind::Cancelled;
    if (m_isRecordingAll && !isCancelled)
        this->record({kept}, true);
}

void FixturesController::setRecordingAll(bool on)
{
    if (on == m_isRecordingAll)
        return;
    if (on && m_store->folder().isEmpty()) {
        Q_EMIT recordingAllChanged(false); // not before there is a folder
        askWhereToKeep([this] { setRecordingAll(true); });
        return;
    }
    m_isRecordingAll = on;
    Q_EMIT recordingAllChanged(on);
}

//! Says why an action of the user has no effect.
void FixturesController::refuse(const QString &message)
{
    m_parts.message->showError({.kind = ErrorKind::Usage, .message = message});
}

void FixturesController::recordCurrent()
{
    if (OperationPage *page = m_parts.pages->current())
        Q_EMIT page->recordRequested();
}

void FixturesController::recordExchanges(const QStringList &exchangeIds)
{
    QList<Kept> kept;
    for (const QString &id : exchangeIds) {
        if (Kept result = m_results.find(id))
            kept.append(std::move(result));
    }
    std::ranges::sort(kept, {}, [](const Kept &result) { return result->recording.startedAt; });
    const qsizetype gone = exchangeIds.size() - kept.size();
    if (gone > 0) {
        refuse(tr("The results of %n calls are no longer kept. Run them again to record them.", nullptr,
            int(gone)));
    }
    if (!kept.isEmpty())
        record(kept, false);
}

void FixturesController::record(const QList<Kept> &results, bool isAll)
{
    const auto write = [this, results, isAll] {
        m_recorder->record(results, isAll ? FixtureRecorder::Review::Later : FixtureRecorder::Review::AtOnce);
    };
    if (m_store->folder().isEmpty())
        askWhereToKeep(write);
    else
        write();
}

//! Asks where to keep fixtures of an unsaved workspace. A file dialog alone would not explain its purpose.
void FixturesController::askWhereToKeep(std::function<void()> next)
{
    auto *question = deletedOnClose(
        named(new QMessageBox(QMessageBox::NoIcon, tr("Record"), tr("Where do you want to keep fixtures?"),
                  QMessageBox::NoButton, m_parts.window),
            u"fixturesQuestion"_s));
    question->setIconPixmap(icon(u"record"_s).pixmap(24, 24));
    question->setInformativeText(
        tr("A fixture is a file with a recorded call. If you save the workspace, its fixtures are kept in "
           "the folder \"fixtures\" beside it."));
    QPushButton *save = question->addButton(tr("Save workspace…"), QMessageBox::AcceptRole);
    QPushButton *choose = question->addButton(tr("Choose folder…"), QMessageBox::ActionRole);
    question->addButton(QMessageBox::Cancel);
    question->setDefaultButton(save);
    connect(save, &QPushButton::clicked, this, [this, next] { Q_EMIT saveWorkspaceRequested(next); });
    connect(choose, &QPushButton::clicked, this, [this, next] { chooseFolder(next); });
    question->open();
}

void FixturesController::chooseFolder(const std::function<void()> &next)
{
    auto *dialog =
        deletedOnClose(named(new QFileDialog(m_parts.window, tr("Fixtures folder"), m_store->folder()),
            u"fixturesFolderDialog"_s));
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, this, [this, next](const QString &folder) {
        setFolder(folder);
        if (next)
            next();
    });
    dialog->open();
}

void FixturesController::setFolder(const QString &folder)
{
    m_parts.workspace->setFixturesFolder(folder);
    m_store->setFolder(folder);
    m_pane->setFolder(folder);
}

void FixturesController::fixturesWritten(const QStringList &files)
{
    const QString folder = visibleText(QDir::toNativeSeparators(m_store->folder()), false, 200);
    m_parts.message->showNotice(files.size() == 1
            ? tr("Recorded as %1 in %2.").arg(visibleText(files.constFirst(), false, 100), folder)
            : tr("Recorded %n fixtures in %1.", nullptr, int(files.size())).arg(folder),
        tr("Show in Fixtures"), [this, files] {
            m_parts.bottom->showPane(m_pane);
            m_pane->choose(files);
            m_toShow = files; // the list may not be read yet
        });
    for (const QString &file : files)
        m_store->model()->setVerdict(file, {}); // the verdict was for the previous content
}

void FixturesController::verify(const QStringList &files)
{
    m_parts.bottom->showPane(m_pane);
    m_verifier->verify(files);
}

void FixturesController::open(const QString &file)
{
    const StoredFixture *stored = m_store->model()->find(file);
    if (!stored)
        return;
    if (m_parts.pages->showTool<FixturePage>([&](const FixturePage &page) { return page.file() == file; }))
        return;
    const FixtureDefinition definition =
        m_store->model()->listing().definitions.value(stored->fixture.definitionHash);
    const QString name = nameOf(*m_parts.sessions, stored->fixture.source.name, stored->fixture.operation);
    auto *page = new FixturePage(*stored, name, definition.spec, m_parts.window);
    connect(page, &FixturePage::runRequested, m_verifier, &FixtureVerifier::runAgain);
    connect(page, &FixturePage::compareRequested, this, &FixturesController::compareFixture);
    connect(page, &FixturePage::rulesRequested, this, &FixturesController::editRules);
    connect(page, &FixturePage::limitRequested, this, &FixturesController::limitRequested);
    m_parts.pages->openTool(page);
}

//! Returns other recordings of the operation, those with the most similar call first.
QList<StoredFixture> FixturesController::othersOf(const StoredFixture &stored) const
{
    QList<StoredFixture> others;
    for (const StoredFixture &other : m_store->model()->listing().fixtures) {
        if (other.file != stored.file && other.fixture.operation == stored.fixture.operation)
            others.append(other);
    }
    std::ranges::stable_partition(
        others, [&](const StoredFixture &other) { return other.fixture.input == stored.fixture.input; });
    return others;
}

void FixturesController::editRules(const QString &file)
{
    const StoredFixture *stored = m_store->model()->find(file);
    if (!stored)
        return;
    QList<StoredFixture> others = othersOf(*stored);
    if (const FixtureVerdict &verdict = m_store->model()->verdict(file); verdict.now)
        others.prepend({tr("the last verification"), *verdict.now});
    auto *dialog = deletedOnClose(new RulesDialog(*stored, others, m_store->limits(), m_parts.window));
    connect(dialog, &QDialog::accepted, this,
        [this, dialog] { saveRules(dialog->file(), dialog->rules(), tr("Rules saved.")); });
    dialog->open();
}

void FixturesController::suggestRules()
{
    if (const QString file = m_pane->currentFile(); !file.isEmpty()) {
        editRules(file);
        return;
    }
    m_parts.bottom->showPane(m_pane);
    refuse(tr("Choose a fixture first. Rules are suggested for it."));
}

void FixturesController::addRule(const QString &file, const MatchRule &rule)
{
    const StoredFixture *stored = m_store->model()->find(file);
    if (!stored || stored->fixture.match.contains(rule))
        return;
    QList<MatchRule> rules = stored->fixture.match;
    rules.append(rule);
    saveRules(file, rules, tr("Rule added for %1.").arg(visibleText(rule.at, false, 120)));
}

void FixturesController::saveRules(const QString &file, const QList<MatchRule> &rules, const QString &what)
{
    const StoredFixture *stored = m_store->model()->find(file);
    const QList<MatchRule> before = stored ? stored->fixture.match : rules;
    m_store->setRules(file, rules).then(this, [this, file, rules, before, what](const Result<void> &saved) {
        if (!saved) {
            m_parts.message->showError(saved.error());
            return;
        }
        m_parts.message->showNotice(what, before == rules ? QString() : tr("Undo"),
            [this, file, before] { saveRules(file, before, tr("The rules were restored.")); });
        m_store->read();
        for (ToolPage *tool : m_parts.pages->tools()) {
            auto *page = qobject_cast<ComparePage *>(tool);
            if (page && page->before().file == file)
                page->setRules(rules);
        }
        m_verifier->judgeAgain(file, rules);
    });
}

void FixturesController::remove(const QStringList &files)
{
    if (files.isEmpty())
        return;
    m_store->remove(files).then(this, [this, files](const Result<QList<RemovedFixture>> &removed) {
        m_store->read();
        if (!removed) {
            m_parts.message->showError(removed.error());
            return;
        }
        m_parts.message->showNotice(files.size() == 1
                ? tr("Deleted %1.").arg(visibleText(files.constFirst(), false, 100))
                : tr("Deleted %n fixtures.", nullptr, int(files.size())),
            tr("Undo"), [this, gone = *removed] { undoRemoval(gone); });
    });
}

void FixturesController::undoRemoval(const QList<RemovedFixture> &removed)
{
    m_store->restore(removed).then(this, [this, removed](const Result<void> &restored) {
        for (const RemovedFixture &one : removed)
            m_toShow.append(one.file);
        m_store->read();
        if (!restored)
            m_parts.message->showError(restored.error());
    });
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
//! The fixture is redacted if \a isHidden.
void FixturesController::withFixture(const Kept &kept, std::function<void(Fixture)> next, bool isHidden)
{
    QtConcurrent::run([kept, isHidden, secrets = m_parts.sessions->exchanges()->secrets()] {
        Fixture fixture = isHidden ? kept->recorded(secrets).fixture.fixture : kept->fixture();
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
    noteResult(std::make_shared<KeptResult>(KeptResult{.exchangeId = invocation.exchangeId(),
        .operation = recording.spec.id,
        .recording = recording,
        .result = invocation.result()}));
}

void FixturesController::noteResult(const Kept &kept)
{
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
                stored.fixture.error.isAbsent() ? tr("ok")
                                                : outcomeWord(errorFromFixture(stored.fixture.error))});
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
        refuse(tr("There is no result to compare yet. Invoke an operation, or choose a fixture."));
    }
}

void FixturesController::compareExchange(const QString &exchangeId)
{
    const Kept kept = m_results.find(exchangeId);
    if (!kept) {
        refuse(noLongerKept(exchangeId));
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
    auto *dialog = deletedOnClose(
        new CompareWithDialog(title, choices(operation, exceptId, side.fixture.source.name), m_parts.window));
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
        refuse(tr("Fixtures are being verified. Wait until that is done, or cancel it."));
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
        refuse(
            tr("Not called. The secret %1 is missing.").arg(visibleText(missing.join(u", "_s), false, 200)));
    });
}

void FixturesController::callAndCompare(
    const ComparedSide &side, const QString &title, const OperationId &operation, const Json &input)
{
    m_comparing = m_parts.sessions->invoke(operation, input);
    m_parts.message->showInfo(
        tr("Calling %1, to compare its result…")
            .arg(visibleText(nameOf(*m_parts.sessions, operation.nameSpace, operation.name), false, 100)),
        tr("Cancel"), [this] {
            if (m_comparing)
                m_comparing->cancel();
        });
    connect(m_comparing.get(), &Invocation::finished, this, [this, side, title, operation, input] {
        const QString id = m_comparing->exchangeId();
        const auto kept = std::make_shared<KeptResult>(KeptResult{.exchangeId = id,
            .operation = operation,
            .recording = recordingOf(*m_parts.sessions, operation, input, id),
            .result = m_comparing->result()});
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
        withFixture(kept, show, isHidden);
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

#include "moc_fixturescontroller.cpp"
