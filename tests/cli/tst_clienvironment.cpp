// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// --environment: which values and secrets reach a server, and that no output or file shows the secrets.

#include "tests/support/commandrun.h"
#include "tests/support/mcphttpscript.h"
#include "tests/support/testprogram.h"

#include <QDirIterator>
#include <QEventLoop>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Test;

namespace {

// Outside of the class, because moc does not parse such raw strings reliably.
QByteArray workspaceText(const QByteArray &url, const QByteArray &active)
{
    QByteArray text = R"({"version":1,"sources":[
        {"name":"api","kind":"mcp","settings":{"url":"${URL}","headers":{"X-Api":"Key ${TOKEN}"},
            "transport":"streamable-http"}},
        {"name":"plain","kind":"mcp","settings":{"url":"${URL}"}}],
        "environments":[
            {"name":"staging","variables":[{"name":"URL","value":"@URL@"},
                {"name":"TOKEN","secret":"env:ENVELOPE_TEST_TOKEN"}]},
            {"name":"production","variables":[{"name":"URL","value":"@DEAD@"}]}],
        "environment":@ACTIVE@})";
    text.replace("@URL@", url);
    text.replace("@DEAD@", "http://127.0.0.1:1/mcp");
    text.replace("@ACTIVE@", active);
    return text;
}

} // namespace

class tst_CliEnvironment : public QObject {
    Q_OBJECT

private:
    CommandRun run{QStringLiteral(ENVELOPE_PROGRAM)};
    std::unique_ptr<McpHttpScript> m_server;

    //! Runs the command while the event loop runs, because the server is in this process.
    CommandResult runBeside(const QStringList &arguments)
    {
        QProcess process;
        run.prepare(process);
        process.setArguments(arguments);
        QEventLoop loop;
        connect(&process, &QProcess::finished, &loop, &QEventLoop::quit);
        process.start();
        process.closeWriteChannel();
        loop.exec();
        return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
    }

    void writeWorkspace(const QByteArray &active = "null")
    {
        QFile file(run.home() + u"/api.workspace.json"_s);
        const QByteArray text = workspaceText(m_server->url().toUtf8(), active);
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            qFatal("cannot write a test file");
    }

private Q_SLOTS:
    void init()
    {
        m_server = std::make_unique<McpHttpScript>();
        qputenv("ENVELOPE_TEST_TOKEN", "canary-7f3a/91");
        writeWorkspace();
    }

    void takesValuesFromTheNamedEnvironment()
    {
        const CommandResult listed =
            runBeside({u"list"_s, u"plain"_s, u"--environment"_s, u"staging"_s, u"--json"_s});
        QVERIFY2(listed.exitCode == 0, listed.err.constData());
        QVERIFY(listed.out.contains("echo"));
        QCOMPARE(runBeside({u"list"_s, u"plain"_s, u"--environment=production"_s}).exitCode, 3);
    }

    void usesTheActiveEnvironmentByDefault()
    {
        writeWorkspace("\"staging\"");
        const CommandResult listed = runBeside({u"list"_s, u"plain"_s});
        QVERIFY2(listed.exitCode == 0, listed.err.constData());
        writeWorkspace();
        const CommandResult failed = runBeside({u"list"_s, u"plain"_s});
        QCOMPARE(failed.exitCode, 2);
        QVERIFY2(failed.err.contains("needs the variable \"URL\", and no environment is chosen"),
            failed.err.constData());
    }

    void namesTheExistingEnvironments()
    {
        const CommandResult failed = runBeside({u"list"_s, u"plain"_s, u"--environment"_s, u"stagging"_s});
        QCOMPARE(failed.exitCode, 2);
        QVERIFY2(failed.err.contains(
                     "there is no environment \"stagging\"; the workspace has staging, production. "
                     "Did you mean \"staging\"?"),
            failed.err.constData());
        QVERIFY(QFile::remove(run.home() + u"/api.workspace.json"_s));
        const CommandResult none = runBeside({u"list"_s, u"demo:local"_s, u"--environment"_s, u"staging"_s});
        QCOMPARE(none.exitCode, 2);
        QVERIFY2(none.err.contains("--workspace FILE"), none.err.constData());
    }

    void sendsASecretOnlyWhenItIsAllowed()
    {
        const QStringList call{u"call"_s, u"api"_s, u"echo"_s, u"--environment"_s, u"staging"_s, u"--trace"_s,
            u"--verbose"_s, u"--json"_s};
        const CommandResult refused = runBeside(call);
        QCOMPARE(refused.exitCode, 8);
        QVERIFY2(refused.err.contains("--trust"), refused.err.constData());
        QVERIFY(m_server->requests().isEmpty());

        m_server->callError = R"({"code":-1,"message":"no: Key canary-7f3a/91"})"; // an echo
        const CommandResult called = runBeside(call + QStringList{u"--trust"_s});
        QCOMPARE(called.exitCode, 1);
        QVERIFY(!m_server->requests().isEmpty());
        for (const RawServer::Request &request : m_server->requests())
            QCOMPARE(request.header("X-Api"), "Key canary-7f3a/91");
        for (const QByteArray &shown : {called.out, called.err}) {
            QVERIFY2(!shown.contains("canary"), shown.constData());
            QVERIFY2(shown.contains("${secret:TOKEN}"), shown.constData());
        }
        QDirIterator files(run.home(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            QFile file(files.next());
            QVERIFY(file.open(QIODevice::ReadOnly));
            QVERIFY2(!file.readAll().contains("canary"), qPrintable(file.fileName()));
        }
    }

    void reportsAMissingSecret()
    {
        qunsetenv("ENVELOPE_TEST_TOKEN");
        const CommandResult failed =
            runBeside({u"list"_s, u"api"_s, u"--environment"_s, u"staging"_s, u"--trust"_s});
        QCOMPARE(failed.exitCode, 2);
        QVERIFY2(failed.err.contains("\"api\"") && failed.err.contains("ENVELOPE_TEST_TOKEN"),
            failed.err.constData());
    }

    void expandsNoPlaceholdersOfTheCommandLine()
    {
        const CommandResult listed =
            runBeside({u"list"_s, m_server->url(), u"--header"_s, u"X-Api: ${TOKEN}"_s});
        QVERIFY2(listed.exitCode == 0, listed.err.constData());
        QCOMPARE(m_server->requests().first().header("X-Api"), "${TOKEN}");
        const CommandResult added = runBeside(
            {u"list"_s, u"plain"_s, u"--environment"_s, u"staging"_s, u"--header"_s, u"X-Api: ${WHO}"_s});
        QVERIFY2(added.exitCode == 0, added.err.constData());
        QCOMPARE(m_server->requests().last().header("X-Api"), "${WHO}");
    }
};

WORKBENCH_TEST(tst_CliEnvironment, QCoreApplication)
#include "tst_clienvironment.moc"
