// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/checks/configurationimport.h"
#include "core/json/jsonparser.h"
#include "tests/support/testprogram.h"

#include <QFile>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;

namespace {

QByteArray fixture(const QString &name)
{
    QFile file(u"" TESTS_DIR "/fixtures/import/"_s + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

const ImportPlace somewhere{.folder = u"/srv/shop"_s, .home = u"/home/ana"_s};

Json texts(const QStringList &list)
{
    QList<Json> items;
    for (const QString &text : list)
        items.append(Json::string(text));
    return Json::array(items);
}

//! Returns all that an import reports, in the form of the expectations in tests/fixtures/import.
Json described(const ConfigurationImport &found)
{
    QList<Json> sources;
    for (const ImportedSource &each : found.sources) {
        QList<Json> secrets;
        for (const ImportedSecret &secret : each.secrets) {
            secrets.append(Json::object(
                {{u"name"_s, Json::string(secret.name)}, {u"place"_s, Json::string(secret.place)},
                    {u"value"_s, Json::string(QString::fromUtf8(secret.value))}}));
        }
        sources.append(Json::object(
            {{u"name"_s, Json::string(each.source.name)}, {u"kind"_s, Json::string(each.source.kind)},
                {u"isDisabled"_s, each.isDisabled ? Json::boolean(true) : Json()},
                {u"settings"_s, each.source.settings},
                {u"remarks"_s, each.remarks.isEmpty() ? Json() : texts(each.remarks)},
                {u"secrets"_s, secrets.isEmpty() ? Json() : Json::array(secrets)}}));
    }
    return Json::object({{u"sources"_s, Json::array(sources)},
        {u"remarks"_s, found.remarks.isEmpty() ? Json() : texts(found.remarks)}});
}

//! Returns \a text with double quotes for single quotes; moc mistakes quotes in raw strings for their end.
QByteArray json(QByteArray text)
{
    return text.replace('\'', '"');
}

ConfigurationImport importedFrom(const QByteArray &text)
{
    return importConfiguration(text, somewhere).value_or(ConfigurationImport());
}

} // namespace

class tst_ConfigurationImport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsTheFilesOfEachHost_data()
    {
        QTest::addColumn<QString>("name");
        for (const char *name : {"claude-desktop", "claude-code", "claude-projects", "cursor", "vscode",
                 "windsurf", "zed", "server", "server-2025-07"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }

    void readsTheFilesOfEachHost()
    {
        QFETCH(QString, name);
        const auto found = importConfiguration(fixture(name + u".json"_s), somewhere);
        QVERIFY2(found, found ? "" : qPrintable(found.error().message));
        const QByteArray text = described(*found).toBytes(Json::Layout::Indented);
        const Json expected = jsonLiteral(fixture(u"expected/"_s + name + u".json"_s));
        QVERIFY2(text == expected.toBytes(Json::Layout::Indented), text.constData());
    }

    void readsServersAmongEditorSettings_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("after");
        const QByteArray none;
        QTest::newRow("editor settings")
            << QByteArray(R"({"editor.tabSize": 2, "mcp": {)") << QByteArray("}}");
        QTest::newRow("a workspace file") << QByteArray(R"({"settings": {"mcp": {)") << QByteArray("}}}");
        QTest::newRow("a container definition")
            << QByteArray(R"({"customizations": {"vscode": {"mcp": {)") << QByteArray("}}}}");
        QTest::newRow("a byte order mark") << QByteArray("\xEF\xBB\xBF{") << QByteArray("}");
    }

    void readsServersAmongEditorSettings()
    {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, after);
        const ConfigurationImport found = importedFrom(before
            + R"("inputs": [{"id": "a", "default": "x"}], "servers": {"s": {"command": "${input:a}"}})"
            + after);
        QCOMPARE(found.sources.size(), 1);
        QCOMPARE(found.sources.first().source.settings.toBytes(), QByteArray(R"({"command":"x"})"));
    }

    void readsServersWithoutAnEnclosingList()
    {
        const ConfigurationImport one =
            importedFrom(R"({"command": "npx", "args": ["-y", "@example/files"]})");
        QCOMPARE(one.sources.size(), 1);
        QCOMPARE(one.sources.first().source.name, u"files"_s);
        const ConfigurationImport address = importedFrom(json("{'url': 'https://mcp.tracker.example/mcp'}"));
        QCOMPARE(address.sources.first().source.name, u"tracker"_s);
        const ConfigurationImport named = importedFrom(json(" 'notes': {'command': 'x'}, // ours"));
        QCOMPARE(named.sources.size(), 1);
        QCOMPARE(named.sources.first().source.name, u"notes"_s);
        const ConfigurationImport two =
            importedFrom(R"({"b": {"command": "b"}, "a.x": {"command": "a"}, "a_x": {"command": "c"}})");
        QCOMPARE(two.sources.size(), 3);
        QCOMPARE(two.sources.at(0).source.name, u"b"_s); // the order of the file is kept
        QCOMPARE(two.sources.at(2).source.name, u"a_x-2"_s); // "a.x" has the namespace "a_x", too
        QCOMPARE(two.sources.at(2).remarks, QStringList{u"is called \"a_x\" in the file"_s});
    }

    void knowsTheProjectOfAFile()
    {
        QCOMPARE(importPlace(u"/srv/shop/.vscode/mcp.json"_s).folder, u"/srv/shop"_s);
        QCOMPARE(importPlace(u"/srv/shop/.mcp.json"_s).folder, u"/srv/shop"_s);
    }

    void findsFreeNames()
    {
        const QList<Source> sources{{u"a.x"_s, u"mcp"_s, {}}, {u"a_x-2"_s, u"mcp"_s, {}}};
        QCOMPARE(freeSourceName(sources, u"a_x"_s), u"a_x-3"_s); // "a.x" has the namespace "a_x"
        QCOMPARE(freeSourceName(sources, u"b"_s), u"b"_s);
    }

    void describesTheTarget()
    {
        const ConfigurationImport found = importedFrom(
            json("{'a': {'command': 'npx', 'args': ['a b']}, 'b': {'url': 'https://b.example/mcp'}}"));
        QCOMPARE(importTarget(found.sources.at(0).source.settings), u"npx 'a b'"_s);
        QCOMPARE(importTarget(found.sources.at(1).source.settings), u"https://b.example/mcp"_s);
    }

    void usesTheLastOfTwoServersWithOneName()
    {
        const ConfigurationImport found =
            importedFrom(R"({"mcpServers": {"a": {"command": "x"}, "a": {"command": "y"}}})");
        QCOMPARE(found.sources.size(), 1);
        QCOMPARE(found.sources.first().source.settings.toBytes(), QByteArray(R"({"command":"y"})"));
        QCOMPARE(found.remarks.size(), 1); // this is the parser's remark
    }

    void reportsWhereAFileIsBroken_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("part");
        const auto row = [](const char *name, const QByteArray &text, const QString &code,
                             const QString &part) { QTest::newRow(name) << text << code << part; };
        const QString broken = u"import.broken"_s;
        const QString empty = u"import.empty"_s;
        row("a truncated file", "{ // a list\n  \"mcpServers\": {\"a\": {", broken, u"line 2, column 24"_s);
        row("not JSON", "mcp", broken, u"line 1, column 1"_s);
        row("an empty file", "", broken, u"line 1, column 1"_s);
        row("a list", "[]", empty, u"describes no MCP server"_s);
        row("no server", R"({"mcpServers": {}})", empty, u"describes no MCP server"_s);
        row("an unrelated file", R"({"name": "x", "version": 1})", empty, u"describes no MCP server"_s);
        row("an OpenAPI document", R"({"openapi": "3.1.0", "servers": []})", u"import.openapi"_s,
            u"an OpenAPI document"_s);
        row("servers in an array", R"({"servers": [{"command": "x"}]})", broken,
            u"\"servers\" to be an object"_s);
    }

    void reportsWhereAFileIsBroken()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, part);
        const auto found = importConfiguration(text);
        QVERIFY(!found);
        QCOMPARE(found.error().kind, ErrorKind::Usage);
        QTEST(found.error().code, "code");
        QVERIFY2(found.error().message.contains(part), qPrintable(found.error().message));
    }

    void reportsInvalidEntries_data()
    {
        QTest::addColumn<QByteArray>("entry");
        QTest::addColumn<QString>("part");
        QTest::newRow("not an object") << QByteArray("7") << u"expected an object"_s;
        QTest::newRow("an empty object") << QByteArray("{}") << u"neither a command nor an address"_s;
        QTest::newRow("wrong types") << json("{'command': 5, 'args': 'x'}") << u"neither"_s;
        QTest::newRow("an empty program") << json("{'command': ''}") << u"neither"_s;
        QTest::newRow("another scheme") << json("{'url': 'file:///etc/passwd'}") << u"http://"_s;
        const auto header = [](const char *label, const QByteArray &pair, const QString &part) {
            QTest::newRow(label) << json("{'url': 'http://h/mcp', 'headers': {" + pair + "}}") << part;
        };
        header(
            "a header of the connection", "'Host': 'k'", u"the header \"Host\" belongs to the connection"_s);
        header("its length", "'Content-Length': 7", u"the header \"Content-Length\" belongs to"_s);
        header("a line end in a name", "'X\\r\\nEvil': 'k'", u"\"X\\r\\nEvil\" is not a valid header name"_s);
        header("a line end in a value", "'X': 'k\\r\\nEvil: 1'", u"the header \"X\" holds a line end"_s);
    }

    void reportsInvalidEntries()
    {
        QFETCH(QByteArray, entry);
        QFETCH(QString, part);
        const auto found =
            importConfiguration("{\"mcpServers\": {\"odd\": " + entry + ", \"good\": {\"command\": \"x\"}}}");
        QVERIFY(found);
        QCOMPARE(found->sources.size(), 1);
        QCOMPARE(found->remarks.size(), 1);
        QVERIFY2(found->remarks.first().startsWith("\"odd\" was not imported: "_L1),
            qPrintable(found->remarks.first()));
        QVERIFY2(found->remarks.first().contains(part), qPrintable(found->remarks.first()));
    }

    void leavesOutHeadersOfEachConnection()
    {
        const auto found = importConfiguration(json("{'mcpServers': {'s': {'url': 'http://h/mcp', 'headers': "
                                                    "{'accept': 'text/event-stream', 'X-A': '1'}}}}"));
        QVERIFY(found);
        QCOMPARE(found->sources.size(), 1);
        const ImportedSource &source = found->sources.first();
        QCOMPARE(source.source.settings.member("headers"_L1).toBytes(), R"({"X-A":"1"})"_ba);
        QCOMPARE(
            source.remarks, QStringList{u"the header \"accept\" was left out: each connection sets it"_s});
    }

    void findsSecrets_data()
    {
        QTest::addColumn<QByteArray>("entry");
        QTest::addColumn<QByteArray>("settings");
        QTest::addColumn<QByteArray>("value"); // empty: no secret is expected
        const auto row = [](const char *name, const QByteArray &entry, const QByteArray &settings,
                             const QByteArray &value) { QTest::newRow(name) << entry << settings << value; };
        row("a variable by its name", json("'command': 'x', 'env': {'DB_PASSWORD': 'pa55'}"),
            json("{'command':'x','env':{'DB_PASSWORD':'${keychain:s/DB_PASSWORD}'}}"), "pa55");
        row("a variable by the form of its value",
            json("'command': 'x', 'env': {'WHO': 'ghp_0123456789abcdefghijklmnopqrstuvwxyz'}"),
            json("{'command':'x','env':{'WHO':'${keychain:s/WHO}'}}"),
            "ghp_0123456789abcdefghijklmnopqrstuvwxyz");
        row("the name of a file",
            json("'command': 'x', 'env': {'TOKEN_FILE': '/run/token', 'GOOGLE_APPLICATION_CREDENTIALS': "
                 "'/etc/g.json'}"),
            json("{'command':'x','env':{'TOKEN_FILE':'/run/token','GOOGLE_APPLICATION_CREDENTIALS':'/etc/"
                 "g.json'}}"),
            {});
        row("an address under the name of a secret",
            json("'command': 'x', 'env': {'TOKEN_URL': 'https://a.example/token'}"),
            json("{'command':'x','env':{'TOKEN_URL':'https://a.example/token'}}"), {});
        row("a part of an address", json("'command': 'x', 'env': {'DB': 'postgres://ana:pa55@db/x'}"),
            json("{'command':'x','env':{'DB':'postgres://${keychain:s/DB}@db/x'}}"), "ana:pa55");
        row("after an option", json("'command': 'x', 'args': ['--token', 'abc', '--level', 'abc']"),
            json("{'command':'x','args':['--token','${keychain:s/token}','--level','abc']}"), "abc");
        row("an option without a value", json("'command': 'x', 'args': ['--token', '--level']"),
            json("{'command':'x','args':['--token','--level']}"), {});
        row("in an option", json("'command': 'x', 'args': ['--api-key=abc']"),
            json("{'command':'x','args':['--api-key=${keychain:s/api-key}']}"), "abc");
        row("in a container variable", json("'command': 'docker', 'args': ['-e', 'API_TOKEN=abc']"),
            json("{'command':'docker','args':['-e','API_TOKEN=${keychain:s/API_TOKEN}']}"), "abc");
        row("in a header as an argument",
            json("'command': 'x', 'args': ['--header', 'Authorization:Bearer abc']"),
            json("{'command':'x','args':['--header','Authorization:Bearer ${keychain:s/Authorization}']}"),
            "abc");
        row("in a query", json("'url': 'https://a.example/mcp?team=b&api_key=abc'"),
            json("{'url':'https://a.example/mcp?team=b&api_key=${keychain:s/address}'}"), "abc");
        row("a cookie", json("'url': 'https://a.example/mcp', 'headers': {'Cookie': 'sid=1'}"),
            json("{'url':'https://a.example/mcp','headers':{'Cookie':'${keychain:s/Cookie}'}}"), "sid=1");
        row("a literal text that looks like a variable", json("'command': 'x', 'args': ['$${A} ${', 'a$b']"),
            json("{'command':'x','args':['$$${A} $${','a$b']}"), {});
        row("a secret never chooses the program",
            json("'command': '${env:TOOL}', 'cwd': '/srv/ghp_0123456789abcdefghijklmnopqrstuvwxyz'"),
            json("{'command':'${TOOL}','cwd':'/srv/ghp_0123456789abcdefghijklmnopqrstuvwxyz'}"), {});
    }

    void findsSecrets()
    {
        QFETCH(QByteArray, entry);
        QFETCH(QByteArray, value);
        const ConfigurationImport found = importedFrom("{\"mcpServers\": {\"s\": {" + entry + "}}}");
        QCOMPARE(found.sources.size(), 1);
        QTEST(found.sources.first().source.settings.toBytes(), "settings");
        QCOMPARE(found.sources.first().secrets.size(), value.isEmpty() ? 0 : 1);
        if (!value.isEmpty())
            QCOMPARE(found.sources.first().secrets.first().value, value);
    }

    void keepsSecretsWhenTheSourceIsUsedAtOnce()
    {
        const QByteArray text =
            json("{'servers': {'s': {'command': 'x', 'env': {'A_TOKEN': '${a${', 'B_TOKEN': '<key>'}}}}");
        const auto found = importConfiguration(text, somewhere, SecretsInSettings::InClear);
        QVERIFY(found);
        QCOMPARE(found->sources.first().source.settings.toBytes(),
            json("{'command':'x','env':{'A_TOKEN':'$${a$${','B_TOKEN':'${keychain:s/B_TOKEN}'}}"));
        QCOMPARE(found->sources.first().secrets.size(), 2); // the caller hides them in its output
    }

    void givesEqualSecretNamesDifferentReferences()
    {
        const ConfigurationImport found = importedFrom(
            R"({"mcpServers": {"s": {"command": "x", "args": ["--token", "a", "--token", "b", "--token", "a"]}}})");
        QCOMPARE(found.sources.first().source.settings.member("args"_L1).toBytes(),
            QByteArray(
                R"(["--token","${keychain:s/token}","--token","${keychain:s/token-2}","--token","${keychain:s/token}"])"));
    }
};

WORKBENCH_TEST(tst_ConfigurationImport, QCoreApplication)
#include "tst_configurationimport.moc"
