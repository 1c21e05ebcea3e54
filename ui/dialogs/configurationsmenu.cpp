// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/dialogs/configurationsmenu.h"

#include "core/base/visibletext.h"
#include "core/checks/configurationfiles.h"

#include <QDir>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

ConfigurationsMenu::ConfigurationsMenu(QWidget *parent)
    : QMenu(parent)
{
    setObjectName(u"configurationsMenu"_s);
    connect(this, &QMenu::aboutToShow, this, &ConfigurationsMenu::fill);
    connect(this, &QMenu::triggered, this,
        [this](const QAction *action) { Q_EMIT chosen(action->data().toString()); });
}

void ConfigurationsMenu::fill()
{
    clear();
    const ConfigurationFolders folders = configurationFolders(m_projects);
    for (const ConfigurationFile &file : findConfigurations(folders)) {
        QString path = file.path;
        if (path.startsWith(folders.home + u'/'))
            path.replace(0, folders.home.size(), u"~"_s);
        path = visibleText(QDir::toNativeSeparators(path), false, 120);
        QAction *action = addAction(tr("%1: %2").arg(file.program, path).replace(u'&', u"&&"_s));
        action->setData(file.path);
    }
    if (isEmpty())
        addAction(tr("No configurations in the usual places"))->setEnabled(false);
}

} // namespace Workbench::Ui

#include "moc_configurationsmenu.cpp"
