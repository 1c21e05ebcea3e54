// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/checks/configurationfiles.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace Workbench {

namespace {

enum class PlaceBase : quint8 { Project, Home, Application };

struct UsualPlace {
    PlaceBase base;
    QLatin1StringView program;
    QLatin1StringView path; // below the folder
};

constexpr std::array usualPlaces{
    UsualPlace{PlaceBase::Project, "Claude Code"_L1, ".mcp.json"_L1},
    UsualPlace{PlaceBase::Project, "Cursor"_L1, ".cursor/mcp.json"_L1},
    UsualPlace{PlaceBase::Project, "VS Code"_L1, ".vscode/mcp.json"_L1},
    UsualPlace{PlaceBase::Project, "Zed"_L1, ".zed/settings.json"_L1},
    UsualPlace{PlaceBase::Application, "Claude Desktop"_L1, "Claude/claude_desktop_config.json"_L1},
    UsualPlace{PlaceBase::Home, "Claude Code"_L1, ".claude.json"_L1},
    UsualPlace{PlaceBase::Home, "Cursor"_L1, ".cursor/mcp.json"_L1},
    UsualPlace{PlaceBase::Application, "VS Code"_L1, "Code/User/mcp.json"_L1},
    UsualPlace{PlaceBase::Application, "VS Code"_L1, "Code/User/settings.json"_L1},
    UsualPlace{PlaceBase::Application, "VS Code Insiders"_L1, "Code - Insiders/User/mcp.json"_L1},
    UsualPlace{PlaceBase::Application, "VSCodium"_L1, "VSCodium/User/mcp.json"_L1},
    UsualPlace{PlaceBase::Home, "Windsurf"_L1, ".codeium/windsurf/mcp_config.json"_L1},
    UsualPlace{PlaceBase::Application, "Zed"_L1, "zed/settings.json"_L1},
    UsualPlace{PlaceBase::Home, "Zed"_L1, ".config/zed/settings.json"_L1}, // on macOS too
};

//! Returns the paths of the folders that \a base means.
QStringList foldersOf(const ConfigurationFolders &folders, PlaceBase base)
{
    switch (base) {
    case PlaceBase::Project: return folders.projects;
    case PlaceBase::Home: return {folders.home};
    case PlaceBase::Application: return {folders.application};
    }
    return {};
}

} // namespace

ConfigurationFolders configurationFolders(const QStringList &projects)
{
    const QString home = QDir::homePath();
#if defined(Q_OS_MACOS)
    const QString application = home + u"/Library/Application Support"_s;
#elif defined(Q_OS_WIN)
    const QString application = qEnvironmentVariable("APPDATA", home + u"/AppData/Roaming"_s);
#else
    const QString chosen = qEnvironmentVariable("XDG_CONFIG_HOME");
    const QString application = QDir::isAbsolutePath(chosen) ? chosen : home + u"/.config"_s;
#endif
    return {.home = home, .application = application, .projects = projects};
}

QList<ConfigurationFile> findConfigurations(const ConfigurationFolders &folders)
{
    QList<ConfigurationFile> found;
    for (const UsualPlace &place : usualPlaces) {
        for (const QString &folder : foldersOf(folders, place.base)) {
            const QString path = QDir::cleanPath(folder + u'/' + place.path);
            const bool isNew = std::ranges::find(found, path, &ConfigurationFile::path) == found.end();
            if (!folder.isEmpty() && isNew && QFileInfo(path).isFile())
                found.append({place.program, path});
        }
    }
    return found;
}

} // namespace Workbench
