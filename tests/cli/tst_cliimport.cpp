// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Imports servers from the configurations of other programs.

#include "core/json/jsonparser.h"
#include "tests/support/outputschema.h"
#include "tests/support/testprogram.h"

#include <QFileInfo>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Test;

class tst_CliImport : public QObject {
    Q_OBJECT

private:
    CommandRun run{QStringLiteral(ENVELOPE_PROGRAM)};

    static QString fixture(const QString &name) { return u"" TESTS_DIR "/fixtures/import/"_s + name; }
    QString path(const QString &name) const { return run.home() + u'/' + name; }
    QByteArray contents(const QString &name) const
    {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    bool write(const QString &name, const QByteArray &bytes) const
    {
        QFile file(path(name));
        return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
    }

private Q_SLOTS:
    void listsWhatItWouldAdd()
    {
        const CommandResult result = run({u"import"_s, fixture(u"claude-desktop.json"_s)});
        QVERIFY2(result.exitCode == 0, result.err.constData());
        QVERIFY2(result.out.contains("ghcr.io/example/tickets:1.4"), result.out.constData());
        QVERIFY2(result.out.contains("variable TICKETS_TOKEN"), result.out.constData());
        QVERIFY2(result.err.contains("envelope auth set \"tickets/TICKETS_TOKEN\""), result.err.constData());
        QVERIFY2(result.err.contains("UNSET"), result.err.constData());
        for (const char *secret : {"tk-live-58e1b2", "ghp_0123456789", "k-4711", "pa55"})
            QVERIFY2(!result.out.contains(secret) && !result.err.contains(secret), secret);
    }

    void listsTheFilesOfOtherPrograms()
    {
        QVERIFY(write(u".mcp.json"_s, "secret")); // in the current folder: the file is listed but not read
        const CommandResult found = run({u"import"_s});
        QCOMPARE(found.exitCode, 0);
        QVERIFY2(
            found.out.contains("Claude Code  ") && found.out.contains("/.mcp.json"), found.out.constData());
        QVERIFY2(!found.out.contains("secret"), found.out.constData());
        const CommandResult listed = run({u"import"_s, u"--json"_s});
        OutputSchema schema(run);
        QCOMPARE(schema.loadAll(), QString());
        QCOMPARE(schema.misfit(listed.out, {u"import"_s}), QString());
        QCOMPARE(jsonLiteral(listed.out).member("files"_L1).at(0).member("path"_L1).toString(),
            path(u".mcp.json"_s));
        QCOMPARE(run({u"import"_s, u"--into"_s, u"w.workspace.json"_s}).exitCode, 2);
        QVERIFY(QFile::remove(path(u".mcp.json"_s)));
    }

    void addsToAWorkspace()
    {
        const QStringList import{u"import"_s, u"-"_s, u"--into"_s, u"w.workspace.json"_s, u"--json"_s};
        const QByteArray first = R"({"mcpServers": {"a": {"command": "a", "env": {"A_TOKEN": "tk-1"}},
            "b": {"command": "b", "disabled": true}}})";
        const CommandResult added = run(import, first);
        QVERIFY2(added.exitCode == 0, added.err.constData());
        const QByteArray file = contents(u"w.workspace.json"_s);
        QVERIFY2(file.contains("${keychain:a/A_TOKEN}") && !file.contains("tk-1"), file.constData());
        OutputSchema schema(run);
        QCOMPARE(schema.loadAll(), QString());
        QCOMPARE(schema.misfit(added.out, {u"import"_s}), QString());
        const Json sources = jsonLiteral(added.out).member("sources"_L1);
        QCOMPARE(sources.size(), 1); // the other server is disabled
        QCOMPARE(sources.at(0).member("state"_L1).toString(), u"added"_s);

        QCOMPARE(jsonLiteral(run(import, first).out).member("sources"_L1).at(0).member("state"_L1).toString(),
            u"present"_s);
        const CommandResult other = run(import + QStringList{u"a"_s, u"b"_s},
            R"({"servers": {"a": {"command": "x"}, "b": {"command": "b", "disabled": true}}})");
        QVERIFY2(other.out.contains(R"("name":"a-2")"), other.out.constData());
        const Json all = jsonLiteral(contents(u"w.workspace.json"_s)).member("sources"_L1);
        QCOMPARE(all.size(), 3);
        QCOMPARE(all.at(0).member("settings"_L1).member("command"_L1).toString(), u"a"_s);
        QCOMPARE(all.at(2).member("name"_L1).toString(), u"b"_s);
    }

    void exportsWhatItImports_data()
    {
        QTest::addColumn<QString>("as");
        for (const char *program : {"claude", "cursor", "vscode"})
            QTest::newRow(program) << QString::fromLatin1(program);
    }

    void exportsWhatItImports()
    {
        QFETCH(QString, as);
        const QByteArray there =
            R"({"mcpServers": {"a": {"command": "a", "args": ["-x"], "env": {"A_TOKEN": "tk-1"}},
            "b": {"url": "https://b.example.org/mcp"}}})";
        const auto import = [this](const QString &workspace, const QByteArray &configuration) {
            return run({u"import"_s, u"-"_s, u"--into"_s, workspace}, configuration);
        };
        const QString first = as + u"-1.workspace.json"_s;
        QCOMPARE(import(first, there).exitCode, 0);
        const CommandResult exported =
            run({u"export"_s, u"--as"_s, as, u"--workspace"_s, first, u"--json"_s});
        QVERIFY2(exported.exitCode == 0, exported.err.constData());
        OutputSchema schema(run);
        QCOMPARE(schema.loadAll(), QString());
        QCOMPARE(schema.misfit(exported.out, {u"export"_s}), QString());
        if (as == "vscode"_L1) { // VS Code has inputs for secrets; the other programs have variables
            QCOMPARE(import(as + u"-2.workspace.json"_s, exported.out).exitCode, 0);
            QCOMPARE(contents(as + u"-2.workspace.json"_s), contents(first));
        }
        const CommandResult one = run({u"export"_s, u"b"_s, u"--as"_s, as, u"--workspace"_s, first});
        QVERIFY2(one.out.contains("  \"b\": {\n"), one.out.constData());
        QVERIFY2(!one.out.contains("\"a\""), one.out.constData());
        const CommandResult unknown = run({u"export"_s, u"c"_s, u"--workspace"_s, first});
        QCOMPARE(unknown.exitCode, 2);
        QVERIFY2(unknown.err.contains("no source \"c\""), unknown.err.constData());
    }

    void refusesWhatItCannotRead_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("input");
        QTest::addColumn<QByteArray>("says");
        const auto row = [](const char *name, const QStringList &arguments, const QByteArray &input,
                             const QByteArray &says) { QTest::newRow(name) << arguments << input << says; };
        const QByteArray good = R"({"servers": {"tickets": {"command": "a", "env": {"TOKEN": "x"}}}})";
        row("broken", {u"-"_s}, "{\n  \"servers\": {,", "line 2, column 15");
        row("no server", {u"-"_s}, "{}", "describes no MCP server");
        row("an unknown name", {u"-"_s, u"ticket"_s}, good, "Did you mean \"tickets\"?");
        row("secrets without a workspace", {u"-"_s, u"--store-secrets"_s}, good, "--into FILE");
        row("no file", {u"nowhere.json"_s}, {}, "nowhere.json");
        row("a file that is not a workspace", {u"-"_s, u"--into"_s, u"none.json"_s}, good, "none.json");
    }

    void refusesWhatItCannotRead()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, input);
        QFETCH(QByteArray, says);
        QVERIFY(write(u"none.json"_s, "[]"));
        const CommandResult result = run(QStringList{u"import"_s} + arguments, input);
        QVERIFY(result.exitCode != 0);
        QVERIFY2(result.err.contains(says), result.err.constData());
        QCOMPARE(result.out, QByteArray());
        QCOMPARE(contents(u"none.json"_s), QByteArray("[]"));
    }

    void leavesTheWorkspaceAloneWithoutAKeychain()
    {
        QProcess process;
        run.prepare(process);
        QProcessEnvironment environment = process.processEnvironment();
        environment.insert(u"DBUS_SESSION_BUS_ADDRESS"_s, u"unix:path=/nonexistent"_s);
        process.setProcessEnvironment(environment);
        process.setArguments({u"import"_s, fixture(u"windsurf.json"_s), u"--into"_s, u"k.workspace.json"_s,
            u"--store-secrets"_s});
        process.start();
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitCode(), 2);
        QVERIFY(process.readAllStandardError().contains("no keychain"));
        QVERIFY(!QFileInfo::exists(path(u"k.workspace.json"_s)));
    }

    void usesAServerOfAConfigurationDirectly()
    {
        const QByteArray program = QStringLiteral(ENVELOPE_PROGRAM).toUtf8();
        QVERIFY(write(u"mcp.json"_s,
            "{ // as an editor has it\n\"servers\": {\"demo\": {\"command\": \"" + program
                + "\", \"args\": [\"serve\", \"--demo\"], \"env\": {\"A_TOKEN\": \"canary-7f3a\"}}}}"));
        const QStringList list{u"list"_s, u"--config"_s, u"mcp.json"_s, u"demo"_s, u"--trace"_s};
        const CommandResult asked = run(list);
        QCOMPARE(asked.exitCode, 8); // a command from a file starts only with --trust
        const CommandResult listed = run(list + QStringList{u"--trust"_s});
        QVERIFY2(listed.exitCode == 0, listed.err.constData());
        QVERIFY2(listed.out.contains("get-weather"), listed.out.constData());
        QVERIFY(!listed.out.contains("canary-7f3a") && !listed.err.contains("canary-7f3a"));
        const CommandResult both = run(list + QStringList{u"--workspace"_s, u"w.workspace.json"_s});
        QCOMPARE(both.exitCode, 2);
        QVERIFY2(both.err.contains("--config replaces --workspace"), both.err.constData());
    }
};

WORKBENCH_TEST(tst_CliImport, QCoreApplication)
#include "tst_cliimport.moc"
