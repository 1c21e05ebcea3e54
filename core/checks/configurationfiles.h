// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QStringList>

namespace Workbench {

//! The folders in which programs keep their configurations. An empty folder is not searched.
struct ConfigurationFolders {
    QString home; //!< the home folder of the user
    //! The folder for settings of programs: `~/.config`, `Library/Application Support` or `AppData/Roaming`.
    QString application;
    QStringList projects; //!< absolute paths
};

//! Returns the folders of this user, with \a projects. Reads no files.
ConfigurationFolders configurationFolders(const QStringList &projects);

//! A configuration file that exists.
struct ConfigurationFile {
    QString program; //!< "Claude Desktop", "VS Code", …
    QString path; //!< absolute

    friend bool operator==(const ConfigurationFile &, const ConfigurationFile &) = default;
};

//! Returns the configuration files of known programs that exist in their usual places, each once, with the
//! files of projects first. Only checks whether the files exist, and does not read them.
QList<ConfigurationFile> findConfigurations(const ConfigurationFolders &folders);

} // namespace Workbench
