// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/logpane.h"

#include "core/session/sessions.h"
#include "ui/models/logmodels.h"
#include "ui/models/textfiltermodel.h"
#include "ui/theme/building.h"
#include "ui/theme/icons.h"
#include "ui/theme/rowtreeview.h"
#include "ui/theme/zoom.h"

#include <QComboBox>
#include <QMenu>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

LogPane::LogPane(Sessions *sessions, QWidget *parent)
    : TablePane(tr("Messages of servers and of the workbench appear here."), parent)
    , m_model(new LogModel(this))
    , m_filter(new LogFilterModel(this))
    , m_level(named(new QComboBox(this), u"logLevel"_s, tr("Levels of the log")))
{
    setObjectName(u"logPane"_s);
    view()->setAccessibleName(tr("Log"));
    setUp(m_model, m_filter, {{}, {}, {80, 1}, {}, {200, 6}});
    using Level = LogLine::Level;
    m_level->setToolTip(tr("Hide the messages below this level"));
    setZoomedHeight(m_level, 28);
    m_level->addItem(tr("All levels"), int(Level::Debug));
    for (const Level level : {Level::Info, Level::Notice, Level::Warning})
        m_level->addItem(tr("%1 and above").arg(LogModel::levelWord(level)), int(level));
    m_level->addItem(LogModel::levelWord(Level::Error), int(Level::Error));
    connect(m_level, &QComboBox::currentIndexChanged, this,
        [this] { m_filter->setLevel(m_level->currentData().toInt()); });
    setSecondRankColumns({LogModel::OriginColumn});
    connect(sessions, &Sessions::logged, this, &LogPane::add);
    connect(this, &TablePane::pausedChanged, m_model, &LogModel::setPaused);
}

QWidget *LogPane::tools() const
{
    return m_level;
}

void LogPane::add(const LogLine &line)
{
    m_model->add(line);
}

std::function<void()> LogPane::clear()
{
    return undoOf(m_model, m_model->clear(), &LogModel::restore);
}

void LogPane::fillMenu(QMenu *menu)
{
    if (currentSourceIndex().isValid())
        menu->addAction(
            icon(u"copy"_s), tr("Copy text"), this, [this] { copyCurrent(LogModel::TextColumn); });
}

} // namespace Workbench::Ui

#include "moc_logpane.cpp"
