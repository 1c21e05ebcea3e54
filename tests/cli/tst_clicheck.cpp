// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// `envelope check` over the demo, whose tracker has deliberate faults.

#include "core/json/jsonparser.h"
#include "tests/support/commandrun.h"
#include "tests/support/testprogram.h"

#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Test;

class tst_CliCheck : public QObject {
    Q_OBJECT

private:
    CommandRun run{QStringLiteral(ENVELOPE_PROGRAM)};

    QString inputs(const QByteArray &content) const { return run.write(u"inputs.json"_s, content); }

    //! Returns a file of inputs that avoids the five seconds that the report takes by default.
    QString quick() { return inputs(R"({"slow-report":{"seconds":0}})"); }

private Q_SLOTS:
    void reportsTheFaultOfEachBrokenTool_data();
    void reportsTheFaultOfEachBrokenTool();
    void findsTheFaultOfTheTracker();
    void callsNothingThatMayChangeSomething();
    void saysHowManyWereCalledAndGroupsFindings();
    void showsFindingsOfOneKindAsOne();
    void saysWhyACallFailed();
    void notesAnOlderRevisionWithoutAWarning();
    void reportsCallsSlowerThanTheLimit();
    void writesJUnit();
    void takesAnInputForEachSourceThatHasTheOperation();
    void refusesInvalidInputs_data();
    void refusesInvalidInputs();
};

namespace {

QStringList codesOf(const Json &report, const QString &operation)
{
    QStringList codes;
    for (const Json finding : report.member("findings"_L1).items()) {
        if (finding.member("operation"_L1).toString() == operation)
            codes.append(finding.member("code"_L1).toString());
    }
    return codes;
}

} // namespace

//! Lists the deliberately faulty tools of the demo, each with the finding that check reports.
void tst_CliCheck::reportsTheFaultOfEachBrokenTool_data()
{
    QTest::addColumn<QStringList>("call");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("sentence");
    QTest::addColumn<bool>("isWhole"); // the finding shows places and the advice for a fix
    QTest::newRow("list-issues: the schema describes the data, the envelope is sent")
        << QStringList{u"list-issues"_s, u"project=workbench"_s} << u"schema.describes-data-not-envelope"_s
        << u"The output schema of \"list-issues\" describes the data inside the {ok, data} envelope"_s
        << true;
    QTest::newRow("count-issues: the schema describes an envelope, the data is sent")
        << QStringList{u"count-issues"_s} << u"schema.describes-envelope-not-data"_s
        << u"The output schema of \"count-issues\" describes {ok, data}"_s << true;
    QTest::newRow("newest-issue: the text says something else")
        << QStringList{u"newest-issue"_s} << u"text.differs-from-structured"_s
        << u"The text block holds other JSON than structuredContent."_s << true;
    QTest::newRow("list-closed: the server refuses its own result")
        << QStringList{u"list-closed"_s} << u"schema.server-rejected-own-output"_s
        << u"The server refused its own result for \"list-closed\": it does not match the output schema that the tool declares. The fault is in the server, not in the arguments."_s
        << true;
    QTest::newRow("get-forecast: numbers come as strings")
        << QStringList{u"get-forecast"_s, u"city=Oslo"_s, u"days:=2"_s} << u"schema.mismatch"_s
        << u"structuredContent does not match the output schema of \"get-forecast\": 4 errors."_s << true;
    QTest::newRow("get-issue: JSON inside a text")
        << QStringList{u"get-issue"_s, u"id:=412"_s} << u"text.json-parsed"_s
        << u"The result has no structuredContent; its text was read as JSON."_s << false;
}

void tst_CliCheck::reportsTheFaultOfEachBrokenTool()
{
    QFETCH(QStringList, call);
    QFETCH(QString, code);
    QFETCH(QString, sentence);
    QFETCH(bool, isWhole);
    const QStringList command = QStringList{u"call"_s, u"demo:tracker"_s} + call;
    const CommandResult json = run(command + QStringList{u"--json"_s});
    QStringList said;
    for (const Json diagnostic : jsonLiteral(json.out).member("diagnostics"_L1).items()) {
        if (diagnostic.member("code"_L1).toString() != code)
            continue;
        said = {diagnostic.member("message"_L1).toString(), diagnostic.member("cause"_L1).toString()};
        QCOMPARE(diagnostic.hasMember("changes"_L1), isWhole);
    }
    QVERIFY2(!said.isEmpty(), json.out.constData());
    QVERIFY2(said.join(u'\n').contains(sentence), qPrintable(said.join(u'\n')));

    const CommandResult shown = run(command);
    const bool isInfo = code == "text.json-parsed"_L1; // the result itself is valid
    QCOMPARE(shown.err.contains(code.toUtf8()), !isInfo);
    QCOMPARE(shown.err.contains(sentence.toUtf8()), !isInfo);
    QCOMPARE(
        shown.err.contains("Fix A"), isWhole && code != "schema.mismatch"_L1); // warnings name the places
}

void tst_CliCheck::findsTheFaultOfTheTracker()
{
    const CommandResult result = run({u"check"_s, u"demo:tracker"_s, u"--json"_s, u"--inputs"_s,
        inputs(R"({"list-issues":{"project":"workbench"},"slow-report":{"seconds":0}})")});
    QVERIFY2(result.exitCode == 7, result.err.constData());
    const Json report = jsonLiteral(result.out);
    QVERIFY(codesOf(report, u"list-issues"_s).contains(u"schema.describes-data-not-envelope"_s));
    QVERIFY2(result.out.contains("Or declare no output schema: { name, description, inputSchema }"),
        result.out.constData());
    QVERIFY(report.member("envelopes"_L1).size() > 0);
}

void tst_CliCheck::callsNothingThatMayChangeSomething()
{
    const CommandResult result = run({u"check"_s, u"demo:tracker"_s, u"--json"_s, u"--inputs"_s, quick()});
    const Json report = jsonLiteral(result.out);
    qsizetype notCalled = 0;
    for (const Json operation : report.member("operations"_L1).items()) {
        const bool wasCalled = operation.member("outcome"_L1).toString() != u"not-called"_s;
        QCOMPARE(operation.hasMember("durationMs"_L1), wasCalled);
        notCalled += wasCalled ? 0 : 1;
    }
    QVERIFY(notCalled > 0);
}

void tst_CliCheck::saysHowManyWereCalledAndGroupsFindings()
{
    const CommandResult result = run({u"check"_s, u"demo:tracker"_s, u"--inputs"_s, quick()});
    static const QRegularExpression called(
        u"\\n[1-9][0-9]* of [1-9][0-9]* operations called; --inputs FILE calls more\\n"_s);
    QVERIFY2(called.match(QString::fromUtf8(result.out)).hasMatch(), result.out.constData());
    QVERIFY2(result.out.contains(" operations claim to be read-only (not verified). [definition.claims]\n  "),
        result.out.constData());
    QVERIFY2(!result.out.contains("It claims to be read-only"), result.out.constData());
}

void tst_CliCheck::showsFindingsOfOneKindAsOne()
{
    QByteArrayList paths;
    for (const QByteArray &id : {"a"_ba, "b"_ba, "c"_ba, "d"_ba, "e"_ba, "f"_ba}) {
        const QByteArray schema = R"({"$ref":"#/components/schemas/)" + id.toUpper() + "\"}";
        paths.append(QByteArray("\"/" + id + R"(":{"post":{"deprecated":true,"operationId":")" + id
            + R"(","requestBody":{"content":{"application/json":{"schema":)" + schema
            + R"(}}},"responses":{}}})"));
    }
    const QString path = run.write(u"dead.json"_s,
        R"({"openapi":"3.1.0","info":{"title":"t","version":"1"},"servers":[{"url":"http://127.0.0.1:1"}],"paths":{)"
            + paths.join(',') + "}}");
    const CommandResult brief = run({u"check"_s, path});
    QVERIFY2(brief.exitCode == 0, brief.err.constData());
    QVERIFY2(
        brief.out.contains("\nwarning: 6 operations: The reference \"…\" leads nowhere: nothing is there. "
                           "[definition.remark]\n  a: The reference \"#/components/schemas/A\" leads"),
        brief.out.constData());
    QVERIFY2(brief.out.contains("\n  … and 1 more; --verbose lists them\n"), brief.out.constData());
    QVERIFY2(!brief.out.contains("source.remark"), brief.out.constData());
    QVERIFY2(brief.out.contains("note: 6 operations: The operation is deprecated. [definition.remark]"),
        brief.out.constData());
    const CommandResult all = run({u"check"_s, path, u"--verbose"_s});
    QVERIFY2(all.out.contains("\n  f: The reference \"#/components/schemas/F\" leads"), all.out.constData());
}

void tst_CliCheck::saysWhyACallFailed()
{
    // "doctor" is the old name of the command.
    const CommandResult result = run({u"doctor"_s, u"demo:local"_s, u"--inputs"_s,
        inputs(R"({"math.divide":{"dividend":1,"divisor":0}})")});
    static const QRegularExpression reason(
        u"\\nwarning: math.divide: The call failed: \\S.* \\[call.failed\\]\\n"_s);
    QVERIFY2(reason.match(QString::fromUtf8(result.out)).hasMatch(), result.out.constData());
}

void tst_CliCheck::notesAnOlderRevisionWithoutAWarning()
{
    const QString older = u"eval \"$(sed s/2025-11-25/2025-06-18/ '%1')\""_s.arg(
        QStringLiteral(TESTS_DIR "/support/changingpeer.sh"));
    const CommandResult result =
        run({u"check"_s, u"--strict"_s, u"--"_s, u"sh"_s, u"-c"_s, older, u"sh"_s, inputs("reads")});
    QVERIFY2(result.exitCode == 0, result.out.constData());
    QVERIFY2(result.out.contains("the server chose 2025-06-18. [source.note]"), result.out.constData());
}

void tst_CliCheck::reportsCallsSlowerThanTheLimit()
{
    const auto slowest = [this](const QString &limit) {
        const CommandResult result = run({u"check"_s, u"demo:tracker"_s, u"--json"_s, u"--limit"_s,
            u"check.slow="_s + limit, u"--inputs"_s, inputs(R"({"slow-report":{"seconds":0.3}})")});
        return codesOf(jsonLiteral(result.out), u"slow-report"_s).contains(u"call.slow"_s);
    };
    QVERIFY(slowest(u"100ms"_s));
    QVERIFY(!slowest(u"1min"_s));
}

void tst_CliCheck::writesJUnit()
{
    const QString path = run.home() + u"/report.xml"_s;
    run({u"check"_s, u"demo:tracker"_s, u"--inputs"_s, quick(), u"--junit"_s, path});
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray xml = file.readAll();
    QVERIFY(xml.contains("<testsuite name=\"tracker\""));
    QVERIFY(xml.contains("<skipped message=\"it may change data\""));
}

void tst_CliCheck::takesAnInputForEachSourceThatHasTheOperation()
{
    const CommandResult result = run({u"check"_s, u"demo:"_s, u"--inputs"_s,
        inputs(R"({"get-weather":{"city":"Oslo"},"slow-report":{"seconds":0},"cook-dinner":{}})")});
    QVERIFY2(!result.err.contains("ambiguous"), result.err.constData());
    QVERIFY2(result.out.contains("get-weather    answered"), result.out.constData());
    QCOMPARE(result.exitCode, 7); // the demo has faults
}

void tst_CliCheck::refusesInvalidInputs_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("a list") << QByteArray("[1]") << 2 << QByteArray("--inputs needs an object");
    QTest::newRow("an unknown operation")
        << QByteArray(R"({"list-isues":{}})") << 2
        << QByteArray(R"(has no operation "list-isues". Did you mean "list-issues"?)");
    QTest::newRow("an unknown argument")
        << QByteArray(R"({"get-weather":{"cty":"Oslo"}})") << 7 << QByteArray("Did you mean city?");
}

void tst_CliCheck::refusesInvalidInputs()
{
    QFETCH(QByteArray, content);
    QFETCH(QByteArray, says);
    const CommandResult result =
        run({u"check"_s, u"demo:tracker"_s, u"--trace"_s, u"--inputs"_s, inputs(content)});
    QTEST(result.exitCode, "exitCode");
    QVERIFY2(result.err.contains(says), result.err.constData());
    QVERIFY2(!result.err.contains("tools/call"), result.err.constData());
}

WORKBENCH_TEST(tst_CliCheck, QCoreApplication)
#include "tst_clicheck.moc"
