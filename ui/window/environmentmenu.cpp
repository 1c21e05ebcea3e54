// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/window/environmentmenu.h"

#include "core/base/visibletext.h"
#include "core/session/sessions.h"
#include "ui/theme/building.h"

#include <QActionGroup>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

EnvironmentMenu::EnvironmentMenu(Sessions *sessions, QWidget *parent)
    : QMenu(tr("E&nvironment"), parent)
    , m_sessions(sessions)
    , m_group(new QActionGroup(this))
    , m_line(addSeparator())
{
    setObjectName(u"environmentMenu"_s);
    QAction *edit = named(addAction(tr("&Edit environments and identity…")), u"editEnvironments"_s);
    connect(edit, &QAction::triggered, this, &EnvironmentMenu::editRequested);
    connect(sessions, &Sessions::environmentChanged, this, &EnvironmentMenu::fill);
    connect(m_group, &QActionGroup::triggered, this, [this](const QAction *action) {
        const Result<void> chosen = m_sessions->setEnvironment(action->data().toString());
        if (!chosen)
            Q_EMIT failed(chosen.error());
    });
    fill();
}

void EnvironmentMenu::fill()
{
    for (QAction *action : m_group->actions()) {
        removeAction(action);
        m_group->removeAction(action);
        action->deleteLater(); // it may be the action that was just chosen
    }
    QStringList names{QString()};
    for (const Environment &environment : m_sessions->environments())
        names.append(environment.name);
    for (const QString &name : std::as_const(names)) {
        QString text = name.isEmpty() ? tr("No environment") : visibleText(name, false, 60);
        auto *action = named(new QAction(text.replace(u'&', u"&&"_s), m_group), u"environment_"_s + name);
        action->setData(name);
        action->setCheckable(true);
        action->setChecked(name == m_sessions->environment());
        insertAction(m_line, action);
    }
}

} // namespace Workbench::Ui

#include "moc_environmentmenu.cpp"
