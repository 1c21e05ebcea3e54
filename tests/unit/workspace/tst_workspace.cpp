// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonparser.h"
#include "core/workspace/workspace.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;

class tst_Workspace : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsWhatItWrote();
    void writesKnownMembersInAStableOrder();
    void keepsUnknownMembersInPlace();
    void keepsAnIdentityAsItWasWritten_data();
    void keepsAnIdentityAsItWasWritten();
    void keepsDigitsOfNumbers();
    void refusesBrokenFiles_data();
    void refusesBrokenFiles();
    void hashChangesWithAnyFact_data();
    void hashChangesWithAnyFact();
    void hashIgnoresTheOrderOfEnvironmentNames();
    void hashKnowsWhichSecretGoesWhere();
    void commandLineCanBeRead_data();
    void commandLineCanBeRead();
    void loaderVariablesStandBeforeTheCommand();
    void knowsLoaderVariables_data();
    void knowsLoaderVariables();
};

void tst_Workspace::readsWhatItWrote()
{
    Workspace workspace;
    workspace.sources = {{u"tracker"_s, u"mcp"_s, jsonLiteral(R"({"command":"x","args":["-a"]})")},
        {u"local"_s, u"local"_s, jsonLiteral(R"({"set":"demo"})")}};
    workspace.inputs = {{u"tracker.find"_s, jsonLiteral(R"({"text":"tea"})")}};
    workspace.identity = Identity{.id = u"ana"_s, .scopes = {u"notes:read"_s}, .resources = {}};
    workspace.view = jsonLiteral(R"({"tabs":[1]})");

    const Result<Workspace> again = Workspace::fromBytes(workspace.toBytes());
    QVERIFY2(again, qPrintable(again ? QString() : again.error().message));
    QCOMPARE(again->sources, workspace.sources);
    QCOMPARE(again->inputs, workspace.inputs);
    QVERIFY(again->identity == workspace.identity);
    QVERIFY(again->view == workspace.view);
    QCOMPARE(again->toBytes(), workspace.toBytes());
}

void tst_Workspace::writesKnownMembersInAStableOrder()
{
    Workspace workspace;
    workspace.sources = {{u"a"_s, u"local"_s, Json::emptyObject()}};
    workspace.inputs = {{u"a.z"_s, Json::integer(1)}, {u"a.b"_s, Json::integer(2)}};
    const Json written = jsonLiteral(workspace.toBytes());
    QCOMPARE(written.toBytes(),
        R"({"version":1,"sources":[{"name":"a","kind":"local","settings":{}}],)"
        R"("inputs":{"a.b":2,"a.z":1}})");
    QVERIFY(workspace.toBytes().endsWith("}\n"));
}

void tst_Workspace::keepsUnknownMembersInPlace()
{
    Result<Workspace> workspace = Workspace::fromBytes(
        R"({"note":"mine","version":1,"later":{"x":[1]},"sources":[{"color":"red","name":"a","kind":"k","pin":1,"settings":{"s":1}},)"
        R"({"name":"b","kind":"k","settings":{}}],"end":null})");
    QVERIFY(workspace);
    workspace->sources[0].settings = jsonLiteral(R"({"s":2})");
    workspace->sources.removeLast();
    workspace->sources.append({u"c"_s, u"k"_s, Json::emptyObject()});
    QCOMPARE(jsonLiteral(workspace->toBytes()).toBytes(),
        R"({"note":"mine","version":1,"later":{"x":[1]},"sources":[{"color":"red","name":"a","kind":"k","pin":1,"settings":{"s":2}},)"
        R"({"name":"c","kind":"k","settings":{}}],"end":null,"inputs":{}})");
}

void tst_Workspace::keepsAnIdentityAsItWasWritten_data()
{
    QTest::addColumn<QByteArray>("identity");
    QTest::newRow("with another member") << QByteArray(R"({"id":"ana","scopes":[],"note":1})");
    QTest::newRow("without scopes") << QByteArray(R"({"id":"ana"})");
    QTest::newRow("with resources first") << QByteArray(R"({"resources":{"note:1":["drop"]},"id":"ana"})");
}

void tst_Workspace::keepsAnIdentityAsItWasWritten()
{
    QFETCH(QByteArray, identity);
    const QByteArray environments = R"([{"name":"a","identity":)" + identity + R"(,"variables":[]}])";
    const Result<Workspace> workspace = Workspace::fromBytes(
        R"({"version":1,"identity":)" + identity + R"(,"environments":)" + environments + '}');
    QVERIFY(workspace);
    const Json written = jsonLiteral(workspace->toBytes());
    QCOMPARE(written.member("identity"_L1).toBytes(), identity);
    QCOMPARE(written.member("environments"_L1).toBytes(), environments);
}

void tst_Workspace::keepsDigitsOfNumbers()
{
    const Result<Workspace> workspace = Workspace::fromBytes(
        R"({"version":1,"sources":[{"name":"a","kind":"k","settings":{"n":1.10}}],"inputs":{"a.b":123456789012345678901.50}})");
    QVERIFY(workspace);
    QVERIFY(workspace->toBytes().contains("1.10"));
    QVERIFY(workspace->toBytes().contains("123456789012345678901.50"));
}

void tst_Workspace::refusesBrokenFiles_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("says");
    const QString broken = u"workspace.broken"_s;
    QTest::newRow("empty") << QByteArray() << broken << u"line 1, column 1"_s;
    QTest::newRow("truncated") << QByteArray("{\"version\":1,\n\"sources\":[") << broken << u"line 2"_s;
    QTest::newRow("a comma too many")
        << QByteArray("{\n  \"version\": 1,\n}") << broken << u"line 2, column 15"_s;
    QTest::newRow("an array") << QByteArray("[]") << broken << u"not a JSON object"_s;
    QTest::newRow("no version") << QByteArray("{}") << broken << u"/version"_s;
    QTest::newRow("version is a text") << QByteArray(R"({"version":"1"})") << broken << u"/version"_s;
    QTest::newRow("version is a fraction") << QByteArray(R"({"version":1.5})") << broken << u"/version"_s;
    QTest::newRow("newer") << QByteArray(R"({"version":2})") << u"workspace.newer"_s
                           << u"update the program"_s;
    QTest::newRow("much newer") << QByteArray(R"({"version":4000000000})") << u"workspace.newer"_s
                                << u"4000000000"_s;
    QTest::newRow("sources is an object")
        << QByteArray(R"({"version":1,"sources":{}})") << broken << u"/sources must"_s;
    QTest::newRow("source is null") << QByteArray(R"({"version":1,"sources":[null]})") << broken
                                    << u"/sources/0 must"_s;
    QTest::newRow("no name") << QByteArray(R"({"version":1,"sources":[{"kind":"k"}]})") << broken
                             << u"/sources/0/name"_s;
    QTest::newRow("blank name") << QByteArray(R"({"version":1,"sources":[{"name":" ","kind":"k"}]})")
                                << broken << u"/sources/0/name"_s;
    QTest::newRow("kind is a number")
        << QByteArray(R"({"version":1,"sources":[{"name":"a","kind":7}]})") << broken << u"/sources/0/kind"_s;
    QTest::newRow("settings is an array")
        << QByteArray(R"({"version":1,"sources":[{"name":"a","kind":"k","settings":[]}]})") << broken
        << u"/sources/0/settings"_s;
    QTest::newRow("a name twice") << QByteArray(
        R"({"version":1,"sources":[{"name":"a.b","kind":"k"},{"name":"a_b","kind":"k"}]})")
                                  << broken << u"/sources/1/name"_s;
    QTest::newRow("inputs is an array")
        << QByteArray(R"({"version":1,"inputs":[]})") << broken << u"/inputs"_s;
    QTest::newRow("identity is a text")
        << QByteArray(R"({"version":1,"identity":"ana"})") << broken << u"/identity must be an object"_s;
    QTest::newRow("identity with an empty id")
        << QByteArray(R"({"version":1,"identity":{"id":""}})") << broken << u"/identity/id must"_s;
    QTest::newRow("scopes is a text")
        << QByteArray(R"({"version":1,"identity":{"id":"ana","scopes":"admin"}})") << broken
        << u"/identity/scopes must be an array of strings"_s;
    QTest::newRow("resources is an array")
        << QByteArray(R"({"version":1,"identity":{"id":"ana","resources":["drop"]}})") << broken
        << u"/identity/resources must be an object"_s;
    QTest::newRow("an action is a number")
        << QByteArray(R"({"version":1,"identity":{"id":"ana","resources":{"note:1":[1]}}})") << broken
        << u"/identity/resources/note:1 must be an array of strings"_s;
    QTest::newRow("identity of an environment")
        << QByteArray(R"({"version":1,"environments":[{"name":"a","identity":{"scopes":[]}}]})") << broken
        << u"/environments/0/identity/id must"_s;
}

void tst_Workspace::refusesBrokenFiles()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, code);
    QFETCH(QString, says);
    const Result<Workspace> workspace = Workspace::fromBytes(bytes);
    QVERIFY(!workspace);
    QCOMPARE(workspace.error().kind, ErrorKind::Storage);
    QCOMPARE(workspace.error().code, code);
    QVERIFY2(workspace.error().message.contains(says), qPrintable(workspace.error().message));
}

void tst_Workspace::hashChangesWithAnyFact_data()
{
    QTest::addColumn<TrustFacts>("other");
    const TrustFacts facts{
        u"/bin/x"_s, {u"a"_s, u"b"_s}, {u"KEY"_s, u"PATH"_s}, u"/tmp"_s, {{u"PATH"_s, u"/bin"_s}}};
    auto row = [&facts](const char *name, auto change) {
        TrustFacts other = facts;
        change(other);
        QTest::newRow(name) << other;
    };
    row("program", [](TrustFacts &f) { f.program = u"/bin/y"_s; });
    row("argument", [](TrustFacts &f) { f.arguments[1] = u"c"_s; });
    row("arguments joined", [](TrustFacts &f) { f.arguments = {u"ab"_s}; });
    row("order of arguments", [](TrustFacts &f) { f.arguments = {u"b"_s, u"a"_s}; });
    row("one more empty argument", [](TrustFacts &f) { f.arguments.append(QString()); });
    row("environment name", [](TrustFacts &f) { f.environmentNames = {u"OTHER"_s}; });
    row("last argument became a name", [](TrustFacts &f) {
        f.arguments.removeLast();
        f.environmentNames.prepend(u"b"_s);
    });
    row("value of a loader variable", [](TrustFacts &f) { f.loaderVariables[0].second = u"/evil"_s; });
    row("one more loader variable",
        [](TrustFacts &f) { f.loaderVariables.append({u"LD_PRELOAD"_s, QString()}); });
    row("loader variable became a plain one", [](TrustFacts &f) { f.loaderVariables.clear(); });
    row("folder", [](TrustFacts &f) { f.workingDirectory = u"/var"_s; });
    row("no folder", [](TrustFacts &f) { f.workingDirectory.clear(); });
    row("a secret", [](TrustFacts &f) { f.secrets = {u"keychain:a"_s}; });
}

void tst_Workspace::hashChangesWithAnyFact()
{
    QFETCH(TrustFacts, other);
    const TrustFacts facts{
        u"/bin/x"_s, {u"a"_s, u"b"_s}, {u"KEY"_s, u"PATH"_s}, u"/tmp"_s, {{u"PATH"_s, u"/bin"_s}}};
    QCOMPARE(facts.hash().size(), 32);
    QCOMPARE(facts.hash(), TrustFacts(facts).hash());
    QVERIFY(facts.hash() != other.hash());
}

void tst_Workspace::hashIgnoresTheOrderOfEnvironmentNames()
{
    const TrustFacts one{u"x"_s, {}, {u"A"_s, u"B"_s}, {}};
    const TrustFacts two{u"x"_s, {}, {u"B"_s, u"A"_s, u"A"_s}, {}};
    QCOMPARE(one.hash(), two.hash());
}

void tst_Workspace::hashKnowsWhichSecretGoesWhere()
{
    TrustFacts facts;
    facts.secrets = {u"keychain:a"_s, u"env:B"_s};
    facts.destinations = {u"https://a.example"_s};
    const QByteArray hash = facts.hash();
    facts.secrets = {u"env:B"_s, u"keychain:a"_s};
    QCOMPARE(facts.hash(), hash);
    facts.destinations = {u"https://b.example"_s};
    QVERIFY(facts.hash() != hash);
    facts.secrets = {u"env:B"_s};
    facts.destinations = {u"https://a.example"_s};
    QVERIFY(facts.hash() != hash);
}

void tst_Workspace::commandLineCanBeRead_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("line");
    QTest::newRow("plain") << QStringList{u"/usr/bin/npx"_s, u"-y"_s, u"@scope/server@1.0"_s}
                           << u"/usr/bin/npx -y @scope/server@1.0"_s;
    QTest::newRow("spaces") << QStringList{u"/my programs/x"_s, u"a b"_s} << u"'/my programs/x' 'a b'"_s;
    QTest::newRow("empty argument") << QStringList{u"x"_s, QString()} << u"x ''"_s;
    QTest::newRow("quotes") << QStringList{u"x"_s, u"it's"_s} << u"x 'it'\\''s'"_s;
    QTest::newRow("shell words") << QStringList{u"x"_s, u"$(rm -rf ~)"_s, u"a;b"_s, u"*"_s}
                                 << u"x '$(rm -rf ~)' 'a;b' '*'"_s;
    QTest::newRow("escape") << QStringList{u"x"_s, u"\u001b[2K"_s} << u"x '\\u{1B}[2K'"_s;
    QTest::newRow("newline") << QStringList{u"x"_s, u"a\nb"_s} << u"x 'a\\nb'"_s;
    QTest::newRow("right to left override") << QStringList{u"x"_s, u"a\u202Eb"_s} << u"x 'a\\u{202E}b'"_s;
}

void tst_Workspace::commandLineCanBeRead()
{
    QFETCH(QStringList, words);
    QFETCH(QString, line);
    const TrustFacts facts{words.first(), words.sliced(1), {}, {}};
    QCOMPARE(facts.commandLine(), line);
}

void tst_Workspace::loaderVariablesStandBeforeTheCommand()
{
    const TrustFacts facts{u"/bin/x"_s, {}, {u"LD_PRELOAD"_s}, {},
        {{u"LD_PRELOAD"_s, u"/tmp/a b.so\n"_s}, {u"NODE_OPTIONS"_s, u"--require=/x"_s}}};
    QCOMPARE(facts.commandLine(), u"LD_PRELOAD='/tmp/a b.so\\n' NODE_OPTIONS=--require=/x /bin/x"_s);
}

void tst_Workspace::knowsLoaderVariables_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("loads");
    for (const char *name : {"LD_PRELOAD", "LD_LIBRARY_PATH", "LD_AUDIT", "DYLD_INSERT_LIBRARIES", "PATH",
             "NODE_OPTIONS", "NODE_PATH", "PYTHONPATH", "PYTHONSTARTUP", "PYTHONHOME", "BASH_ENV", "ENV",
             "PERL5OPT", "RUBYOPT", "JAVA_TOOL_OPTIONS", "DOTNET_STARTUP_HOOKS", "GIT_SSH_COMMAND", "path"})
        QTest::newRow(name) << QString::fromLatin1(name) << true;
    for (const char *name : {"API_TOKEN", "GITHUB_TOKEN", "NODE_ENV", "DEBUG", "PATHS", "npm_config__auth"})
        QTest::newRow(name) << QString::fromLatin1(name) << false; // their values are not shown
}

void tst_Workspace::knowsLoaderVariables()
{
    QFETCH(QString, name);
    QFETCH(bool, loads);
    QCOMPARE(isLoaderVariable(name), loads);
}

WORKBENCH_TEST(tst_Workspace, QCoreApplication)
#include "tst_workspace.moc"
