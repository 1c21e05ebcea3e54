// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/window/fixturescontroller.h"

#include "core/base/visibletext.h"
#include "core/session/sessions.h"
#include "ui/fixtures/askedsecrets.h"
#include "ui/fixtures/fixturepage.h"
#include "ui/fixtures/fixturerecorder.h"
#include "ui/fixtures/fixturesmodel.h"
#include "ui/fixtures/fixturespane.h"
#include "ui/fixtures/fixtureverifier.h"
#include "ui/fixtures/rulesdialog.h"
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
#include <QMessageBox>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

FixturesController::FixturesController(const Parts &parts)
    : QObject(parts.window)
    , m_parts(parts)
    , m_store(new FixtureStore(parts.sessions->limits(), this))
    , m_recorder(new FixtureRecorder(m_store, parts.sessions->exchanges(), parts.window))
    , m_secrets(new FixtureSecrets(parts.sessions, parts.window, this))
    , m_verifier(new FixtureVerifier(parts.sessions, m_store, m_secrets, parts.window, this))
    , m_pane(new FixturesPane(m_store->model(), parts.bottom))
{
    connectPane();
    connect(m_store, &FixtureStore::failed, this,
        [this](const Error &error) { m_parts.message->showError(error); });
    connect(m_store, &FixtureStore::changed, this, [this] {
        if (!m_toShow.isEmpty())
            m_pane->choose(std::exchange(m_toShow, {}));
    });
    connect(m_recorder, &FixtureRecorder::written, this, &FixturesController::fixturesWritten);
    connect(m_recorder, &FixtureRecorder::failed, this,
        [this](const Error &error) { m_parts.message->showError(error); });
    connect(m_recorder, &FixtureRecorder::folderChosen, this, &FixturesController::setFolder);
    connect(m_recorder, &FixtureRecorder::reviewWaiting, this, [this] {
        m_parts.message->showNotice(tr("%n recordings are not written yet. They contain values that are "
                                       "secrets or look like secrets.",
                                        nullptr, int(m_recorder->waitingForReview())),
            tr("Review"), [this] { m_recorder->showReview(); });
    });
    m_store->model()->setSessions(parts.sessions);
    connect(m_secrets, &FixtureSecrets::failed, this,
        [this](const Error &error) { m_parts.message->showError(error); });
    connect(m_verifier, &FixtureVerifier::progressed, m_pane, &FixturesPane::setProgress);
    connect(m_verifier, &FixtureVerifier::failed, this,
        [this](const Error &error) { m_parts.message->showError(error); });
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

void FixturesController::connectPane()
{
    connect(m_pane, &FixturesPane::openRequested, this, &FixturesController::open);
    connect(m_pane, &FixturesPane::differencesRequested, this, &FixturesController::showDifferences);
    connect(m_pane, &FixturesPane::runRequested, this, &FixturesController::runAgain);
    connect(m_pane, &FixturesPane::verifyRequested, this, &FixturesController::verify);
    connect(m_pane, &FixturesPane::cancelRequested, this, &FixturesController::cancelVerification);
    connect(m_pane, &FixturesPane::rulesRequested, this, &FixturesController::editRules);
    connect(m_pane, &FixturesPane::removeRequested, this, &FixturesController::remove);
    connect(m_pane, &FixturesPane::folderRequested, this, &FixturesController::chooseFolder);
}

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
    auto kept = std::make_shared<KeptResult>();
    kept->exchangeId = id;
    kept->operation = page->operation();
    kept->recording = recordingOf(*m_parts.sessions, page->operation(), input, id);
    kept->isStream = isStream;
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
    const ExchangeRecord *record = m_parts.sessions->exchanges()->findRecord(kept->exchangeId);
    m_results.add(kept, record ? record->responseBytes : 0);
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
        m_parts.message->showError({.kind = ErrorKind::Usage,
            .message = tr("The results of %n calls are no longer kept. Run them again to record them.",
                nullptr, int(gone))});
    }
    if (!kept.isEmpty())
        record(kept, false);
}

void FixturesController::record(const QList<Kept> &results, bool isAll)
{
    withFolder([this, results, isAll] {
        m_recorder->record(results, isAll ? FixtureRecorder::Review::Later : FixtureRecorder::Review::AtOnce);
    });
}

void FixturesController::withFolder(std::function<void()> next)
{
    if (m_store->folder().isEmpty())
        askWhereToKeep(std::move(next));
    else
        next();
}

//! Asks where to keep fixtures of an unsaved workspace. A file dialog alone would not explain its purpose.
void FixturesController::askWhereToKeep(std::function<void()> next)
{
    auto *question =
        named(new QMessageBox(QMessageBox::NoIcon, tr("Record"), tr("Where do you want to keep fixtures?"),
                  QMessageBox::NoButton, m_parts.window),
            u"fixturesQuestion"_s);
    question->setAttribute(Qt::WA_DeleteOnClose);
    question->setIconPixmap(icon(u"record"_s).pixmap(24, 24));
    question->setInformativeText(
        tr("A fixture is a file with a recorded call. If you save the workspace, its fixtures are kept in "
           "the folder \"fixtures\" beside it."));
    QPushButton *save = question->addButton(tr("Save workspace…"), QMessageBox::AcceptRole);
    QPushButton *choose = question->addButton(tr("Choose folder…"), QMessageBox::ActionRole);
    question->addButton(QMessageBox::Cancel);
    question->setDefaultButton(save);
    connect(save, &QPushButton::clicked, this, [this, next] { Q_EMIT saveWorkspaceRequested(next); });
    connect(choose, &QPushButton::clicked, this, [this, next] { askForFolder(next); });
    question->open();
}

void FixturesController::askForFolder(std::function<void()> next)
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

void FixturesController::chooseFolder()
{
    askForFolder({});
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

void FixturesController::cancelVerification()
{
    m_verifier->cancel();
}

void FixturesController::runAgain(const QString &file)
{
    m_verifier->runAgain(file);
}

void FixturesController::open(const QString &file)
{
    const StoredFixture *stored = m_store->model()->find(file);
    if (!stored)
        return;
    for (ToolPage *tool : m_parts.pages->tools()) {
        auto *page = qobject_cast<FixturePage *>(tool);
        if (page && page->file() == file) {
            m_parts.pages->openTool(page);
            return;
        }
    }
    const FixtureDefinition definition =
        m_store->model()->listing().definitions.value(stored->fixture.definitionHash);
    const QString name = nameOf(*m_parts.sessions, stored->fixture.source.name, stored->fixture.operation);
    auto *page = new FixturePage(*stored, name, definition.spec, m_parts.window);
    connect(page, &FixturePage::runRequested, this, &FixturesController::runAgain);
    connect(page, &FixturePage::compareRequested, this, &FixturesController::compareFixture);
    connect(page, &FixturePage::rulesRequested, this, &FixturesController::editRules);
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
    m_parts.message->showError(
        {.kind = ErrorKind::Usage, .message = tr("Choose a fixture first. Rules are suggested for it.")});
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

} // namespace Workbench::Ui

#include "moc_fixturescontroller.cpp"
