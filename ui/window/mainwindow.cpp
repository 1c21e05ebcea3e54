// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/window/mainwindow.h"

#include "core/base/visibletext.h"
#include "core/session/sessions.h"
#include "ui/panes/fixturespane.h"
#include "ui/panes/historypane.h"
#include "ui/panes/logpane.h"
#include "ui/panes/operationpage.h"
#include "ui/panes/sourcespane.h"
#include "ui/panes/wirepane.h"
#include "ui/theme/workbenchstyle.h"
#include "ui/window/bottompanel.h"
#include "ui/window/certificatequestions.h"
#include "ui/window/environmentmenu.h"
#include "ui/window/fixturescontroller.h"
#include "ui/window/gotopopup.h"
#include "ui/window/messagebar.h"
#include "ui/window/pagestack.h"
#include "ui/window/signinquestions.h"
#include "ui/window/startpage.h"
#include "ui/window/taborder.h"
#include "ui/window/topbar.h"
#include "ui/window/windowactions.h"
#include "ui/window/workspacecontroller.h"

#include <QBoxLayout>
#include <QCloseEvent>
#include <QSettings>
#include <QSplitter>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

constexpr int compactBelow = 900; // design "Looks", "At 800 × 600"

} // namespace

MainWindow::MainWindow(Sessions *sessions, WorkbenchStyle *style, Options options, QWidget *parent)
    : QMainWindow(parent)
    , m_sessions(sessions)
    , m_style(style)
    , m_options(std::move(options))
    , m_workspace(new WorkspaceController(sessions, m_options.scratchPath, this))
{
    setObjectName(u"mainWindow"_s);
    setMinimumSize(640, 480);
    resize(1440, 900);
    build();
    m_actions = new WindowActions(this);
    connectParts();
    workspaceChanged();
}

MainWindow::~MainWindow() = default;

void MainWindow::build()
{
    auto *middle = new QWidget(this);
    auto *column = new QVBoxLayout(middle);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_topBar = new TopBar(middle);
    column->addWidget(m_topBar);
    m_message = new MessageBar(middle);
    column->addWidget(m_message);
    m_vertical = new QSplitter(Qt::Vertical, middle);
    m_vertical->setObjectName(u"verticalSplitter"_s);
    m_vertical->setChildrenCollapsible(false);
    m_horizontal = new QSplitter(Qt::Horizontal, m_vertical);
    m_horizontal->setObjectName(u"horizontalSplitter"_s);
    m_horizontal->setChildrenCollapsible(false);
    m_sources = new SourcesPane(m_sessions, m_horizontal);
    m_pages = new PageStack(m_sessions, m_workspace, m_horizontal);
    m_horizontal->addWidget(m_sources);
    m_horizontal->addWidget(m_pages);
    m_horizontal->setStretchFactor(1, 1);
    m_vertical->addWidget(m_horizontal);
    m_bottom = new BottomPanel(m_vertical);
    m_history = new HistoryPane(m_sessions->exchanges(), m_bottom);
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
    new SignInQuestions(m_sessions, this);
}

void MainWindow::connectParts()
{
    connect(m_topBar, &TopBar::addSourceRequested, this, &MainWindow::addSource);
    connect(m_topBar, &TopBar::goToRequested, this, &MainWindow::goToOperation);
    connect(m_goTo, &GoToPopup::chosen, this, &MainWindow::openOperation);
    connect(m_environments, &EnvironmentMenu::editRequested, this, &MainWindow::editEnvironments);
    connect(m_environments, &EnvironmentMenu::failed, this,
        [this](const Error &error) { m_message->showError(error); });
    connect(m_sessions, &Sessions::environmentChanged, this,
        [this] { m_topBar->setEnvironment(m_sessions->environment()); });

    connect(m_vertical, &QSplitter::splitterMoved, this,
        [this] { setBottomHeight(m_bottom->wholeRowsHeight(m_bottom->height())); });

    connect(m_sources, &SourcesPane::operationActivated, this, &MainWindow::openOperation);
    connect(m_sources, &SourcesPane::addSourceRequested, this, &MainWindow::addSource);
    connect(m_sources, &SourcesPane::connectRequested, this, &MainWindow::connectSource);
    connect(m_sources, &SourcesPane::editRequested, this, &MainWindow::editSource);
    connect(m_sources, &SourcesPane::removeRequested, this, &MainWindow::removeSource);
    connect(m_sources, &SourcesPane::signOutRequested, this, &MainWindow::signOut);
    connect(m_sources, &SourcesPane::checkUpRequested, this, &MainWindow::checkUp);

    StartPage *start = m_pages->startPage();
    connect(start, &StartPage::addSourceRequested, this, &MainWindow::addSource);
    connect(start, &StartPage::openWorkspaceRequested, this, &MainWindow::askToOpenWorkspace);
    connect(start, &StartPage::demoRequested, this, &MainWindow::openDemo);
    connect(start, &StartPage::commandPasted, this, &MainWindow::addSourceFrom);

    connect(m_pages, &PageStack::currentChanged, this, [this] {
        if (const OperationPage *page = m_pages->current())
            m_sources->selectOperation(page->operation());
        m_actions->update();
    });
    connect(m_pages, &PageStack::runningChanged, this, [this](const OperationId &operation, bool running) {
        const OperationPage *page = m_pages->pageOf(operation);
        m_sources->setLive(operation, running && page && page->isSubscription());
        m_actions->update();
    });
    connect(m_pages, &PageStack::pageOpened, this, [this](OperationPage *page) {
        connect(page, &OperationPage::wireRequested, this, &MainWindow::showWire);
        connect(page, &OperationPage::connectRequested, this, &MainWindow::connectSource);
        connect(page, &OperationPage::certificateRequested, m_certificates, &CertificateQuestions::ask);
    });

    connect(
        m_history, &HistoryPane::openRequested, this, [this](const QString &id) { openExchange(id, false); });
    connect(m_history, &HistoryPane::runAgainRequested, this,
        [this](const QString &id) { openExchange(id, true); });
    connect(m_history, &HistoryPane::wireRequested, this, &MainWindow::showWire);

    connect(m_certificates, &CertificateQuestions::accepted, this, &MainWindow::connectSource);

    connectFixtures();
    connect(m_workspace, &WorkspaceController::workspaceChanged, this, &MainWindow::workspaceChanged);
    connect(m_workspace, &WorkspaceController::saveFailed, this, [this](const Error &error) {
        if (error.code == "workspace.conflict"_L1) {
            m_message->showError(error, tr("Write over it"), [this] {
                if (const Result<void> saved = m_workspace->save(true); !saved)
                    m_message->showError(saved.error());
            });
        } else {
            m_message->showError(error);
        }
    });
    connect(m_sessions, &Sessions::sourceAdded, this, [this] {
        m_topBar->setWorkspace(visibleText(m_workspace->displayName(), false, 100), m_workspace->path());
    });
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
    OperationPage *page = openOperation(operation);
    if (!input.isAbsent())
        page->setInput(input);
    if (run)
        page->invoke();
}

void MainWindow::showWire(const QString &exchangeId)
{
    m_wire->showExchange(exchangeId);
    m_bottom->showPane(m_wire);
}

void MainWindow::goToOperation()
{
    m_goTo->openUnder(m_topBar->goToField());
}

void MainWindow::workspaceChanged()
{
    const QString name = visibleText(m_workspace->displayName(), false, 100);
    setWindowTitle(name.isEmpty() ? tr("Envelope Workbench") : tr("%1 — Envelope Workbench").arg(name));
    setWindowFilePath(m_workspace->path());
    m_topBar->setWorkspace(name, m_workspace->path());
    m_topBar->setEnvironment(m_sessions->environment());
    m_pages->closeAll();
    m_actions->update();
}

void MainWindow::openWorkspace(const QString &path)
{
    saveView();
    if (const Result<void> opened = m_workspace->open(path); !opened) {
        m_message->showError(opened.error());
        return;
    }
    m_message->hide();
    restoreView();
    m_actions->noteRecent(path);
}

void MainWindow::openDemo()
{
    saveView();
    m_workspace->openDemo(m_options.demo);
    for (const Source &source : m_sessions->sources()) {
        if (!m_sessions->trustNeeded(source))
            m_sessions->connectSource(source.name);
    }
}

void MainWindow::newWorkspace()
{
    saveView();
    m_workspace->startNew();
}

void MainWindow::restoreLast()
{
    const QString last = m_options.remember ? QSettings().value(u"workspace/last"_s).toString() : QString();
    if (!last.isEmpty()) {
        openWorkspace(last);
        if (m_workspace->path() == last)
            return;
    }
    m_workspace->openScratch();
    restoreView();
}

QString MainWindow::settingsGroup() const
{
    const QString name = m_workspace->isDemo() ? u"demo"_s : m_workspace->path();
    return u"view/"_s
        + QString::fromLatin1(
            name.toUtf8().toBase64(QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals));
}

void MainWindow::saveView()
{
    if (!m_options.remember)
        return;
    QSettings settings;
    settings.setValue(u"workspace/last"_s, m_workspace->path());
    settings.setValue(u"window/geometry"_s, saveGeometry());
    settings.beginGroup(settingsGroup());
    const PageStack::Open open = m_pages->openPages();
    settings.setValue(u"pages"_s, open.operations);
    settings.setValue(u"page"_s, open.current);
    settings.setValue(u"pageLayout"_s, open.layout);
    settings.setValue(u"expanded"_s, m_sources->expandedKeys());
    settings.setValue(u"horizontal"_s, m_horizontal->saveState());
    settings.setValue(u"vertical"_s, m_vertical->saveState());
    settings.setValue(u"bottom"_s, m_bottom->currentIndex());
    settings.setValue(u"bottomCollapsed"_s, m_bottom->isCollapsed());
}

void MainWindow::restoreView()
{
    if (!m_options.remember)
        return;
    QSettings settings;
    if (settings.contains(u"window/geometry"_s))
        restoreGeometry(settings.value(u"window/geometry"_s).toByteArray());
    settings.beginGroup(settingsGroup());
    if (!settings.contains(u"pages"_s))
        return;
    m_sized = m_horizontal->restoreState(settings.value(u"horizontal"_s).toByteArray())
        && m_vertical->restoreState(settings.value(u"vertical"_s).toByteArray());
    m_bottom->setCurrentIndex(settings.value(u"bottom"_s).toInt());
    m_bottom->setCollapsed(settings.value(u"bottomCollapsed"_s).toBool());
    m_sources->setExpandedKeys(settings.value(u"expanded"_s).toStringList());
    m_pages->restore({settings.value(u"pages"_s).toStringList(), settings.value(u"page"_s).toString(),
        settings.value(u"pageLayout"_s).toByteArray()});
}

void MainWindow::resizeEvent(QResizeEvent *event)
{
    QMainWindow::resizeEvent(event);
    layout()->activate(); // the splitters have their new room
    centralWidget()->layout()->activate();
    applyCompact();
}

void MainWindow::applyCompact()
{
    const bool compact = width() < compactBelow;
    if (compact == m_compact && m_sized)
        return;
    m_compact = compact;
    m_topBar->setCompact(compact);
    m_sources->setCompact(compact);
    m_pages->setCompact(compact);
    m_bottom->setCompact(compact);
    const int left = compact ? 192 : 264;
    m_horizontal->setSizes({left, std::max(1, width() - left)});
    setBottomHeight(m_bottom->heightForRows(compact ? 2 : 5));
    m_sized = true;
}

bool MainWindow::focusNextPrevChild(bool next)
{
    QWidget *widget = nextBySight(this, !next);
    if (!widget)
        return false;
    widget->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
    return true;
}

void MainWindow::setBottomHeight(int height)
{
    if (!m_bottom->isCollapsed())
        m_vertical->setSizes(
            {std::max(1, m_vertical->height() - m_vertical->handleWidth() - height), height});
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    saveView();
    if (const Result<void> saved = m_workspace->save(); !saved) {
        // what was typed would be lost: say so, and let the second try through
        if (!property("closeAnyway").toBool()) {
            setProperty("closeAnyway", true);
            m_message->showError(saved.error(), tr("Close without saving"), [this] { close(); });
            event->ignore();
            return;
        }
    }
    event->accept();
}

} // namespace Workbench::Ui
