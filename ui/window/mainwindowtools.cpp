// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The pages of the window that are about no single operation.

#include "ui/panes/doctorpage.h"
#include "ui/panes/historypane.h"
#include "ui/panes/inspectpage.h"
#include "ui/window/fixturescontroller.h"
#include "ui/window/mainwindow.h"
#include "ui/window/pagestack.h"
#include "ui/window/topbar.h"
#include "ui/window/windowactions.h"

namespace Workbench::Ui {

//! A page that is still empty is used before another one is opened.
void MainWindow::inspectEnvelope()
{
    for (ToolPage *tool : m_pages->tools()) {
        auto *page = qobject_cast<InspectPage *>(tool);
        if (page && page->isEmpty()) {
            m_pages->openTool(page);
            return;
        }
    }
    m_pages->openTool(new InspectPage(m_sessions->exchanges(), this));
}

void MainWindow::checkUp(const QString &source)
{
    if (!m_sessions->source(source))
        return;
    for (ToolPage *tool : m_pages->tools()) {
        auto *page = qobject_cast<DoctorPage *>(tool);
        if (page && page->source() == source) {
            m_pages->openTool(page);
            return;
        }
    }
    auto *page = new DoctorPage(m_sessions, source, m_options.definitionPinsPath, this);
    connect(page, &DoctorPage::connectRequested, this, &MainWindow::connectSource);
    connect(page, &DoctorPage::operationActivated, this, &MainWindow::openOperation);
    m_pages->openTool(page);
}

void MainWindow::connectFixtures()
{
    connect(m_topBar, &TopBar::recordAllToggled, m_fixtures, &FixturesController::setRecordingAll);
    connect(m_fixtures, &FixturesController::recordingAllChanged, this, [this](bool on) {
        m_topBar->setRecordingAll(on);
        m_actions->update();
    });
    connect(m_history, &HistoryPane::recordRequested, m_fixtures, &FixturesController::recordExchanges);
    connect(m_history, &HistoryPane::compareRequested, this, [this](const QStringList &ids) {
        if (ids.size() == 2)
            m_fixtures->compareExchanges(ids.at(1), ids.at(0));
        else if (!ids.isEmpty())
            m_fixtures->compareExchange(ids.constFirst());
    });
}

} // namespace Workbench::Ui
