// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/logpane.h"

#include "core/session/sessions.h"
#include "ui/models/logmodel.h"
#include "ui/models/textfiltermodel.h"
#include "ui/theme/icons.h"
#include "ui/theme/rowtreeview.h"

#include <QMenu>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

LogPane::LogPane(Sessions *sessions, QWidget *parent)
    : TablePane(
          tr("What servers write beside their answers appears here, and what the workbench has to say."),
          parent)
    , m_model(new LogModel(this))
{
    setObjectName(u"logPane"_s);
    view()->setAccessibleName(tr("Log"));
    setUp(m_model, new TextFilterModel(this), {112, 100, 116, 100});
    setSecondRankColumns({LogModel::OriginColumn});
    connect(sessions, &Sessions::logged, this, &LogPane::add);
    connect(view(), &QWidget::customContextMenuRequested, this, [this](const QPoint &position) {
        if (!currentSourceIndex().isValid())
            return;
        auto *menu = new QMenu(this);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        menu->addAction(
            icon(u"copy"_s), tr("Copy Text"), this, [this] { copyCurrent(LogModel::TextColumn); });
        menu->popup(view()->viewport()->mapToGlobal(position));
    });
}

void LogPane::add(const LogLine &line)
{
    m_model->add(line);
}

void LogPane::clear()
{
    m_model->clear();
}

void LogPane::pausedChanged(bool paused)
{
    m_model->setPaused(paused);
}

} // namespace Workbench::Ui
