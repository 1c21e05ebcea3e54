// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Definitions that change between two runs of the command: `call` stops, `check` and `verify` say where.

#include "core/json/jsonparser.h"
#include "tests/support/commandrun.h"
#include "tests/support/rawserver.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QDirIterator>
#include <QEventLoop>
#include <QFile>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Test;

class tst_CliDefinitions : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void endsWithEightWhereACheckedDefinitionChanged();
    void endsWithEightForEachKind_data();
    void endsWithEightForEachKind();
    void recordsAndCompletesOnlyAcceptedDefinitions();
    void comparesWhereOtherSettingsChange_data();
    void comparesWhereOtherSettingsChange();
    void comparesAToolThatReturns();
    void saysThatItsFileCannotBeRead();
    void acceptsADefinitionForTheCallsOfAFile();
    void remembersTheSourcesOfAWorkspace();
    void remembersNoCommandThatIsOnlyTyped();
    void comparesOnlyAcceptedDefinitions();
    void listAndDescribeSayWhatChanged();
    void checkReportsChangesAndAcceptsThem();
    void checkReportsAChangeBehindAReference();
    void verifyReportsAChangeBehindAReference();
    void verifyReportsAnotherPath();

private:
    //! Runs the command while the event loop runs, because the server is in this process.
    CommandResult run(const QStringList &arguments)
    {
        QProcess process;
        m_run->prepare(process);
        process.setArguments(arguments);
        QEventLoop loop;
        connect(&process, &QProcess::finished, &loop, &QEventLoop::quit);
        process.start();
        process.closeWriteChannel();
        loop.exec();
        return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError(),
            process.exitStatus() == QProcess::CrashExit};
    }
    CommandResult runPeer(const QStringList &words)
    {
        return run(words
            + QStringList{u"--"_s, u"sh"_s, QStringLiteral(TESTS_DIR "/support/changingpeer.sh"), u"text"_s});
    }
    std::unique_ptr<CommandRun> m_run;
    RawServer m_server{[](QTcpSocket *socket, const RawServer::Request &) {
        RawServer::answer(socket, RawServer::ok(R"({"n":1})"));
    }};
};

namespace {

const QByteArray document = R"({"openapi":"3.0.3","info":{"title":"t","version":"1"},"paths":{
"/a":{"get":{"operationId":"thing","responses":{"200":{"description":"ok","content":{"application/json":{"schema":{"$ref":"#/components/schemas/Thing"}}}}}}}},
"components":{"schemas":{"Thing":{"type":"object","properties":{"n":{"type":"integer"},"self":{"$ref":"#/components/schemas/Thing"}}}}}})";

const QByteArray changedText = R"(description: "reads" → "deletes")";

const char *said(const CommandResult &result)
{
    static QByteArray all;
    all = result.out + result.err;
    return all.constData();
}

QString hashIn(const QByteArray &text)
{
    const qsizetype start = text.indexOf("sha256:");
    return start < 0 ? QString() : QString::fromLatin1(text.sliced(start, 7 + 64));
}

} // namespace

void tst_CliDefinitions::init()
{
    m_run = std::make_unique<CommandRun>(QStringLiteral(ENVELOPE_PROGRAM));
    m_run->write(u"text"_s, "reads");
}

void tst_CliDefinitions::endsWithEightWhereACheckedDefinitionChanged()
{
    QCOMPARE(runPeer({u"check"_s}).exitCode, 0);
    QCOMPARE(runPeer({u"call"_s, u"look"_s}).exitCode, 0);
    m_run->write(u"text"_s, "deletes");
    const CommandResult refused = runPeer({u"call"_s, u"look"_s});
    QVERIFY2(refused.exitCode == 8, said(refused));
    QVERIFY2(refused.err.contains(changedText), said(refused));
    const QString hash = hashIn(refused.err);
    QVERIFY2(refused.err.contains(QByteArray("add --accept-definitions " + hash.toUtf8())), said(refused));
    const CommandResult json = runPeer({u"call"_s, u"look"_s, u"--json"_s});
    QCOMPARE(json.exitCode, 8);
    const Json error = jsonLiteral(json.err).member("error"_L1);
    QCOMPARE(error.member("details"_L1).member("definition"_L1).toString(), hash);
    QCOMPARE(error.member("details"_L1).member("changes"_L1).at(0).toString().toUtf8(), changedText);
    const CommandResult wrong =
        runPeer({u"call"_s, u"look"_s, u"--accept-definitions"_s, u"sha256:"_s + QString(64, u'0')});
    QCOMPARE(wrong.exitCode, 8);
    QCOMPARE(runPeer({u"call"_s, u"flip"_s}).exitCode, 0); // its definition did not change
    const CommandResult accepted =
        runPeer({u"call"_s, u"look"_s, u"--accept-definitions"_s, hash, u"--data"_s});
    QVERIFY2(accepted.exitCode == 0, said(accepted));
    QVERIFY(accepted.out.contains("looked"));
    QCOMPARE(runPeer({u"call"_s, u"look"_s}).exitCode, 0); // the new definition is accepted now
}

void tst_CliDefinitions::endsWithEightForEachKind_data()
{
    QTest::addColumn<QString>("operation");
    QTest::newRow("prompt") << u"prompt:say"_s;
    QTest::newRow("resource") << u"resource:file:///a"_s;
    QTest::newRow("template") << u"template:file:///{p}"_s;
}

void tst_CliDefinitions::endsWithEightForEachKind()
{
    QFETCH(QString, operation);
    const QStringList peer{
        u"--"_s, u"sh"_s, QStringLiteral(TESTS_DIR "/support/changingpeer.sh"), u"text"_s, u"all"_s};
    run(QStringList{u"check"_s} + peer);
    m_run->write(u"text"_s, "deletes");
    const CommandResult refused = run(QStringList{u"call"_s, operation} + peer);
    QVERIFY2(refused.exitCode == 8 && refused.err.contains(changedText), said(refused));
}

void tst_CliDefinitions::recordsAndCompletesOnlyAcceptedDefinitions()
{
    const QStringList peer{
        u"--"_s, u"sh"_s, QStringLiteral(TESTS_DIR "/support/changingpeer.sh"), u"text"_s, u"all"_s};
    run(QStringList{u"check"_s} + peer);
    m_run->write(u"text"_s, "deletes");
    const QStringList record{u"record"_s, u"look"_s, u"--to"_s, u"fx"_s};
    const CommandResult refused = run(record + peer);
    QVERIFY2(
        refused.exitCode == 8 && refused.err.contains("add --accept-definitions sha256:"), said(refused));
    const CommandResult recorded =
        run(record + QStringList{u"--accept-definitions"_s, hashIn(refused.err)} + peer);
    QVERIFY2(recorded.exitCode == 0, said(recorded));
    const CommandResult asked = run(QStringList{u"complete"_s, u"prompt:say"_s, u"to"_s} + peer);
    QVERIFY2(asked.exitCode == 8 && asked.err.contains("add --accept-definitions sha256:"), said(asked));
}

void tst_CliDefinitions::comparesWhereOtherSettingsChange_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QByteArray>("settings"); // of the workspace
    QTest::newRow("the level of the log") << QStringList{u"--log-level"_s, u"debug"_s} << QByteArray();
    QTest::newRow("the era") << QStringList{u"--protocol"_s, u"legacy"_s} << QByteArray();
    QTest::newRow("a root") << QStringList{u"--root"_s, u"."_s} << QByteArray();
    QTest::newRow("a variable") << QStringList{u"--env"_s, u"A=B"_s} << QByteArray();
    QTest::newRow("a limit") << QStringList() << QByteArray(R"(,"limits":{"request.timeout":"90s"})");
    QTest::newRow("a variable of the workspace") << QStringList() << QByteArray(R"(,"env":{"A":"B"})");
}

void tst_CliDefinitions::comparesWhereOtherSettingsChange()
{
    QFETCH(QStringList, options);
    QFETCH(QByteArray, settings);
    const auto writeWorkspace = [this](const QByteArray &more) {
        m_run->write(u"w.workspace.json"_s,
            R"({"version":1,"sources":[{"name":"mine","kind":"mcp","settings":{"command":"sh","args":[")"
                + QByteArray(TESTS_DIR) + R"(/support/changingpeer.sh","text"])" + more + "}}]}");
    };
    writeWorkspace({});
    const CommandResult listed = run({u"list"_s, u"mine"_s, u"--trust"_s});
    QVERIFY2(listed.exitCode == 0, said(listed));
    m_run->write(u"text"_s, "deletes");
    writeWorkspace(settings);
    const CommandResult refused = run(QStringList{u"call"_s, u"mine"_s, u"look"_s, u"--trust"_s} + options);
    QVERIFY2(refused.exitCode == 8 && refused.err.contains(changedText), said(refused));
}

//! A removal that was accepted does not let a tool return with another definition.
void tst_CliDefinitions::comparesAToolThatReturns()
{
    const auto writePeer = [this](const QByteArray &tool) {
        QFile script(QStringLiteral(TESTS_DIR "/support/changingpeer.sh"));
        if (!script.open(QIODevice::ReadOnly))
            qFatal("the script of the peer is missing");
        m_run->write(u"peer.sh"_s,
            script.readAll().replace(R"("name":"look")", QByteArray(R"("name":")" + tool + '"')));
    };
    const QStringList peer{u"--"_s, u"sh"_s, u"peer.sh"_s, u"text"_s};
    writePeer("look");
    QCOMPARE(run(QStringList{u"check"_s} + peer).exitCode, 0);
    writePeer("glance");
    const CommandResult without = run(QStringList{u"list"_s} + peer);
    QVERIFY2(without.err.contains("operations that are new since the definitions were accepted: \"glance\"")
            && without.err.contains("accepted operations that are not listed any more: \"look\""),
        said(without));
    const CommandResult accepted = run(QStringList{u"check"_s, u"--accept"_s} + peer);
    QVERIFY2(accepted.exitCode == 0 && accepted.out.contains("was removed"), said(accepted));
    QVERIFY(!run(QStringList{u"list"_s} + peer).err.contains("not listed any more"));
    writePeer("look");
    m_run->write(u"text"_s, "deletes");
    const CommandResult refused = run(QStringList{u"call"_s, u"look"_s} + peer);
    QVERIFY2(refused.exitCode == 8 && refused.err.contains(changedText), said(refused));
}

void tst_CliDefinitions::saysThatItsFileCannotBeRead()
{
    QCOMPARE(runPeer({u"check"_s}).exitCode, 0);
    QDirIterator files(m_run->home(), {u"*.json"_s}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        if (files.next().contains("/definitions/"_L1))
            QVERIFY(QFile::resize(files.filePath(), 10));
    }
    const CommandResult listed = runPeer({u"list"_s});
    QVERIFY2(listed.exitCode == 0 && listed.err.contains("the accepted definitions could not be read"),
        said(listed));
    QVERIFY(!runPeer({u"list"_s}).err.contains("could not be read"));
    m_run->write(u"text"_s, "deletes");
    QCOMPARE(runPeer({u"call"_s, u"look"_s}).exitCode, 8); // the definitions were stored again
}

void tst_CliDefinitions::acceptsADefinitionForTheCallsOfAFile()
{
    QCOMPARE(runPeer({u"check"_s}).exitCode, 0);
    m_run->write(u"text"_s, "deletes");
    m_run->write(u"calls.jsonl"_s, R"({"operation":"look"})");
    const QStringList calls{u"call"_s, u"--calls"_s, u"calls.jsonl"_s};
    const CommandResult refused = runPeer(calls);
    QVERIFY2(refused.exitCode == 8, said(refused));
    const CommandResult accepted =
        runPeer(calls + QStringList{u"--accept-definitions"_s, hashIn(refused.err)});
    QVERIFY2(accepted.exitCode == 0 && accepted.out.contains("looked"), said(accepted));
}

void tst_CliDefinitions::remembersTheSourcesOfAWorkspace()
{
    m_run->write(u"w.workspace.json"_s,
        R"({"version":1,"sources":[{"name":"mine","kind":"mcp","settings":{"command":"sh","args":[")"
            + QByteArray(TESTS_DIR) + R"(/support/changingpeer.sh","text"]}}]})");
    const CommandResult listed = run({u"list"_s, u"mine"_s, u"--trust"_s});
    QVERIFY2(listed.exitCode == 0, said(listed));
    m_run->write(u"text"_s, "deletes");
    const CommandResult refused = run({u"call"_s, u"mine"_s, u"look"_s, u"--trust"_s});
    QVERIFY2(refused.exitCode == 8, said(refused));
    QVERIFY2(refused.err.contains(changedText), said(refused));
}

void tst_CliDefinitions::remembersNoCommandThatIsOnlyTyped()
{
    QCOMPARE(runPeer({u"call"_s, u"look"_s}).exitCode, 0);
    m_run->write(u"text"_s, "deletes");
    const CommandResult called = runPeer({u"call"_s, u"look"_s});
    QVERIFY2(called.exitCode == 0, said(called));
}

void tst_CliDefinitions::comparesOnlyAcceptedDefinitions()
{
    QCOMPARE(runPeer({u"check"_s}).exitCode, 0);
    m_run->write(u"text"_s, "deletes");
    const QStringList peer{u"--"_s, u"sh"_s, QStringLiteral(TESTS_DIR "/support/changingpeer.sh"), u"text"_s};
    const QStringList compare = QStringList{u"compare"_s, u"look"_s} + peer;
    const CommandResult refused = run(compare + peer);
    QVERIFY2(refused.exitCode == 8, said(refused));
    QVERIFY2(refused.err.count("error: ") == 1 && refused.err.contains(changedText), said(refused));
    const CommandResult accepted = run(
        QStringList{u"compare"_s, u"--accept-definitions"_s, hashIn(refused.err), u"look"_s} + peer + peer);
    QVERIFY2(accepted.exitCode == 0, said(accepted));
}

void tst_CliDefinitions::listAndDescribeSayWhatChanged()
{
    QCOMPARE(runPeer({u"check"_s}).exitCode, 0);
    QVERIFY(!runPeer({u"list"_s}).out.contains("changed"));
    m_run->write(u"text"_s, "deletes");
    const CommandResult listed = runPeer({u"list"_s});
    QVERIFY2(listed.exitCode == 0 && listed.out.count("tool, changed") == 1, said(listed));
    const Json operations = jsonLiteral(runPeer({u"list"_s, u"--json"_s}).out).member("operations"_L1);
    QCOMPARE(operations.at(0).member("name"_L1).toString(), u"look"_s);
    QCOMPARE(operations.at(0).member("definitionChanged"_L1), jsonLiteral("true"));
    QVERIFY(!operations.at(1).hasMember("definitionChanged"_L1));
    const CommandResult described = runPeer({u"describe"_s, u"look"_s});
    QVERIFY2(described.exitCode == 0 && described.out.contains("tool, changed"), said(described));
    const Json look = jsonLiteral(runPeer({u"describe"_s, u"look"_s, u"--json"_s}).out);
    QCOMPARE(look.member("definitionChanged"_L1), jsonLiteral("true"));
}

void tst_CliDefinitions::checkReportsChangesAndAcceptsThem()
{
    QCOMPARE(runPeer({u"check"_s}).exitCode, 0);
    m_run->write(u"text"_s, "deletes");
    const CommandResult told = runPeer({u"check"_s});
    QVERIFY2(told.out.contains(QByteArray("look: Its definition changed: " + changedText)), said(told));
    QVERIFY2(told.exitCode == 8, said(told));
    QVERIFY2(told.err.contains("Definitions changed. If that is expected, add --accept\n"), said(told));
    const CommandResult strict = runPeer({u"check"_s, u"--strict"_s, u"--junit"_s, u"out.xml"_s});
    QCOMPARE(strict.exitCode, 8);
    QFile xml(QDir(m_run->home()).filePath(u"out.xml"_s));
    QVERIFY(xml.open(QIODevice::ReadOnly) && xml.readAll().contains("<failure"));
    QCOMPARE(runPeer({u"call"_s, u"look"_s}).exitCode, 8);
    const CommandResult accepted = runPeer({u"check"_s, u"--accept"_s});
    QVERIFY(accepted.out.contains("Its definition changed"));
    QCOMPARE(accepted.exitCode, 0);
    QCOMPARE(runPeer({u"call"_s, u"look"_s}).exitCode, 0);
    QVERIFY(!runPeer({u"check"_s}).out.contains("Its definition changed"));
}

void tst_CliDefinitions::checkReportsAChangeBehindAReference()
{
    const QStringList check{u"check"_s, u"one.json"_s, u"--server"_s, m_server.url({}).toString()};
    m_run->write(u"one.json"_s, document);
    // The schema refers to itself, which is not a warning.
    const CommandResult first = run(check + QStringList{u"--strict"_s});
    QVERIFY2(first.exitCode == 0 && first.out.contains(", 0 warnings,"), said(first));
    m_run->write(u"one.json"_s, QByteArray(document).replace(R"("type":"integer")", R"("type":"string")"));
    const CommandResult changed = run(check);
    QVERIFY2(
        changed.out.contains(
            R"(Its definition changed: components/schemas/Thing/properties/n/type: "integer" → "string")"),
        said(changed));
}

void tst_CliDefinitions::verifyReportsAChangeBehindAReference()
{
    const QStringList server{u"--server"_s, m_server.url({}).toString()};
    m_run->write(u"one.json"_s, document);
    const CommandResult recorded = run(QStringList{u"record"_s, u"one.json"_s, u"--to"_s, u"fx"_s} + server);
    QVERIFY2(recorded.exitCode == 0, said(recorded));
    const CommandResult same = run(QStringList{u"verify"_s, u"fx"_s, u"one.json"_s} + server);
    QVERIFY2(same.exitCode == 0, said(same));
    m_run->write(u"two.json"_s, QByteArray(document).replace(R"("type":"integer")", R"("type":"string")"));
    const CommandResult changed = run(QStringList{u"verify"_s, u"fx"_s, u"two.json"_s} + server);
    QVERIFY2(changed.exitCode == 8 || changed.exitCode == 7, said(changed));
    QVERIFY2(
        changed.out.contains(
            R"(its definition changed: components/schemas/Thing/properties/n/type: "integer" → "string")"),
        said(changed));
    const CommandResult json = run(QStringList{u"verify"_s, u"fx"_s, u"two.json"_s, u"--json"_s} + server);
    const Json place =
        jsonLiteral(json.out).member("results"_L1).at(0).member("definition"_L1).member("changes"_L1).at(0);
    QCOMPARE(place,
        jsonLiteral(
            R"({"place":"components/schemas/Thing/properties/n/type","before":"integer","now":"string"})"));
}

void tst_CliDefinitions::verifyReportsAnotherPath()
{
    const QStringList server{u"--server"_s, m_server.url({}).toString()};
    m_run->write(u"one.json"_s, document);
    QCOMPARE(run(QStringList{u"record"_s, u"one.json"_s, u"--to"_s, u"fx"_s} + server).exitCode, 0);
    m_run->write(u"two.json"_s, QByteArray(document).replace(R"("/a")", R"("/b")"));
    const CommandResult changed = run(QStringList{u"verify"_s, u"fx"_s, u"two.json"_s} + server);
    QVERIFY2(changed.exitCode == 8, said(changed));
    QVERIFY2(changed.out.contains(R"(its definition changed: path: "/a" → "/b")"), said(changed));
    QVERIFY2(
        changed.err.contains("Definitions changed. If that is expected, add --accept-definitions sha256:"),
        said(changed));
    const CommandResult accepted =
        run(QStringList{u"verify"_s, u"fx"_s, u"two.json"_s, u"--accept-definitions"_s, hashIn(changed.err)}
            + server);
    QVERIFY2(accepted.exitCode == 0, said(accepted));
}

WORKBENCH_TEST(tst_CliDefinitions, QCoreApplication)
#include "tst_clidefinitions.moc"
