// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/window/mainwindow.h"

#include "core/base/visibletext.h"
#include "core/session/sessions.h"
#include "ui/fixtures/fixturespane.h"
#include "ui/forms/findbar.h"
#include "ui/models/historymodel.h"
#include "ui/pages/checkpage.h"
#include "ui/pages/inspectpage.h"
#include "ui/pages/manualpage.h"
#include "ui/pages/operationpage.h"
#include "ui/pages/serverpage.h"
#include "ui/panes/historypane.h"
#include "ui/panes/logpane.h"
#include "ui/panes/sourcespane.h"
#include "ui/panes/wirepane.h"
#include "ui/theme/building.h"
#include "ui/theme/icons.h"
#include "ui/theme/workbenchstyle.h"
#include "ui/window/bottompanel.h"
#include "ui/window/certificatequestions.h"
#include "ui/window/dialoghelp.h"
#include "ui/window/environmentmenu.h"
#include "ui/window/fixturescontroller.h"
#include "ui/window/gotopopup.h"
#include "ui/window/messagebar.h"
#include "ui/window/pagestack.h"
#include "ui/window/peerquestions.h"
#include "ui/window/preferencesdialog.h"
#include "ui/window/signinquestions.h"
#include "ui/window/startpage.h"
#include "ui/window/topbar.h"
#include "ui/window/windowactions.h"
#include "ui/window/workspacecontroller.h"

#include <QAbstractScrollArea>
#include <QApplication>
#include <QLineEdit>
#include <QPointer>
#include <QSplitter>

#include <algorithm>

using namespace Qt::StringLiterals;
namespace Workbench::Ui {

namespace {

struct Stop {
    QWidget *widget;
    QList<int> place; //!< index in each splitter around it, outermost first
};

QList<int> placeOf(const QWidget *widget)
{
    QList<int> place;
    for (const QWidget *part = widget; part && part->parentWidget(); part = part->parentWidget()) {
        const auto *splitter = qobject_cast<const QSplitter *>(part->parentWidget());
        const int index = splitter ? splitter->indexOf(const_cast<QWidget *>(part)) : -1;
        if (index >= 0)
            place.prepend(index);
    }
    return place;
}

bool takesTab(const QWidget *widget, const QWidget *window)
{
    return (widget->focusPolicy() & Qt::TabFocus) == Qt::TabFocus && !widget->focusProxy()
        && widget->isEnabled() && widget->isVisibleTo(window) && widget->window() == window;
}

//! Returns the next widget for Tab or, if \a backwards, for Shift+Tab. Follows the visual order of splitter
//! parts, and Qt's order inside each part. Qt's own order is the order of creation, but pages, cards and
//! fields are created at any time. Returns null if no widget takes the focus. If the widget with the focus
//! was hidden or disabled, returns a list or a text field. A button, a combo box or a number field would
//! react to the next key, which the user did not mean for it.
QWidget *nextBySight(QWidget *window, bool backwards)
{
    QList<Stop> stops;
    const QWidget *focus = window->focusWidget();
    const bool isLost = focus && !(focus->isEnabled() && focus->isVisibleTo(window));
    for (QWidget *widget = window->nextInFocusChain(); widget && widget != window;
        widget = widget->nextInFocusChain()) {
        const bool isSafe = !isLost || qobject_cast<const QAbstractScrollArea *>(widget)
            || qobject_cast<const QLineEdit *>(widget);
        if ((takesTab(widget, window) && isSafe) || widget == focus)
            stops.append({widget, placeOf(widget)});
    }
    if (stops.isEmpty())
        return nullptr;
    std::ranges::stable_sort(stops, std::ranges::lexicographical_compare, &Stop::place);
    const qsizetype at = std::ranges::find(stops, focus, &Stop::widget) - stops.begin();
    if (at == stops.size())
        return (backwards ? stops.last() : stops.first()).widget;
    const qsizetype step = backwards ? stops.size() - 1 : 1;
    return stops.at((at + step) % stops.size()).widget;
}

constexpr int compactBelow = 900; // pixels; ui/README.md "Small windows"
constexpr int fullFrom = 1280;
constexpr int rowsBesideExplanation = 2; // rows of the bottom panel

//! Sizes of Sources (pixels), of the field in the top bar (pixels) and of the bottom panel (rows).
struct Shares {
    int sources = 264;
    int field = 360;
    int rows = 5;

    friend bool operator==(const Shares &, const Shares &) = default;
};

Shares sharesOf(const QSize &window)
{
    Shares shares;
    if (window.width() < fullFrom)
        shares = window.width() < compactBelow ? Shares{192, 240, 2} : Shares{220, 280, 5};
    if (window.height() < 820)
        shares.rows = std::min(shares.rows, window.height() < 680 ? 2 : 3);
    return shares;
}

} // namespace

MainWindow::MainWindow(Sessions *sessions, WorkbenchStyle *style, Options options, QWidget *parent)
    : QMainWindow(parent)
    , m_sessions(sessions)
    , m_style(style)
    , m_options(std::move(options))
    , m_workspace(new WorkspaceController(sessions, m_options.scratchPath, this))
{
    setObjectName(u"mainWindow"_s);
    QApplication::setWindowIcon(applicationIcon()); // also for the dialogs
    setMinimumSize(640, 480);
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
    auto *column = newColumn(middle);
    m_topBar = new TopBar(middle);
    column->addWidget(m_topBar);
    m_vertical = named(new QSplitter(Qt::Vertical, middle), u"verticalSplitter"_s);
    m_vertical->setChildrenCollapsible(false);
    m_horizontal = named(new QSplitter(Qt::Horizontal, m_vertical), u"horizontalSplitter"_s);
    m_horizontal->setChildrenCollapsible(false);
    m_sources = new SourcesPane(m_sessions, m_horizontal);
    m_pages = new PageStack(m_sessions, m_workspace, m_horizontal);
    m_horizontal->addWidget(m_sources);
    m_horizontal->addWidget(m_pages);
    m_horizontal->setStretchFactor(1, 1);
    m_message = new MessageBar(m_pages, middle);
    connect(m_message, &MessageBar::limitRequested, this, &MainWindow::showPreferences);
    m_vertical->addWidget(m_horizontal);
    m_bottom = new BottomPanel(m_vertical);
    m_history = new HistoryPane(m_sessions->exchanges(), m_bottom);
    m_history->model()->setSessions(m_sessions);
    m_wire = new WirePane(m_sessions->exchanges(), m_bottom);
    m_log = new LogPane(m_sessions, m_bottom);
    m_bottom->addPane(tr("History"), m_history);
    m_bottom->addPane(tr("Wire"), m_wire);
    m_bottom->addPane(tr("Log"), m_log);
    m_fixtures = new FixturesController({m_sessions, m_workspace, m_pages, m_message, m_bottom, this});
    m_bottom->addPane(tr("Fixtures"), m_fixtures->pane());
    m_vertical->addWidget(m_bottom);
    m_vertical->setStretchFactor(0, 1);
    column->addWidget(m_vertical, 1);
    setCentralWidget(middle);
    m_goTo = new GoToPopup(m_sessions, this);
    m_environments = new EnvironmentMenu(m_sessions, this);
    m_topBar->setEnvironmentMenu(m_environments);
    m_certificates = new CertificateQuestions(m_sessions, this);
    auto *signIns = new SignInQuestions(m_sessions, this);
    connect(signIns, &SignInQuestions::stepsRequested, this, &MainWindow::showSignIn);
    auto *questions = new PeerQuestions(m_sessions, m_pages, m_message, this);
    connect(questions, &PeerQuestions::logged, m_log, &LogPane::add);
    connect(questions, &PeerQuestions::sourceRequested, this, &MainWindow::showServer);
}

void MainWindow::connectParts()
{
    connect(m_topBar, &TopBar::addSourceRequested, this, &MainWindow::addSource);
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

    connect(m_vertical, &QSplitter::splitterMoved, this, [this] {
        if (m_bottom->isCollapsed())
            return; // dragging the handle has no effect then
        m_bottomHeight = m_bottom->wholeRowsHeight(m_bottom->height());
        m_isBottomChosen = true;
        showBottomHeight();
    });
    const auto offerUndo = [this](const QString &text, const std::function<void()> &undo) {
        this->offerUndo(text, undo);
    };
    connect(m_bottom, &BottomPanel::undoOffered, this, offerUndo);
    connect(m_pages, &PageStack::streamClosed, this, [this, offerUndo](const QString &title, int closing) {
        offerUndo(tr("%1 was closed and its stream cancelled.").arg(title),
            [this, closing] { m_pages->reopenAll(closing); });
    });
    connect(m_pages, &PageStack::othersClosed, this, [this, offerUndo](int tabs, int streams, int closing) {
        offerUndo(streams > 0 ? tr("%n tabs were closed and their streams cancelled.", nullptr, tabs)
                              : tr("%n tabs were closed.", nullptr, tabs),
            [this, closing] { m_pages->reopenAll(closing); });
    });
    connect(m_bottom, &BottomPanel::collapsedChanged, this, &MainWindow::showBottomHeight);

    connect(m_sources, &SourcesPane::operationActivated, this, &MainWindow::openOperation);
    connect(m_sources, &SourcesPane::operationPreviewed, m_pages, &PageStack::preview);
    connect(m_sources, &SourcesPane::addSourceRequested, this, &MainWindow::addSource);
    connect(m_sources, &SourcesPane::connectRequested, this, &MainWindow::connectSource);
    connect(m_sources, &SourcesPane::connectAllRequested, this, &MainWindow::connectAll);
    connect(m_sources, &SourcesPane::editRequested, this, &MainWindow::editSource);
    connect(m_sources, &SourcesPane::removeRequested, this, &MainWindow::removeSource);
    connect(m_sources, &SourcesPane::signOutRequested, this, &MainWindow::signOut);
    connect(m_sources, &SourcesPane::checkRequested, this, &MainWindow::checkSource);
    connect(m_sources, &SourcesPane::serverRequested, this, &MainWindow::showServer);

    StartPage *start = m_pages->startPage();
    connect(start, &StartPage::addSourceRequested, this, &MainWindow::addSource);
    connect(start, &StartPage::openWorkspaceRequested, this, &MainWindow::askToOpenWorkspace);
    connect(start, &StartPage::demoRequested, this, &MainWindow::openDemo);
    connect(start, &StartPage::exampleChosen, this, &MainWindow::addSourceFrom);

    connect(m_pages, &PageStack::currentChanged, this, [this] {
        if (const OperationPage *page = m_pages->current())
            m_sources->selectOperation(page->operation());
        m_isBottomChosen = false;
        showBottomHeight();
        m_actions->update();
    });
    connect(m_pages, &PageStack::runningChanged, this, [this](const OperationId &operation, bool running) {
        const OperationPage *page = m_pages->pageOf(operation);
        m_sources->setLive(operation, running && page && page->isSubscription());
        m_actions->update();
    });
    connect(m_pages, &PageStack::pageOpened, this, [this, offerUndo](OperationPage *page) {
        connect(page, &OperationPage::wireRequested, this, &MainWindow::showWire);
        connect(page, &OperationPage::connectRequested, this, &MainWindow::connectSource);
        connect(page, &OperationPage::undoOffered, this, offerUndo);
        connect(page, &OperationPage::explainingChanged, this, &MainWindow::showBottomHeight);
        connect(page, &OperationPage::editRequested, this,
            [this, page](const Json &input) { editCall(page->operation(), input); });
        connect(page, &OperationPage::certificateRequested, m_certificates, &CertificateQuestions::ask);
        connect(page, &OperationPage::limitRequested, this, &MainWindow::showPreferences);
    });

    connect(
        m_history, &HistoryPane::openRequested, this, [this](const QString &id) { openExchange(id, false); });
    connect(m_history, &HistoryPane::runAgainRequested, this,
        [this](const QString &id) { openExchange(id, true); });
    connect(m_history, &HistoryPane::wireRequested, this, &MainWindow::showWire);

    connect(m_certificates, &CertificateQuestions::accepted, this, &MainWindow::connectSource);

    connectFixtures();
    connect(m_workspace, &WorkspaceController::workspaceChanged, this, &MainWindow::workspaceChanged);
    connect(m_workspace, &WorkspaceController::fileChanged, this, [this] {
        showWorkspaceName();
        saveView(); // the next start restores it for the new file
        m_actions->update();
    });
    connect(m_workspace, &WorkspaceController::saveFailed, this, [this](const Error &error) {
        if (error.code == "workspace.conflict"_L1) {
            m_message->showError(error, tr("Overwrite"), [this] {
                if (const Result<void> saved = m_workspace->save(true); !saved)
                    m_message->showError(saved.error());
            });
        } else {
            m_message->showError(error);
        }
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

void MainWindow::showPreferences(const QString &limit)
{
    auto *dialog = deletedOnClose(new PreferencesDialog(m_sessions, m_style, m_options.remember, this));
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
    applyCompact();
}

void MainWindow::applyCompact()
{
    const Shares shares = sharesOf(size());
    const Shares before = sharesOf(m_sizedFor);
    if (m_sized && shares == before)
        return;
    const bool isRestored = m_sized && !m_sizedFor.isValid();
    m_sizedFor = size();
    const bool compact = width() < compactBelow;
    m_topBar->setCompact(compact);
    m_topBar->setFieldWidth(shares.field);
    m_sources->setCompact(compact);
    m_pages->setCompact(compact);
    m_bottom->setCompact(compact);
    if (!m_sized || (!isRestored && shares.sources != before.sources))
        m_horizontal->setSizes({shares.sources, std::max(1, width() - shares.sources)});
    if (!m_sized || (!isRestored && shares.rows != before.rows)) {
        m_bottomHeight = m_bottom->heightForRows(shares.rows);
        showBottomHeight();
    }
    m_sized = true;
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

//! Shrinks the bottom panel for an explanation on the current page, unless the user resized it there.
void MainWindow::showBottomHeight()
{
    const OperationPage *page = m_pages->current();
    const bool yields = page && page->isExplaining() && !m_isBottomChosen;
    const int open =
        yields ? std::min(m_bottomHeight, m_bottom->heightForRows(rowsBesideExplanation)) : m_bottomHeight;
    const int shown = m_bottom->isCollapsed() ? m_bottom->collapsedHeight() : open;
    m_vertical->setSizes({std::max(1, m_vertical->height() - m_vertical->handleWidth() - shown), shown});
}

//! Shows an inspect page that is still empty, or opens a new one.
void MainWindow::inspectEnvelope()
{
    for (ToolPage *tool : m_pages->tools()) {
        auto *page = qobject_cast<InspectPage *>(tool);
        if (page && page->isEmpty()) {
            m_pages->openTool(page);
            return;
        }
    }
    auto *page = new InspectPage(m_sessions, this);
    connect(page, &InspectPage::undoOffered, this, &MainWindow::offerUndo);
    m_pages->openTool(page);
}

void MainWindow::showManual()
{
    const QWidget *focus = focusWidget();
    for (ToolPage *tool : m_pages->tools()) {
        auto *page = qobject_cast<ManualPage *>(tool);
        if (!page)
            continue;
        if (!page->isAncestorOf(focus))
            page->showTopic(ManualPage::topicOf(focus));
        m_pages->openTool(page);
        return;
    }
    auto *page = new ManualPage(this);
    page->showTopic(ManualPage::topicOf(focus));
    m_pages->openTool(page);
}

void MainWindow::checkSource(const QString &source)
{
    if (!m_sessions->source(source))
        return;
    for (ToolPage *tool : m_pages->tools()) {
        auto *page = qobject_cast<CheckPage *>(tool);
        if (page && page->source() == source) {
            m_pages->openTool(page);
            return;
        }
    }
    auto *page = new CheckPage(m_sessions, source, this);
    connect(page, &CheckPage::connectRequested, this, &MainWindow::connectSource);
    connect(page, &CheckPage::operationActivated, this, &MainWindow::openOperation);
    m_pages->openTool(page);
}

void MainWindow::showServer(const QString &source)
{
    if (!m_sessions->source(source))
        return;
    for (ToolPage *tool : m_pages->tools()) {
        auto *page = qobject_cast<ServerPage *>(tool);
        if (page && page->source() == source) {
            m_pages->openTool(page);
            return;
        }
    }
    auto *page = new ServerPage(m_sessions, source, this);
    connect(page, &ServerPage::connectRequested, this, &MainWindow::connectSource);
    connect(page, &ServerPage::checkRequested, this, &MainWindow::checkSource);
    connect(page, &ServerPage::connectionCheckRequested, this, &MainWindow::checkConnection);
    connect(page, &ServerPage::signInRequested, this, &MainWindow::showSignIn);
    connect(page, &ServerPage::serveRequested, this, &MainWindow::showServe);
    connect(page, &ServerPage::editRequested, this, &MainWindow::editSource);
    connect(page, &ServerPage::definitionRequested, this,
        [this](const OperationId &operation) { m_pages->open(operation)->setDefinitionShown(true); });
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
            m_message->showNotice(tr("Choose one or two calls to compare."));
    });
}

} // namespace Workbench::Ui

#include "moc_mainwindow.cpp"
