// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QStringList>

namespace Workbench {

//! The folders in which programs keep their configurations. An empty one is not searched.
struct ConfigurationFolders {
    QString home; //!< of the user
    QString application; //!< settings of programs: `~/.config`, `Library/Application Support` or
                         //!< `AppData/Roaming`
    QStringList projects; //!< absolute paths
};

//! Returns the folders of this user, and \a projects. Reads nothing.
ConfigurationFolders configurationFolders(const QStringList &projects);

//! A configuration file that exists.
struct ConfigurationFile {
    QString program; //!< "Claude Desktop", "VS Code", …
    QString path; //!< absolute

    friend bool operator==(const ConfigurationFile &, const ConfigurationFile &) = default;
};

//! Returns the files of known programs that exist in their usual places, each once; those of projects first.
//! Looks only whether they exist, and reads none of them.
QList<ConfigurationFile> findConfigurations(const ConfigurationFolders &folders);

} // namespace Workbench
