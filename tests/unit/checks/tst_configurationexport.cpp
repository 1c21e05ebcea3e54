// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/checks/configurationexport.h"
#include "core/checks/configurationimport.h"
#include "core/json/jsonparser.h"
#include "tests/support/testprogram.h"

#include <QFile>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;

namespace {

const ImportPlace somewhere{.folder = u"/srv/shop"_s, .home = u"/home/ana"_s};

QList<Source> sourcesIn(const QByteArray &text)
{
    QList<Source> sources;
    const ConfigurationImport found = importConfiguration(text, somewhere).value_or(ConfigurationImport());
    for (const ImportedSource &each : found.sources)
        sources.append(each.source);
    return sources;
}

//! Returns a line for each source, with its name and its settings, for comparisons.
QStringList described(const QList<Source> &sources)
{
    QStringList lines;
    for (const Source &source : sources)
        lines.append(source.name + u' ' + QString::fromUtf8(source.settings.toBytes()));
    return lines;
}

//! Returns \a text with double quotes for single quotes; moc mistakes quotes in raw strings for their end.
QByteArray json(QByteArray text)
{
    return text.replace('\'', '"');
}

QByteArray exported(const QList<Source> &sources, ConfigurationForm form)
{
    return exportConfiguration(sources, form).configuration.toBytes();
}

} // namespace

class tst_ConfigurationExport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void survivesARoundTrip_data()
    {
        QTest::addColumn<QString>("name");
        for (const char *name : {"claude-desktop", "claude-code", "claude-projects", "cursor", "vscode",
                 "windsurf", "zed", "server"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }

    void survivesARoundTrip()
    {
        QFETCH(QString, name);
        QFile file(u"" TESTS_DIR "/fixtures/import/"_s + name + u".json"_s);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QList<Source> first = sourcesIn(file.readAll());
        QVERIFY(!first.isEmpty());
        const QByteArray vsCode = exported(first, ConfigurationForm::VsCode);
        QCOMPARE(described(sourcesIn(vsCode)), described(first));
        // The other forms replace secrets by environment variables; a second export changes nothing more.
        for (const ConfigurationForm form : {ConfigurationForm::ClaudeCode, ConfigurationForm::Cursor}) {
            const QByteArray once = exported(first, form);
            QCOMPARE(exported(sourcesIn(once), form), once);
        }
    }

    void writesNoSecret()
    {
        const QList<Source> sources{{u"tickets"_s, u"mcp"_s,
            jsonLiteral(json("{'url':'https://a.example/mcp','transport':'sse','headers':{"
                             "'Authorization':'Bearer ${keychain:tickets/API key}','X-Team':'${TEAM}'}}"))}};
        QCOMPARE(exported(sources, ConfigurationForm::ClaudeCode),
            json("{'mcpServers':{'tickets':{'type':'sse','url':'https://a.example/mcp','headers':{"
                 "'Authorization':'Bearer ${API_key}','X-Team':'${TEAM}'}}}}"));
        QVERIFY(exported(sources, ConfigurationForm::Cursor).contains("Bearer ${env:API_key}"));
        QCOMPARE(exportConfiguration(sources, ConfigurationForm::Cursor).remarks.size(), 2);
        const ConfigurationExport vsCode = exportConfiguration(sources, ConfigurationForm::VsCode);
        QCOMPARE(vsCode.configuration.member("inputs"_L1).toBytes(),
            json("[{'id':'tickets/API key','type':'promptString','password':true},"
                 "{'id':'TEAM','type':'promptString','password':false}]"));
        QCOMPARE(vsCode.remarks, QStringList());
    }

    void keepsTheInputsOfTwoServersApart()
    {
        const auto source = [](const QString &name) {
            return Source{name, u"mcp"_s,
                Json::object({{u"command"_s, Json::string(u"x")},
                    {u"env"_s,
                        Json::object({{u"A"_s, Json::string(u"${keychain:%1/TOKEN}"_s.arg(name))}})}})};
        };
        const QByteArray both = exported({source(u"a"_s), source(u"b"_s)}, ConfigurationForm::VsCode);
        QVERIFY2(both.contains("${input:a/TOKEN}") && both.contains("${input:b/TOKEN}"), both.constData());
    }

    void reportsWhatIsLeftOut()
    {
        const ConfigurationExport made =
            exportConfiguration({{u"pets"_s, u"openapi"_s, jsonLiteral(json("{'document':'a.yaml'}"))},
                                    {u"x"_s, u"mcp"_s, jsonLiteral(json("{'command':'x','limits':{}}"))}},
                ConfigurationForm::VsCode);
        QCOMPARE(made.configuration.toBytes(), json("{'servers':{'x':{'command':'x'}}}"));
        QCOMPARE(made.remarks,
            (QStringList{
                u"\"pets\" was left out: it is not an MCP server"_s, u"x: not carried over: limits"_s}));
    }
};

WORKBENCH_TEST(tst_ConfigurationExport, QCoreApplication)
#include "tst_configurationexport.moc"
