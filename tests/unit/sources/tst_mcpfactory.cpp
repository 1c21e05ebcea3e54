// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonparser.h"
#include "core/sources/mcp/mcpfactory.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

class tst_McpFactory : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void checksSettings_data();
    void checksSettings();
    void ownDemoNeedsNoTrust_data();
    void ownDemoNeedsNoTrust();
    void trustFactsHoldTheResolvedProgram();
    void trustFactsHoldTheValuesOfLoaderVariables();
    void anEmptyFolderIsTheOneWeAreIn_data();
    void anEmptyFolderIsTheOneWeAreIn();
    void describesTwoKinds();
};

void tst_McpFactory::checksSettings_data()
{
    QTest::addColumn<QByteArray>("settings");
    QTest::addColumn<QString>("wrongField"); // empty: the settings are valid
    QTest::newRow("command") << QByteArray(
        R"({"command":"npx","args":["-y","x"],"env":{"A":"b"},"cwd":"/tmp"})")
                             << QString();
    QTest::newRow("url") << QByteArray(
        R"({"url":"http://127.0.0.1:1/mcp","headers":{"X-A":"b"},"transport":"sse"})")
                         << QString();
    QTest::newRow("null members") << QByteArray(R"({"command":"a","args":null,"env":null,"cwd":null})")
                                  << QString();
    QTest::newRow("pinned") << QByteArray(R"({"command":"a","protocol":"2025-03-26"})") << QString();
    QTest::newRow("auto") << QByteArray(R"({"command":"a","protocol":"auto"})") << QString();
    QTest::newRow("neither") << QByteArray("{}") << u"'url' or 'command'"_s;
    QTest::newRow("unknown revision")
        << QByteArray(R"({"command":"a","protocol":"2031-01-01"})") << u"protocol"_s;
    QTest::newRow("args is a text") << QByteArray(R"({"command":"a","args":"-y"})") << u"args"_s;
    QTest::newRow("args holds a number") << QByteArray(R"({"command":"a","args":[1]})") << u"args"_s;
    QTest::newRow("args holds NUL") << QByteArray(R"({"command":"a","args":["a\u0000b"]})") << u"args"_s;
    QTest::newRow("env is a list") << QByteArray(R"({"command":"a","env":["A=b"]})") << u"env"_s;
    QTest::newRow("env name") << QByteArray(R"({"command":"a","env":{"A=B":"c"}})") << u"env"_s;
    QTest::newRow("url with another scheme") << QByteArray(R"({"url":"file:///etc/passwd"})") << u"url"_s;
    QTest::newRow("url with a password") << QByteArray(R"({"url":"http://a:b@127.0.0.1/"})") << u"url"_s;
    QTest::newRow("header with a line break")
        << QByteArray(R"({"url":"http://h/","headers":{"X":"a\r\nY: b"}})")
        << u"the header \"X\" holds a line end"_s;
    QTest::newRow("header name") << QByteArray(R"({"url":"http://h/","headers":{"X Y":"a"}})")
                                 << u"\"X Y\" is not a valid header name"_s;
    for (const char *name : {"Host", "accept", "Accept-Encoding", "Content-Type", "Last-Event-ID",
             "MCP-Protocol-Version", "Mcp-Session-Id", "Proxy-Authorization", "Trailer"})
        QTest::addRow("the header %s", name)
            << QByteArray(R"({"url":"http://h/","headers":{")" + QByteArray(name) + R"(":"a"}})")
            << u"the header \"%1\" belongs to the connection and must not be set"_s.arg(
                   QLatin1StringView(name));
    QTest::newRow("transport") << QByteArray(R"({"url":"http://h/","transport":"fax"})") << u"transport"_s;
}

void tst_McpFactory::checksSettings()
{
    QFETCH(QByteArray, settings);
    QFETCH(QString, wrongField);
    const Source source{u"files"_s, u"mcp"_s, jsonLiteral(settings)};
    const Result<void> checked = McpFactory().check(source);
    QCOMPARE(checked.has_value(), wrongField.isEmpty());
    QCOMPARE(McpFactory().checkHeaders(source).has_value(), !wrongField.contains("header"_L1));
    if (!checked) {
        QCOMPARE(checked.error().kind, ErrorKind::Usage);
        QVERIFY2(checked.error().message.contains(wrongField), qPrintable(checked.error().message));
    }
}

void tst_McpFactory::ownDemoNeedsNoTrust_data()
{
    QTest::addColumn<QByteArray>("settings");
    QTest::addColumn<bool>("needsTrust");
    QTest::newRow("another argument")
        << QByteArray(R"({"command":"${envelope}","args":["serve","--demo","--port=1"]})") << true;
    QTest::newRow("the demo that asks")
        << QByteArray(R"({"command":"${envelope}","args":["serve","--demo","desk"]})") << false;
    QTest::newRow("the demo") << QByteArray(R"({"command":"${envelope}","args":["serve","--demo"]})")
                              << false;
    QTest::newRow("another command of this program")
        << QByteArray(R"({"command":"${envelope}","args":["call"]})") << true;
    QTest::newRow("an environment can load other code")
        << QByteArray(R"({"command":"${envelope}","args":["serve","--demo"],"env":{"LD_PRELOAD":"/x.so"}})")
        << true;
    QTest::newRow("a folder") << QByteArray(
        R"({"command":"${envelope}","args":["serve","--demo"],"cwd":"/tmp"})")
                              << true;
    QTest::newRow("a program") << QByteArray(R"({"command":"sh"})") << true;
    QTest::newRow("an address") << QByteArray(R"({"url":"http://127.0.0.1:1/"})") << false;
}

void tst_McpFactory::ownDemoNeedsNoTrust()
{
    QFETCH(QByteArray, settings);
    QFETCH(bool, needsTrust);
    const McpFactory factory(u"/usr/bin/envelope"_s);
    QCOMPARE(factory.trustFacts({u"demo"_s, u"mcp"_s, jsonLiteral(settings)}).has_value(), needsTrust);
}

void tst_McpFactory::trustFactsHoldTheResolvedProgram()
{
    const auto facts = McpFactory().trustFacts({u"s"_s, u"mcp"_s,
        jsonLiteral(R"({"command":"sh","args":["-c","true"],"env":{"TOKEN":"secret"},"cwd":"/tmp"})")});
    QVERIFY(facts);
    QVERIFY2(
        facts->program.startsWith(u'/') && facts->program.endsWith("/sh"_L1), qPrintable(facts->program));
    QCOMPARE(facts->arguments, (QStringList{u"-c"_s, u"true"_s}));
    QCOMPARE(facts->environmentNames, QStringList{u"TOKEN"_s});
    QCOMPARE(facts->workingDirectory, u"/tmp"_s);
}

void tst_McpFactory::trustFactsHoldTheValuesOfLoaderVariables()
{
    const auto facts = McpFactory().trustFacts({u"s"_s, u"mcp"_s,
        jsonLiteral(R"({"command":"sh","env":{"TOKEN":"secret","LD_PRELOAD":"/tmp/x.so"}})")});
    QVERIFY(facts);
    QCOMPARE(facts->environmentNames, (QStringList{u"TOKEN"_s, u"LD_PRELOAD"_s}));
    QVERIFY2(facts->commandLine().startsWith(u"LD_PRELOAD=/tmp/x.so /"_s), qPrintable(facts->commandLine()));
    QVERIFY(!facts->commandLine().contains(u"secret"_s));
    const auto other = McpFactory().trustFacts({u"s"_s, u"mcp"_s,
        jsonLiteral(R"({"command":"sh","env":{"TOKEN":"secret","LD_PRELOAD":"/tmp/y.so"}})")});
    QVERIFY(other && other->hash() != facts->hash());
}

void tst_McpFactory::anEmptyFolderIsTheOneWeAreIn_data()
{
    QTest::addColumn<QByteArray>("settings");
    QTest::newRow("none") << QByteArray(R"({"command":"sh"})");
    QTest::newRow("null") << QByteArray(R"({"command":"sh","cwd":null})");
    QTest::newRow("empty") << QByteArray(R"({"command":"sh","cwd":""})");
}

void tst_McpFactory::anEmptyFolderIsTheOneWeAreIn()
{
    QFETCH(QByteArray, settings);
    const Source source{u"s"_s, u"mcp"_s, jsonLiteral(settings)};
    const QString here = QDir::currentPath();
    const auto facts = McpFactory().trustFacts(source);
    QVERIFY(facts);
    QCOMPARE(facts->workingDirectory, here);
    const QTemporaryDir elsewhere; // trust for one folder does not cover another
    QVERIFY(QDir::setCurrent(elsewhere.path()));
    const auto there = McpFactory().trustFacts(source);
    QVERIFY(QDir::setCurrent(here));
    QVERIFY(there && there->hash() != facts->hash());
}

void tst_McpFactory::describesTwoKinds()
{
    const QList<SourceKind> kinds = McpFactory().sourceKinds();
    QCOMPARE(kinds.size(), 2);
    for (const SourceKind &kind : kinds) {
        QCOMPARE(kind.kind, u"mcp"_s);
        QVERIFY(kind.settingsSchema.member("properties"_L1).isObject());
    }
}

WORKBENCH_TEST(tst_McpFactory, QCoreApplication)
#include "tst_mcpfactory.moc"
