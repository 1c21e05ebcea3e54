// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/workspace/commandwords.h"
#include "core/workspace/sourceguess.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;

class tst_SourceGuess : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void recognises_data();
    void recognises();
    void leavesListsOfServersToTheImport();
    void saysWhyACommandIsNotASource();
    void namesThePackage();
    void knowsListsOfServersByTheirNames();
    void splitsAndJoinsAlike();
};

namespace {

constexpr auto everything =
    R"({"command":"npx","args":["-y","@modelcontextprotocol/server-everything","stdio"]})";
constexpr auto tracker = R"({"url":"https://mcp.tracker.example/mcp"})";

} // namespace

void tst_SourceGuess::recognises_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("kindId");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("settings");
    const auto row = [](const char *title, const QString &text, const QString &kindId, const QString &name,
                         const QByteArray &settings) {
        QTest::newRow(title) << text << kindId << name << settings;
    };
    row("npx", u"npx -y @modelcontextprotocol/server-everything stdio"_s, u"mcp-command"_s,
        u"server-everything"_s, everything);
    row("with a prompt", u"  $ npx -y @modelcontextprotocol/server-everything stdio\n"_s, u"mcp-command"_s,
        u"server-everything"_s, everything);
    row("over two lines", u"npx -y \\\n @modelcontextprotocol/server-everything stdio"_s, u"mcp-command"_s,
        u"server-everything"_s, everything);
    row("a version", u"uvx mcp-server-git@1.2.3"_s, u"mcp-command"_s, u"mcp-server-git"_s,
        R"({"command":"uvx","args":["mcp-server-git@1.2.3"]})");
    row("a container", u"docker run -i --rm -e TOKEN ghcr.io/example/github-mcp:latest"_s, u"mcp-command"_s,
        u"github-mcp"_s,
        R"({"command":"docker","args":["run","-i","--rm","-e","TOKEN","ghcr.io/example/github-mcp:latest"]})");
    row("a script in a folder of a name", u"node /srv/weather/dist/index.js --port 1"_s, u"mcp-command"_s,
        u"weather"_s, R"({"command":"node","args":["/srv/weather/dist/index.js","--port","1"]})");
    row("a module", u"python -m notes.server"_s, u"mcp-command"_s, u"notes-server"_s,
        R"({"command":"python","args":["-m","notes.server"]})");
    row("uv run", u"uv --directory /srv/x run report.py"_s, u"mcp-command"_s, u"report"_s,
        R"({"command":"uv","args":["--directory","/srv/x","run","report.py"]})");
    row("a program alone", u"/usr/local/bin/my-server"_s, u"mcp-command"_s, u"my-server"_s,
        R"({"command":"/usr/local/bin/my-server"})");
    row("quotes", u"'/opt/My Server/run' \"a b\""_s, u"mcp-command"_s, u"run"_s,
        R"({"command":"/opt/My Server/run","args":["a b"]})");
    row("variables in front", u"TOKEN=abc DEBUG=1 server --x"_s, u"mcp-command"_s, u"server"_s,
        R"({"command":"server","args":["--x"],"env":{"TOKEN":"abc","DEBUG":"1"}})");
    row("an address", u"https://mcp.tracker.example/mcp"_s, u"mcp-http"_s, u"tracker"_s, tracker);
    row("an address without a scheme", u"mcp.tracker.example/mcp"_s, u"mcp-http"_s, u"tracker"_s, tracker);
    row("this computer", u"localhost:3001/mcp"_s, u"mcp-http"_s, u"local-3001"_s,
        R"({"url":"http://localhost:3001/mcp"})");
    row("a hub", u"wss://hub.team.example/ws"_s, u"hub"_s, u"team"_s,
        R"({"url":"wss://hub.team.example/ws"})");
    row("a document", u"https://petstore3.swagger.io/api/v3/openapi.json"_s, u"openapi"_s, u"swagger"_s,
        R"({"document":"https://petstore3.swagger.io/api/v3/openapi.json"})");
    row("a document of a name", u"https://docs.example/specs/library.yaml"_s, u"openapi"_s, u"library"_s,
        R"({"document":"https://docs.example/specs/library.yaml"})");
    row("a file", u"./petstore.yaml"_s, u"openapi"_s, u"petstore"_s, R"({"document":"./petstore.yaml"})");
    row("a file with blanks", u"/home/ana/my docs/pet store.json"_s, u"openapi"_s, u"pet-store"_s,
        R"({"document":"/home/ana/my docs/pet store.json"})");
    row("a dropped file", u"file:///home/ana/my%20docs/library/openapi.yaml"_s, u"openapi"_s, u"library"_s,
        R"({"document":"/home/ana/my docs/library/openapi.yaml"})");
    row("a program with a document", u"/usr/bin/serve conf.yaml"_s, u"mcp-command"_s, u"serve"_s,
        R"({"command":"/usr/bin/serve","args":["conf.yaml"]})");
    row("a folder", u"/srv/recorded/fixtures/"_s, u"fixtures"_s, u"fixtures"_s,
        R"({"folder":"/srv/recorded/fixtures"})");
    row("curl", uR"(curl -X POST https://mcp.tracker.example/mcp -H 'Content-Type: application/json'
            -H 'Accept-Encoding: gzip' -H "X-Team: blue" -d '{"jsonrpc":"2.0"}')"_s,
        u"mcp-http"_s, u"tracker"_s,
        R"({"url":"https://mcp.tracker.example/mcp","headers":{"X-Team":"blue"}})");
    row("curl whose options have values",
        uR"(curl --connect-timeout 5 -x proxy.example:8080 --retry 3 -w '%{http_code}'
            --header=X-Team:blue -H'X-Desk: 4' https://mcp.tracker.example/mcp)"_s,
        u"mcp-http"_s, u"tracker"_s,
        R"({"url":"https://mcp.tracker.example/mcp","headers":{"X-Team":"blue","X-Desk":"4"}})");
    row("curl with a token", u"curl --oauth2-bearer t0k https://mcp.tracker.example/mcp"_s, u"mcp-http"_s,
        u"tracker"_s,
        R"({"url":"https://mcp.tracker.example/mcp","headers":{"Authorization":"Bearer t0k"}})");
    row("a quoted address", u"\"https://mcp.tracker.example/mcp\""_s, u"mcp-http"_s, u"tracker"_s, tracker);
    row("a host with a port", u"api.tracker.example:8080"_s, u"mcp-http"_s, u"tracker"_s,
        R"({"url":"https://api.tracker.example:8080"})");
    row("a number with a port", u"192.168.1.5:3000/mcp"_s, u"mcp-http"_s, u"local-3000"_s,
        R"({"url":"http://192.168.1.5:3000/mcp"})");
    row("curl with a user", u"curl -u ana:secret localhost:80/openapi.yaml"_s, u"openapi"_s, u"local-80"_s,
        R"({"document":"http://localhost:80/openapi.yaml","headers":{"Authorization":"Basic YW5hOnNlY3JldA=="}})");
}

void tst_SourceGuess::recognises()
{
    QFETCH(QString, text);
    const auto found = guessSource(text);
    QVERIFY2(found, found ? "" : qPrintable(found.error().message));
    QVERIFY(found->has_value());
    const SourceGuess guess = **found;
    QTEST(guess.kindId, "kindId");
    QTEST(guess.source.name, "name");
    QTEST(guess.source.settings.toBytes(), "settings");
}

void tst_SourceGuess::leavesListsOfServersToTheImport()
{
    QVERIFY(isServerListText(u" {\"mcpServers\": {"_s));
    QVERIFY(isServerListText(u"\"tracker\": {\"command\": \"npx\"},"_s));
    QVERIFY(!isServerListText(u"npx -y {}"_s));
    QVERIFY(!isServerListText(u"\"/opt/My Server/run\" -v"_s));
    QCOMPARE(guessSource(u"  \n "_s).value(), std::nullopt);
}

void tst_SourceGuess::saysWhyACommandIsNotASource()
{
    const auto found = guessSource(u"curl -X POST"_s);
    QVERIFY(!found);
    QCOMPARE(found.error().kind, ErrorKind::Usage);
    QCOMPARE(found.error().message, u"the curl command names no address"_s);
}

void tst_SourceGuess::namesThePackage()
{
    QCOMPARE(guessSource(u"npx -y @scope/files /tmp"_s).value()->package, u"@scope/files"_s);
    QCOMPARE(guessSource(u"node server.js"_s).value()->package, QString());
}

void tst_SourceGuess::knowsListsOfServersByTheirNames()
{
    QVERIFY(isServerList(u"/home/ana/.cursor/mcp.json"_s));
    QVERIFY(isServerList(u"claude_desktop_config.json"_s));
    QVERIFY(isServerList(u"/home/ana/.claude.json"_s));
    QVERIFY(!isServerList(u"petstore.json"_s));
    QVERIFY(!isServerList(u"mcp.yaml"_s));
}

void tst_SourceGuess::splitsAndJoinsAlike()
{
    const QStringList words{u"a b"_s, u"it's"_s, u"-x"_s, QString(), u"\\n"_s};
    QCOMPARE(splitArguments(joinArguments(words)), words);
}

WORKBENCH_TEST(tst_SourceGuess, QCoreApplication)
#include "tst_sourceguess.moc"
