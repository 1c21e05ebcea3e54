// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/window/mainwindow.h"

#include "core/base/visibletext.h"
#include "core/exchange/exchangelog.h"
#include "core/session/sessions.h"
#include "ui/dialogs/addsourcedialog.h"
#include "ui/dialogs/environmentsdialog.h"
#include "ui/fixtures/fixturespane.h"
#include "ui/fixtures/fixturestore.h"
#include "ui/forms/findbar.h"
#include "ui/models/logmodels.h"
#include "ui/models/preferences.h"
#include "ui/pages/callmenu.h"
#include "ui/pages/inspectpage.h"
#include "ui/pages/manualpage.h"
#include "ui/pages/operationpage.h"
#include "ui/panes/historypane.h"
#include "ui/panes/logpane.h"
#include "ui/panes/sourcespane.h"
#include "ui/panes/wirepane.h"
#include "ui/theme/building.h"
#include "ui/theme/icons.h"
#include "ui/theme/workbenchstyle.h"
#include "ui/window/bottompanel.h"
#include "ui/window/fixturescontroller.h"
#include "ui/window/leavequestion.h"
#include "ui/window/messagebar.h"
#include "ui/window/pagestack.h"
#include "ui/window/preferencesdialog.h"
#include "ui/window/sourcequestions.h"
#include "ui/window/sourcescontroller.h"
#include "ui/window/startpage.h"
#include "ui/window/topbar.h"
#include "ui/window/windowactions.h"
#include "ui/window/windowkeys.h"
#include "ui/window/windowview.h"
#include "ui/window/workspacecontroller.h"

#include <QApplication>
#include <QClipboard>
#include <QCloseEvent>
#include <QFileDialog>
#include <QMimeData>
#include <QPointer>
#include <QSettings>
#include <QSplitter>

using namespace Qt::StringLiterals;
namespace Workbench::Ui {

MainWindow::MainWindow(Sessions *sessions, WorkbenchStyle *style, Options options, QWidget *parent)
    : QMainWindow(parent)
    , m_sessions(sessions)
    , m_style(style)
    , m_options(std::move(options))
    , m_workspace(new WorkspaceController(sessions, m_options.scratchPath, this))
{
    setObjectName(u"mainWindow"_s);
    QApplication::setWindowIcon(applicationIcon()); // also for the dialogs
    setMinimumSize(640, 400); // so that it fits 1440x900 at 200 %, with the frame and a panel
    setAcceptDrops(true);
    resize(1440, 900);
    build();
    m_actions = new WindowActions(this);
    new DialogHelp(this);
    connectParts();
    workspaceChanged();
}

MainWindow::~MainWindow() = default;

void MainWindow::build()
{
    auto *middle = new QWidget(this);
    m_topBar = new TopBar(middle);
    auto *vertical = named(new QSplitter(Qt::Vertical, middle), u"verticalSplitter"_s);
    vertical->setChildrenCollapsible(false);
    auto *horizontal = named(new QSplitter(Qt::Horizontal, vertical), u"horizontalSplitter"_s);
    horizontal->setChildrenCollapsible(false);
    m_sources = new SourcesPane(m_sessions, horizontal);
    m_pages = new PageStack(m_sessions, m_workspace, horizontal);
    horizontal->addWidget(m_sources);
    horizontal->addWidget(m_pages);
    horizontal->setStretchFactor(1, 1);
    m_message = new MessageBar(m_pages, middle);
    connect(m_message, &MessageBar::limitRequested, this, &MainWindow::showPreferences);
    vertical->addWidget(horizontal);
    m_bottom = new BottomPanel(vertical);
    m_history = new HistoryPane(m_sessions->exchanges(), m_bottom);
    m_history->model()->setSessions(m_sessions);
    m_wire = new WirePane(m_sessions->exchanges(), m_bottom);
    m_log = new LogPane(m_sessions, m_bottom);
    m_bottom->addPane(tr("History"), m_history);
    m_bottom->addPane(tr("Wire"), m_wire);
    m_bottom->addPane(tr("Log"), m_log);
    m_fixtures = new FixturesController({m_sessions, m_workspace, m_pages, m_message, m_bottom, this});
    m_bottom->addPane(tr("Fixtures"), m_fixtures->pane());
    vertical->addWidget(m_bottom);
    vertical->setStretchFactor(0, 1);
    addAll(newColumn(middle), {m_topBar, {vertical, 1}});
    setCentralWidget(middle);
    m_view = new WindowView({vertical, horizontal, m_topBar, m_sources, m_pages, m_bottom}, this);
    m_sourcesController = new SourcesController(
        {m_sessions, m_workspace, m_sources, m_pages, m_message, m_options.serve, this});
    m_goTo = new GoToPopup(m_sessions, this);
    m_environments = new EnvironmentMenu(m_sessions, this);
    m_topBar->setEnvironmentMenu(m_environments);
    m_certificates = new CertificateQuestions(m_sessions, this);
    auto *signIns = new SignInQuestions(m_sessions, this);
    connect(signIns, &SignInQuestions::stepsRequested, m_sourcesController, &SourcesController::showSignIn);
    auto *questions = new PeerQuestions(m_sessions, m_pages, m_message, this);
    connect(m_sourcesController, &SourcesController::limitRequested, this, &MainWindow::changeLimit);
    connect(m_fixtures, &FixturesController::limitRequested, this, &MainWindow::changeLimit);
    connect(questions, &PeerQuestions::logged, m_log, &LogPane::add);
    connect(questions, &PeerQuestions::sourceRequested, m_sourcesController, &SourcesController::showServer);
}

void MainWindow::connectParts()
{
    SourcesController *sources = m_sourcesController;
    connect(m_topBar, &TopBar::addSourceRequested, sources, &SourcesController::addSource);
    connect(m_topBar, &TopBar::goToRequested, this, &MainWindow::goToOperation);
    connect(m_goTo, &GoToPopup::chosen, this, &MainWindow::openOperation);
    connect(m_pages, &PageStack::currentChanged, m_goTo, [this] {
        if (const OperationPage *page = m_pages->current())
            m_goTo->noteUsed(page->operation());
    });
    connect(m_environments, &EnvironmentMenu::editRequested, this, &MainWindow::editEnvironments);
    connect(m_environments, &EnvironmentMenu::failed, this,
        [this](const Error &error) { m_message->showError(error); });
    connect(m_sessions, &Sessions::environmentChanged, this,
        [this] { m_topBar->setEnvironment(m_sessions->environment()); });

    connect(m_bottom, &BottomPanel::undoOffered, this, &MainWindow::offerUndo);
    connect(m_pages, &PageStack::streamClosed, this, [this](const QString &title, int closing) {
        offerUndo(tr("%1 was closed and its stream cancelled.").arg(title),
            [this, closing] { m_pages->reopenAll(closing); });
    });
    connect(m_pages, &PageStack::othersClosed, this, [this](int tabs, int streams, int closing) {
        offerUndo(streams > 0 ? tr("%n tabs were closed and their streams cancelled.", nullptr, tabs)
                              : tr("%n tabs were closed.", nullptr, tabs),
            [this, closing] { m_pages->reopenAll(closing); });
    });

    connect(m_sources, &SourcesPane::operationActivated, this, &MainWindow::openOperation);
    connect(m_sources, &SourcesPane::operationPreviewed, m_pages, &PageStack::preview);
    connect(m_sources, &SourcesPane::addSourceRequested, sources, &SourcesController::addSource);
    connect(m_sources, &SourcesPane::connectRequested, sources, &SourcesController::connectSource);
    connect(m_sources, &SourcesPane::connectAllRequested, sources, &SourcesController::connectAll);
    connect(m_sources, &SourcesPane::editRequested, sources, &SourcesController::editSource);
    connect(m_sources, &SourcesPane::removeRequested, sources, &SourcesController::removeSource);
    connect(m_sources, &SourcesPane::signOutRequested, sources, &SourcesController::signOut);
    connect(m_sources, &SourcesPane::checkRequested, sources, &SourcesController::checkSource);
    connect(m_sources, &SourcesPane::serverRequested, sources, &SourcesController::showServer);

    StartPage *start = m_pages->startPage();
    connect(start, &StartPage::addSourceRequested, sources, &SourcesController::addSource);
    connect(start, &StartPage::openWorkspaceRequested, this, &MainWindow::askToOpenWorkspace);
    connect(start, &StartPage::demoRequested, this, &MainWindow::openDemo);
    connect(start, &StartPage::exampleChosen, sources, &SourcesController::addSourceFrom);

    connect(m_pages, &PageStack::currentChanged, this, [this] {
        if (const OperationPage *page = m_pages->current())
            m_sources->selectOperation(page->operation());
        m_view->pageChanged();
        m_actions->update();
    });
    connect(m_pages, &PageStack::explainingChanged, m_view, &WindowView::showBottomHeight);
    connect(m_pages, &PageStack::runningChanged, this, [this](const OperationId &operation, bool running) {
        const OperationPage *page = m_pages->pageOf(operation);
        m_sources->setLive(operation, running && page && page->isSubscription());
        m_actions->update();
    });
    connect(m_pages, &PageStack::pageOpened, this, [this, sources](OperationPage *page) {
        connect(page, &OperationPage::wireRequested, this, &MainWindow::showWire);
        connect(page, &OperationPage::connectRequested, sources, &SourcesController::connectSource);
        connect(page, &OperationPage::undoOffered, this, &MainWindow::offerUndo);
        connect(page, &OperationPage::openRequested, this, &MainWindow::openOperation);
        connect(page, &OperationPage::explainingChanged, m_view, &WindowView::showBottomHeight);
        connect(page, &OperationPage::editRequested, this,
            [this, page](const Json &input) { editCall(page->operation(), input); });
        connect(page, &OperationPage::certificateRequested, m_certificates, &CertificateQuestions::ask);
        connect(page, &OperationPage::limitRequested, this,
            [this, page](const QString &key) { changeLimit(key, page->sourceName()); });
    });

    connect(
        m_history, &HistoryPane::openRequested, this, [this](const QString &id) { openExchange(id, false); });
    connect(m_history, &HistoryPane::runAgainRequested, this,
        [this](const QString &id) { openExchange(id, true); });
    connect(m_history, &HistoryPane::wireRequested, this, &MainWindow::showWire);
    connect(m_history, &HistoryPane::commandRequested, this, [this](const QString &id) {
        const ExchangeRecord *record = m_sessions->exchanges()->findRecord(id);
        if (!record)
            return;
        const OperationId operation{nameSpaceFor(record->source), record->operation};
        const auto kept = m_fixtures->results().find(id);
        const bool isStream = record->state == ExchangeRecord::State::Live || (kept && kept->isStream);
        copyText(CallMenu::commandFor(
            *m_sessions, *this, operation, record->input, isStream, record->identity, {}));
    });
    connect(m_certificates, &CertificateQuestions::accepted, sources, &SourcesController::connectSource);

    connectFixtures();
    connect(m_workspace, &WorkspaceController::workspaceChanged, this, &MainWindow::workspaceChanged);
    connect(m_workspace, &WorkspaceController::fileChanged, this, [this] {
        showWorkspaceName();
        saveView(); // the next start restores it for the new file
        m_actions->update();
    });
    connect(m_workspace, &WorkspaceController::saveFailed, this, [this](const Error &error) {
        if (error.code != "workspace.conflict"_L1) {
            m_message->showError(error);
            return;
        }
        m_message->showError(error, tr("Overwrite"), [this] {
            if (const Result<void> saved = m_workspace->save(true); !saved)
                m_message->showError(saved.error());
        });
    });
    connect(m_sessions, &Sessions::sourceAdded, this, [this, start] {
        m_topBar->setWorkspace(visibleText(m_workspace->displayName(), false, 100), m_workspace->path());
        start->setHasSources(true);
    });
    connect(m_sessions, &Sessions::sourceRemoved, this,
        [this, start] { start->setHasSources(!m_sessions->sources().isEmpty()); });
}

OperationPage *MainWindow::openOperation(const OperationId &operation)
{
    OperationPage *page = m_pages->open(operation);
    page->focusInput();
    return page;
}

void MainWindow::openExchange(const QString &exchangeId, bool run)
{
    const ExchangeRecord *record = m_sessions->exchanges()->findRecord(exchangeId);
    if (!record)
        return;
    const OperationId operation{nameSpaceFor(record->source), record->operation};
    const Json input = record->input;
    if (run) {
        OperationPage *page = editCall(operation, input);
        // An older call belongs to another workspace, with other sources.
        if (record->startedAt >= m_workspaceSince)
            page->invoke();
        return;
    }
    if (OperationPage *running = m_pages->showRunning(exchangeId)) {
        running->focusInput();
        return;
    }
    OperationPage::Past past{
        .exchangeId = exchangeId, .input = input, .spec = {}, .result = {}, .stream = {}};
    if (const auto kept = m_fixtures->results().find(exchangeId)) {
        past.spec = kept->recording.spec;
        if (kept->isStream)
            past.stream = kept->stream;
        else
            past.result = kept->result;
    }
    m_pages->openPast(operation, past);
}

//! Puts \a input into the page where calls of \a operation are made. A running page keeps its own input. Undo
//! restores an input that was typed and not sent.
OperationPage *MainWindow::editCall(const OperationId &operation, const Json &input)
{
    OperationPage *page = m_pages->pageOf(operation);
    if (page && page->isRunning()) {
        page = m_pages->openBeside(operation, input);
        page->focusInput();
        return page;
    }
    page = m_pages->open(operation);
    const Json typed = PageStack::isTyped(page) ? page->input() : Json();
    if (!input.isAbsent())
        page->setInput(input);
    if (!typed.isAbsent() && typed != page->input()) {
        offerUndo(tr("The input of %1 was replaced.").arg(page->tabTitle()), [page = QPointer(page), typed] {
            if (page)
                page->setInput(typed);
        });
    }
    page->focusInput();
    return page;
}

//! Shows a notice with Undo. After it closes, the menu Edit offers Undo until another action can be undone.
void MainWindow::offerUndo(const QString &text, const std::function<void()> &undo)
{
    m_undo = [this, undo] {
        m_undo = {};
        m_message->hide();
        m_actions->update();
        undo();
    };
    m_actions->update();
    m_message->showNotice(text, tr("Undo"), [this] {
        if (const auto last = m_undo) // a copy, because the call clears the member
            last();
    });
}

void MainWindow::showWire(const QString &exchangeId)
{
    m_wire->showExchange(exchangeId);
    m_bottom->showPane(m_wire);
}

void MainWindow::find()
{
    const QWidget *page = m_pages->current();
    FindBar::openFor(QApplication::focusWidget(), page ? page : m_pages->currentTool());
}

void MainWindow::changeLimit(const QString &key, const QString &source)
{
    const Source *known = m_sessions->source(source);
    if (known && known->settings.member("limits"_L1).hasMember(key))
        m_sourcesController->editSource(source);
    else
        showPreferences(key);
}

void MainWindow::showPreferences(const QString &limit)
{
    QWidget *above =
        QApplication::activeModalWidget(); // for example the dialog whose test exceeded the limit
    auto *dialog =
        deletedOnClose(new PreferencesDialog(m_sessions, m_style, m_options.remember, above ? above : this));
    connect(dialog, &PreferencesDialog::limitsChanged, m_fixtures->store(), &FixtureStore::setLimits);
    dialog->showLimit(limit);
    dialog->open();
}

void MainWindow::goToOperation()
{
    m_goTo->openUnder(m_topBar->goToField());
}

void MainWindow::resizeEvent(QResizeEvent *event)
{
    QMainWindow::resizeEvent(event);
    layout()->activate(); // gives the splitters their new size
    centralWidget()->layout()->activate();
    m_view->fit();
}

void MainWindow::changeEvent(QEvent *event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::WindowStateChange && m_actions)
        m_actions->update();
}

void MainWindow::setSourcesShown(bool shown)
{
    m_sources->setVisible(shown);
    m_actions->update();
}

bool MainWindow::focusNextPrevChild(bool next)
{
    QWidget *widget = nextBySight(this, !next);
    if (!widget)
        return false;
    widget->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
    return true;
}

//! Shows an inspect page that is still empty, or opens a new one.
void MainWindow::inspectEnvelope()
{
    if (m_pages->showTool<InspectPage>(&InspectPage::isEmpty))
        return;
    auto *page = new InspectPage(m_sessions, this);
    connect(page, &InspectPage::undoOffered, this, &MainWindow::offerUndo);
    m_pages->openTool(page);
}

void MainWindow::showManual()
{
    const QWidget *focus = focusWidget();
    auto *page = m_pages->showTool<ManualPage>([](const ManualPage &) { return true; });
    const bool isOpen = page;
    if (!isOpen)
        page = new ManualPage(this);
    if (!page->isAncestorOf(focus))
        page->showTopic(ManualPage::topicOf(focus));
    if (!isOpen)
        m_pages->openTool(page);
}

void MainWindow::connectFixtures()
{
    connect(m_topBar, &TopBar::recordAllToggled, m_fixtures, &FixturesController::setRecordingAll);
    connect(m_fixtures, &FixturesController::recordingAllChanged, this, [this](bool on) {
        m_topBar->setRecordingAll(on);
        m_actions->update();
    });
    connect(m_fixtures, &FixturesController::saveWorkspaceRequested, this, &MainWindow::askToSaveWorkspace);
    connect(m_history, &HistoryPane::recordRequested, m_fixtures, &FixturesController::recordExchanges);
    connect(m_history, &HistoryPane::compareRequested, this, [this](const QStringList &ids) {
        if (ids.size() == 2)
            m_fixtures->compareExchanges(ids.at(1), ids.at(0));
        else if (ids.size() == 1)
            m_fixtures->compareExchange(ids.constFirst());
        else
            m_message->showInfo(tr("Choose one or two calls to compare."));
    });
}

void MainWindow::dragEnterEvent(QDragEnterEvent *event)
{
    if (event->mimeData()->hasUrls() || event->mimeData()->hasText())
        event->acceptProposedAction();
}

//! Handles a drop that no field accepts: opens a workspace, and takes anything else as a source.
void MainWindow::dropEvent(QDropEvent *event)
{
    const QMimeData &dropped = *event->mimeData();
    const QUrl first = dropped.urls().value(0);
    const QString text = AddSourceDialog::textDropped(dropped);
    if (const qsizetype more = dropped.urls().size() - 1; more > 0)
        m_message->showInfo(tr("Only the first of %n files is used.", nullptr, int(more + 1)));
    if (first.isLocalFile() && first.path().endsWith(".workspace.json"_L1))
        openWorkspace(first.toLocalFile());
    else if (!text.trimmed().isEmpty())
        m_sourcesController->addSourceFrom(text);
    event->acceptProposedAction();
}

//! Takes pasted text that no field accepts as a source, while the start page offers to paste one.
void MainWindow::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Find)) { // the pane with the focus did not handle it
        find();
        return;
    }
    const QString text = event->matches(QKeySequence::Paste) && m_pages->startPage()->isVisible()
        ? QApplication::clipboard()->text()
        : QString();
    if (text.trimmed().isEmpty())
        QMainWindow::keyPressEvent(event);
    else
        m_sourcesController->addSourceFrom(text);
}

//! Calls the operation of \a page as soon as its source lists it.
void MainWindow::runWhenKnown(OperationPage *page)
{
    const auto run = [this, page] {
        if (!m_sessions->registry()->listedSpec(page->operation()))
            return false;
        page->invoke();
        return true;
    };
    if (run())
        return;
    auto *waiting = new QObject(page); // deleted with the page
    connect(m_sessions, &Sessions::operationsChanged, waiting, [waiting, run] {
        if (run())
            waiting->deleteLater();
    });
}

void MainWindow::editEnvironments()
{
    auto *dialog = deletedOnClose(new EnvironmentsDialog(m_sessions, m_workspace->identity(), this));
    connect(dialog, &QDialog::accepted, this,
        [this, dialog] { m_workspace->setIdentity(dialog->workspaceIdentity()); });
    dialog->open();
}

void MainWindow::askToOpenWorkspace()
{
    auto *dialog = deletedOnClose(new QFileDialog(this, tr("Open workspace")));
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters(
        {tr("Workspaces (*.workspace.json)"), tr("JSON files (*.json)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this, &MainWindow::openWorkspace);
    dialog->open();
}

void MainWindow::askToSaveWorkspace(const std::function<void()> &then)
{
    auto *dialog =
        deletedOnClose(named(new QFileDialog(this, tr("Save workspace as")), u"saveWorkspaceDialog"_s));
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(u"workspace.json"_s);
    dialog->setNameFilters({tr("Workspaces (*.workspace.json)")});
    connect(dialog, &QFileDialog::fileSelected, this, [this, then](const QString &path) {
        if (const Result<void> saved = m_workspace->saveAs(path); !saved) {
            m_message->showError(saved.error());
            return;
        }
        m_actions->noteRecent(path);
        if (then)
            then();
    });
    dialog->open();
}

void MainWindow::showWorkspaceName()
{
    const QString name = visibleText(m_workspace->displayName(), false, 100);
    setWindowTitle(name.isEmpty() ? tr("Envelope Workbench") : tr("%1 — Envelope Workbench").arg(name));
    setWindowFilePath(m_workspace->path());
    setProperty("workspaceFile", m_workspace->storedPath());
    setProperty("isDemo", m_workspace->isDemo()); // a command refers to its sources in a different form
    m_topBar->setWorkspace(name, m_workspace->path());
}

void MainWindow::workspaceChanged()
{
    m_message->hide(); // its Undo belongs to the previous workspace
    m_undo = {};
    m_workspaceSince = QDateTime::currentDateTimeUtc();
    showWorkspaceName();
    m_topBar->setEnvironment(m_sessions->environment());
    m_pages->closeAll();
    m_actions->update();
}

void MainWindow::openWorkspace(const QString &path)
{
    endStreams(tr("Open workspace"), [this, path] {
        saveView();
        if (const Result<void> opened = m_workspace->open(path); !opened) {
            // At the start, the draft is opened instead.
            if (!m_view->isRestored() && m_sessions->sources().isEmpty()) {
                m_isLastAway = true;
                m_workspace->openScratch();
                restoreView();
            }
            m_message->showError(opened.error());
            return;
        }
        restoreView();
        noteLast();
        m_actions->noteRecent(m_workspace->path());
    });
}

void MainWindow::openDemo()
{
    endStreams(tr("Open demo"), [this] {
        saveView();
        const Workspace demo = m_options.demo();
        m_workspace->openDemo(demo);
        if (m_options.remember)
            m_view->restoreWindow();
        for (const Source &source : m_sessions->sources()) {
            if (!m_sessions->trustNeeded(source))
                m_sessions->connectSource(source.name);
        }
        if (const OperationId first = OperationId::fromString(demo.view.member("first"_L1).toString());
            !first.isEmpty())
            runWhenKnown(openOperation(first));
    });
}

void MainWindow::newWorkspace()
{
    endStreams(tr("New workspace"), [this] {
        saveView();
        if (m_workspace->startNew())
            offerDraft();
    });
}

//! Offers to restore the discarded workspace, until the user closes the message.
void MainWindow::offerDraft()
{
    m_message->showInfo(tr("The unsaved workspace was discarded."), tr("Undo"), [this] {
        const bool isDiscarding = m_workspace->startNew(m_workspace->takeDraft());
        restoreView();
        if (isDiscarding)
            offerDraft();
    });
}

void MainWindow::restoreLast()
{
    const QString last = m_options.remember ? QSettings().value(u"workspace/last"_s).toString() : QString();
    if (last.isEmpty()) {
        m_workspace->openScratch();
        restoreView();
    } else {
        openWorkspace(last);
    }
    if (OperationPage *page = m_pages->current())
        page->focusInput();
    else
        m_pages->startPage()->setFocus();
}

//! Saves which workspace the next start opens. The demo does not change it. A draft without sources does not
//! change it if the last workspace could not be opened, because its file may be missing only for now.
void MainWindow::noteLast()
{
    const QString path = m_workspace->path();
    if (!path.isEmpty() || !m_sessions->sources().isEmpty())
        m_isLastAway = false;
    if (m_options.remember && !m_workspace->isDemo() && !m_isLastAway)
        QSettings().setValue(u"workspace/last"_s, path);
}

QString MainWindow::viewName() const
{
    return m_workspace->isDemo() ? u"demo"_s : m_workspace->path();
}

void MainWindow::saveView()
{
    m_pages->keepInputs();
    if (!m_view->isRestored())
        return;
    noteLast();
    m_view->save(viewName());
}

void MainWindow::restoreView()
{
    if (!m_options.remember)
        return;
    m_view->restoreWindow();
    m_view->restore(viewName());
    m_actions->update();
}

void MainWindow::endStreams(const QString &action, const std::function<void()> &then)
{
    const int streams = Preferences::asks(Preferences::Question::CancelStreams) ? m_pages->liveStreams() : 0;
    const int tasks = int(m_sessions->exchanges()->runningTasks());
    if (streams == 0 && tasks == 0) {
        then();
        return;
    }
    askToLeave(this, action, streams, tasks, then);
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    const auto tasks = m_sessions->exchanges()->runningTasks();
    if (m_pages->liveStreams() + tasks > 0 && !property("endsStreams").toBool()) {
        event->ignore();
        const auto closeNow = [this] {
            setProperty("endsStreams", true);
            close();
            setProperty("endsStreams", false); // the window may stay open; then the next close asks again
        };
        endStreams(tr("Close window"), closeNow);
        return;
    }
    saveView();
    if (const Result<void> saved = m_workspace->save(); !saved) {
        // Unsaved input would be lost, so tell the user first.
        if (!property("closeAnyway").toBool()) {
            m_message->showError(saved.error(), tr("Close without saving"), [this] {
                setProperty("closeAnyway", true);
                setProperty("endsStreams", true);
                close();
                setProperty("closeAnyway", false);
                setProperty("endsStreams", false);
            });
            event->ignore();
            return;
        }
    }
    event->accept();
}

} // namespace Workbench::Ui

#include "moc_mainwindow.cpp"
