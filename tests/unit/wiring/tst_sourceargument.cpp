// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/wiring/sourceargument.h"
#include "core/json/jsonparser.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;

class tst_SourceArgument : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void understands_data();
    void understands();
    void givesAllSourcesOfTheDemo();
    void refuses_data();
    void refuses();
    void passesOptionsToACommand();
    void passesOptionsToAUrl();
    void addsOptionsToASourceOfTheWorkspace();
    void refusesOptionsThatDoNotApply();
    void acceptsCertificates_data();
    void acceptsCertificates();
    void knowsWhichArgumentsNeedAWorkspace_data();
    void knowsWhichArgumentsNeedAWorkspace();
    void refusesAnArgumentThatNamesSeveralSources();

private:
    Workspace m_workspace;
};

void tst_SourceArgument::initTestCase()
{
    const Result<Workspace> workspace = Workspace::fromBytes(
        R"({"version":1,"sources":[{"name":"notes","kind":"mcp","settings":{"command":"notes","env":{"A":"1"}}},)"
        R"({"name":"demo:local","kind":"mcp","settings":{"command":"mine"}}]})");
    QVERIFY(workspace);
    m_workspace = *workspace;
}

void tst_SourceArgument::understands_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("command");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QByteArray>("settings");
    const QStringList none;
    QTest::newRow("workspace") << u"notes"_s << none << u"notes"_s << u"mcp"_s
                               << QByteArray(R"({"command":"notes","env":{"A":"1"}})");
    QTest::newRow("workspace comes first")
        << u"demo:local"_s << none << u"demo:local"_s << u"mcp"_s << QByteArray(R"({"command":"mine"})");
    QTest::newRow("demo source") << u"demo:tracker"_s << none << u"tracker"_s << u"mcp"_s
                                 << QByteArray(R"({"command":"${envelope}","args":["serve","--demo"]})");
    QTest::newRow("openapi URL") << u"openapi:https://x.example/api"_s << none << u"openapi"_s << u"openapi"_s
                                 << QByteArray(R"({"document":"https://x.example/api"})");
    QTest::newRow("json URL") << u"https://x.example/openapi.json?v=2"_s << none << u"openapi"_s
                              << u"openapi"_s
                              << QByteArray(R"({"document":"https://x.example/openapi.json?v=2"})");
    QTest::newRow("yaml file") << u"/a/pets.yaml"_s << none << u"openapi"_s << u"openapi"_s
                               << QByteArray(R"({"document":"/a/pets.yaml"})");
    QTest::newRow("mcp URL") << u"mcp:https://mcp.example/v1?x=1"_s << none << u"mcp"_s << u"mcp"_s
                             << QByteArray(R"({"url":"https://mcp.example/v1?x=1","transport":"auto"})");
    QTest::newRow("http URL") << u"http://127.0.0.1:8080/mcp"_s << none << u"mcp"_s << u"mcp"_s
                              << QByteArray(R"({"url":"http://127.0.0.1:8080/mcp","transport":"auto"})");
    QTest::newRow("hub URL") << u"hub:ws://127.0.0.1:7411/ws"_s << none << u"hub"_s << u"hub"_s
                             << QByteArray(R"({"url":"ws://127.0.0.1:7411/ws"})");
    QTest::newRow("websocket URL") << u"wss://hub.example/ws"_s << none << u"hub"_s << u"hub"_s
                                   << QByteArray(R"({"url":"wss://hub.example/ws"})");
    QTest::newRow("fixtures") << u"fixtures:/a/recorded"_s << none << u"fixtures"_s << u"fixtures"_s
                              << QByteArray(R"({"folder":"/a/recorded"})");
    QTest::newRow("command") << QString()
                             << QStringList{u"/opt/my server.py"_s, u"--x"_s, QString(), u"a b"_s} << u"mcp"_s
                             << u"mcp"_s
                             << QByteArray(R"({"command":"/opt/my server.py","args":["--x","","a b"]})");
    QTest::newRow("command without arguments") << QString() << QStringList{u"npx"_s} << u"mcp"_s << u"mcp"_s
                                               << QByteArray(R"({"command":"npx","args":[]})");
}

void tst_SourceArgument::understands()
{
    QFETCH(QString, text);
    QFETCH(QStringList, command);
    QFETCH(QString, name);
    QFETCH(QString, kind);
    QFETCH(QByteArray, settings);
    const Result<Source> source = App::sourceFromArgument(text, &m_workspace, {.command = command});
    QVERIFY2(source, qPrintable(source ? QString() : source.error().message));
    QCOMPARE(source->name, name);
    QCOMPARE(source->kind, kind);
    QCOMPARE(source->settings.toBytes(), settings);
}

void tst_SourceArgument::givesAllSourcesOfTheDemo()
{
    const Result<QList<Source>> sources = App::sourcesFromArgument(u"demo:"_s, nullptr);
    QVERIFY(sources);
    QCOMPARE(sources->size(), 4);
    QCOMPARE(sources->at(0).name, u"local"_s);
    QCOMPARE(sources->at(1).name, u"tracker"_s);
}

void tst_SourceArgument::refuses_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("says");
    QTest::newRow("nothing") << QString() << u"missing"_s;
    QTest::newRow("unknown name") << u"nots"_s << u"notes"_s;
    QTest::newRow("unknown demo source") << u"demo:x"_s << u"tracker"_s;
    QTest::newRow("similar to a prefix") << u"opneapi:x.json"_s << u"Did you mean \"openapi:x.json\"?"_s;
    QTest::newRow("hub over http") << u"hub:http://x.example"_s << u"ws or wss"_s;
    QTest::newRow("websocket without host") << u"wss:///ws"_s << u"ws or wss"_s;
    QTest::newRow("fixtures") << u"fixtures:"_s << u"needs a folder"_s;
    QTest::newRow("mcp with an invalid URL") << u"mcp:server"_s << u"URL"_s;
    QTest::newRow("URL without host") << u"http:///mcp"_s << u"URL"_s;
    QTest::newRow("URL with a space") << u"http://x.example/a b"_s << u"URL"_s;
}

void tst_SourceArgument::refuses()
{
    QFETCH(QString, text);
    QFETCH(QString, says);
    const Result<QList<Source>> sources = App::sourcesFromArgument(text, &m_workspace);
    QVERIFY(!sources);
    QCOMPARE(sources.error().kind, ErrorKind::Usage);
    QVERIFY2(sources.error().message.contains(says), qPrintable(sources.error().message));
}

void tst_SourceArgument::passesOptionsToACommand()
{
    const Result<Source> source = App::sourceFromArgument({}, nullptr,
        {.command = {u"x"_s},
            .headers = {},
            .environment = {{u"A"_s, u"1"_s}, {u"B"_s, u"2"_s}},
            .workingDirectory = u"sub"_s,
            .protocol = u"2025-06-18"_s});
    QVERIFY(source);
    QCOMPARE(source->settings.member("env"_L1).toBytes(), R"({"A":"1","B":"2"})");
    QCOMPARE(source->settings.member("cwd"_L1).toString(), QDir::current().absoluteFilePath(u"sub"_s));
    QCOMPARE(source->settings.member("protocol"_L1).toString(), u"2025-06-18"_s);
}

void tst_SourceArgument::passesOptionsToAUrl()
{
    App::SourceArgumentOptions options;
    options.headers = {{u"X-A"_s, u"1"_s}};
    const Result<Source> source = App::sourceFromArgument(u"https://x.example/mcp"_s, nullptr, options);
    QVERIFY(source);
    const QByteArray expected = R"({"url":"https://x.example/mcp","headers":{"X-A":"1"},"transport":"auto"})";
    QCOMPARE(source->settings.toBytes(), expected);
    const Result<Source> hub = App::sourceFromArgument(u"wss://x.example/ws"_s, nullptr, options);
    QVERIFY(hub);
    const QByteArray hubSettings = R"({"url":"wss://x.example/ws","headers":{"X-A":"1"}})";
    QCOMPARE(hub->settings.toBytes(), hubSettings);
}

void tst_SourceArgument::addsOptionsToASourceOfTheWorkspace()
{
    App::SourceArgumentOptions options;
    options.environment = {{u"B"_s, u"2"_s}};
    options.protocol = u"auto"_s;
    const Result<Source> source = App::sourceFromArgument(u"notes"_s, &m_workspace, options);
    QVERIFY(source);
    QCOMPARE(source->settings.toBytes(), R"({"command":"notes","env":{"A":"1","B":"2"},"protocol":"auto"})");
    const QByteArray roots = R"(["file:///a"])";
    for (const QString &mcp : {u"notes"_s, u"demo:desk"_s}) {
        const Result<Source> rooted =
            App::sourceFromArgument(mcp, &m_workspace, {.roots = {u"file:///a"_s}, .logLevel = u"debug"_s});
        QVERIFY2(rooted, qPrintable(rooted.error_or(Error{}).message));
        QCOMPARE(rooted->settings.member("roots"_L1).toBytes(), roots);
        QCOMPARE(rooted->settings.member("logLevel"_L1).toString(), u"debug"_s);
    }
}

void tst_SourceArgument::refusesOptionsThatDoNotApply()
{
    App::SourceArgumentOptions headers;
    headers.headers = {{u"X-A"_s, u"1"_s}};
    headers.command = {u"x"_s};
    QVERIFY(!App::sourceFromArgument({}, nullptr, headers));
    App::SourceArgumentOptions environment;
    environment.environment = {{u"A"_s, u"1"_s}};
    QVERIFY(!App::sourceFromArgument(u"https://x.example/mcp"_s, nullptr, environment));
    QVERIFY(!App::sourceFromArgument(u"ws://x.example/ws"_s, nullptr, environment));
    for (const App::SourceArgumentOptions &mcp : {App::SourceArgumentOptions{.protocol = u"auto"_s},
             {.roots = {u"/tmp"_s}}, {.logLevel = u"debug"_s}}) {
        for (const QString &other :
            {u"ws://x.example/ws"_s, u"openapi:x.json"_s, u"fixtures:x"_s, u"demo:local"_s})
            QVERIFY2(!App::sourceFromArgument(other, nullptr, mcp), qPrintable(other));
    }
    App::SourceArgumentOptions header;
    header.headers = {{u"X-A"_s, u"1"_s}};
    QVERIFY(!App::sourceFromArgument(u"notes"_s, &m_workspace, header)); // the source is a command
    QVERIFY(!App::sourceFromArgument(u"demo:tracker"_s, nullptr, environment));
    App::SourceArgumentOptions both;
    both.command = {u"x"_s};
    QVERIFY(!App::sourceFromArgument(u"notes"_s, &m_workspace, both));
}

void tst_SourceArgument::acceptsCertificates_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("certificates");
    // The accepted hosts, each with the first two digits of its fingerprint.
    QTest::addColumn<QString>("accepted");
    QTest::addColumn<QString>("says"); // a part of the error message
    const auto pin = [](const QString &pair) { return QStringList(32, pair).join(u':'); };
    const auto row = [](const char *name, const QString &text, const QStringList &certificates,
                         const QString &accepted, const QString &says = {}) {
        QTest::newRow(name) << text << certificates << accepted << says;
    };
    row("a hub", u"wss://hub.example/ws"_s, {pin(u"0a"_s)}, u"hub.example 0a"_s);
    row("an MCP server", u"https://mcp.example/mcp"_s, {pin(u"0A"_s).remove(u':')}, u"mcp.example 0a"_s);
    row("an IPv6 address", u"https://[::1]:8443/mcp"_s, {pin(u"0a"_s)}, u"::1 0a"_s);
    row("a document at an address", u"openapi:https://x.example/api"_s, {pin(u"0a"_s)}, u"x.example 0a"_s);
    row("of another host too", u"https://x.example/openapi.json"_s,
        {pin(u"0a"_s), u"y.example="_s + pin(u"0b"_s)}, u"x.example 0a, y.example 0b"_s);
    row("a document in a file", u"pets.json"_s, {u"x.example="_s + pin(u"0a"_s)}, u"x.example 0a"_s);
    row("beside those of the workspace", u"kept"_s, {pin(u"0b"_s)}, u"x.example 0a, x.example 0b"_s);
    row("without a host", u"pets.json"_s, {pin(u"0a"_s)}, {}, u"HOST="_s);
    row("too short", u"wss://hub.example/ws"_s, {u"0a:0a"_s}, {}, u"64 digits"_s);
    row("for a program", u"notes"_s, {pin(u"0a"_s)}, {}, u"over TLS"_s);
    row("for the demo", u"demo:local"_s, {pin(u"0a"_s)}, {}, u"over TLS"_s);
}

void tst_SourceArgument::acceptsCertificates()
{
    QFETCH(QString, text);
    QFETCH(QStringList, certificates);
    QFETCH(QString, accepted);
    QFETCH(QString, says);
    Workspace workspace;
    workspace.sources = {m_workspace.sources.first(),
        {u"kept"_s, u"mcp"_s,
            jsonLiteral(
                R"({"url":"https://x.example/mcp","certificates":[{"host":"x.example","sha256":"0a"}]})")}};
    App::SourceArgumentOptions options;
    options.certificates = certificates;
    const Result<Source> source = App::sourceFromArgument(text, &workspace, options);
    if (!says.isEmpty()) {
        QVERIFY(!source);
        QCOMPARE(source.error().kind, ErrorKind::Usage);
        QVERIFY2(source.error().message.contains(says), qPrintable(source.error().message));
        return;
    }
    QVERIFY2(source, qPrintable(source.error_or(Error()).message));
    QStringList found;
    const Json list = source->settings.member("certificates"_L1);
    for (const Json &each : list.items()) {
        const QString sha256 = each.member("sha256"_L1).toString();
        found.append(each.member("host"_L1).toString() + u' ' + sha256.first(2));
    }
    QCOMPARE(found.join(u", "_s), accepted);
}

void tst_SourceArgument::knowsWhichArgumentsNeedAWorkspace_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("command");
    QTest::addColumn<bool>("needed");
    QTest::newRow("a name") << u"notes"_s << QStringList{} << true;
    QTest::newRow("nothing") << QString() << QStringList{} << true;
    QTest::newRow("a command") << QString() << QStringList{u"true"_s} << false;
    for (const char *form : {"demo:", "demo:local", "mcp:http://a/", "https://a/mcp", "ws://a/",
             "hub:ws://a/", "openapi:a", "a/api.yaml", "fixtures:a"})
        QTest::newRow(form) << QString::fromLatin1(form) << QStringList{} << false;
}

void tst_SourceArgument::knowsWhichArgumentsNeedAWorkspace()
{
    QFETCH(QString, text);
    QFETCH(QStringList, command);
    QFETCH(bool, needed);
    QCOMPARE(App::needsWorkspace(text, {.command = command}), needed);
}

void tst_SourceArgument::refusesAnArgumentThatNamesSeveralSources()
{
    const Result<Source> source = App::sourceFromArgument(u"demo:"_s, nullptr);
    QVERIFY(!source);
    QCOMPARE(source.error().kind, ErrorKind::Usage);
    QVERIFY(source.error().message.contains(u"local, tracker, desk, modern"_s));
}

WORKBENCH_TEST(tst_SourceArgument, QCoreApplication)
#include "tst_sourceargument.moc"
