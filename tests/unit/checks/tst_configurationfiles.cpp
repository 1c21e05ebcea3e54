// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/checks/configurationfiles.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;

class tst_ConfigurationFiles : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_home;

    //! Creates an unreadable file, because only its existence matters.
    void make(const QString &path) const
    {
        const QString whole = m_home.filePath(path);
        QVERIFY(QDir().mkpath(QFileInfo(whole).path()));
        QFile file(whole);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QVERIFY(file.setPermissions({}));
    }
    ConfigurationFolders folders(const QStringList &projects = {}) const
    {
        return {.home = m_home.path(), .application = m_home.filePath(u".config"_s), .projects = projects};
    }

private Q_SLOTS:
    void findsExistingFilesOnly()
    {
        QCOMPARE(findConfigurations(folders()), QList<ConfigurationFile>());
        QVERIFY(QDir(m_home.path()).mkpath(u".claude.json"_s)); // a folder is not a configuration
        QCOMPARE(findConfigurations(folders()), QList<ConfigurationFile>());
        make(u".cursor/mcp.json"_s);
        make(u".config/Claude/claude_desktop_config.json"_s);
        make(u".config/zed/settings.json"_s); // listed twice in the table
        make(u"shop/.mcp.json"_s);
        make(u"shop/.vscode/mcp.json"_s);
        const QString shop = m_home.filePath(u"shop"_s);
        const QList<ConfigurationFile> expected{{u"Claude Code"_s, shop + u"/.mcp.json"_s},
            {u"VS Code"_s, shop + u"/.vscode/mcp.json"_s},
            {u"Claude Desktop"_s, m_home.filePath(u".config/Claude/claude_desktop_config.json"_s)},
            {u"Cursor"_s, m_home.filePath(u".cursor/mcp.json"_s)},
            {u"Zed"_s, m_home.filePath(u".config/zed/settings.json"_s)}};
        QCOMPARE(findConfigurations(folders({shop, shop})), expected);
        QCOMPARE(findConfigurations(folders({m_home.path()})).size(), 3); // Cursor's file counts once
        QCOMPARE(findConfigurations({}), QList<ConfigurationFile>());
    }

    void searchesTheFoldersOfThisUser()
    {
        qputenv("HOME", m_home.path().toLocal8Bit());
        qunsetenv("XDG_CONFIG_HOME");
        const ConfigurationFolders usual = configurationFolders({u"/srv/shop"_s});
        QCOMPARE(usual.home, m_home.path());
        QVERIFY(usual.application.startsWith(m_home.path()));
        QCOMPARE(usual.projects, QStringList{u"/srv/shop"_s});
    }
};

WORKBENCH_TEST(tst_ConfigurationFiles, QCoreApplication)
#include "tst_configurationfiles.moc"
