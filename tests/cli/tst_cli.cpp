// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Runs the built command as a process and checks stdout, stderr and the exit code separately.

#include "core/json/jsonparser.h"
#include "tests/support/commandrun.h"
#include "tests/support/testprogram.h"

#include <QElapsedTimer>
#include <QTest>

#include <csignal>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Test;

class tst_Cli : public QObject {
    Q_OBJECT

private:
    CommandRun run{QStringLiteral(ENVELOPE_PROGRAM)};

private Q_SLOTS:
    void refusesBadUsage_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("unknown command")
            << QStringList{u"fly"_s} << QByteArray("there is no command \"fly\"");
        QTest::newRow("unknown option")
            << QStringList{u"list"_s, u"demo:"_s, u"--wings"_s} << QByteArray("takes no option --wings");
        QTest::newRow("not a duration") << QStringList{u"list"_s, u"demo:"_s, u"--timeout"_s, u"soon"_s}
                                        << QByteArray("\"soon\" is not a duration");
        QTest::newRow("JSON in place of a file") << QStringList{u"inspect"_s,
            u"{\"ok\":true}"_s} << QByteArray("expected a JSON file, or - for stdin, not JSON text");
        QTest::newRow("missing source") << QStringList{u"list"_s} << QByteArray("needs a SOURCE");
        QTest::newRow("missing value")
            << QStringList{u"list"_s, u"demo:"_s, u"--filter"_s} << QByteArray("--filter needs TEXT");
        QTest::newRow("nothing after --")
            << QStringList{u"list"_s, u"--"_s} << QByteArray("a command must follow --");
        QTest::newRow("bad limit") << QStringList{u"limits"_s, u"show"_s, u"--limit"_s, u"wings=2"_s}
                                   << QByteArray("wings");
        QTest::newRow("unknown colour") << QStringList{u"list"_s, u"demo:"_s, u"--color"_s, u"blue"_s}
                                        << QByteArray("--color must be auto, always or never");
        QTest::newRow("a timeout of 0") << QStringList{u"list"_s, u"demo:"_s, u"--timeout"_s, u"0"_s}
                                        << QByteArray("--timeout needs a duration above 0");
        QTest::newRow("an invalid count") << QStringList{u"subscribe"_s, u"demo:local"_s, u"clock.tick"_s,
            u"--count"_s, u"many"_s} << QByteArray("--count needs a number above 0");
        QTest::newRow("a duration of 0") << QStringList{u"subscribe"_s, u"demo:local"_s, u"clock.tick"_s,
            u"--for"_s, u"0s"_s} << QByteArray("--for needs a duration above 0");
        QTest::newRow("an error as JSON")
            << QStringList{u"list"_s, u"--json"_s, u"--wings"_s} << QByteArray(R"({"error":{"code":)");
        QTest::newRow("an option that does not apply to the demo") << QStringList{
            u"list"_s, u"demo:"_s, u"--header"_s, u"A: b"_s} << QByteArray("do not apply to the demo");
        QTest::newRow("unknown demo source")
            << QStringList{u"list"_s, u"demo:nobody"_s} << QByteArray("nobody");
        QTest::newRow("unknown source") << QStringList{u"list"_s, u"nobody"_s} << QByteArray("nobody");
        QTest::newRow("fixtures without a folder")
            << QStringList{u"list"_s, u"fixtures:"_s} << QByteArray("needs a folder");
    }

    void refusesBadUsage()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, says);
        const CommandResult result = run(arguments);
        QCOMPARE(result.exitCode, 2);
        QCOMPARE(result.out, QByteArray());
        QVERIFY2(result.err.contains(says), result.err.constData());
        QCOMPARE(result.err.count('\n'), 1); // one line
    }

    void printsHelpAndVersion()
    {
        const CommandResult help = run({u"--help"_s});
        QCOMPARE(help.exitCode, 0);
        QVERIFY(help.out.contains("Commands:"));
        const CommandResult callHelp = run({u"call"_s, u"--help"_s});
        QCOMPARE(callHelp.exitCode, 0);
        QVERIFY(callHelp.out.contains("Examples:"));
        const CommandResult version = run({u"--version"_s});
        QCOMPARE(version.exitCode, 0);
        QVERIFY(version.out.startsWith("envelope "));
    }

    void reportsLostHelp_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::newRow("help") << QStringList{u"--help"_s};
        QTest::newRow("help of a command") << QStringList{u"help"_s, u"call"_s};
        QTest::newRow("version") << QStringList{u"--version"_s};
    }
    void reportsLostHelp()
    {
        QFETCH(QStringList, words);
        QProcess process;
        run.prepare(process);
        process.setArguments(words);
        process.setStandardOutputFile(u"/dev/full"_s);
        process.start();
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitCode(), 2);
        QVERIFY(process.readAllStandardError().contains("cannot write to stdout"));
    }

    void namesTheLimitThatPreventsAValidation_data()
    {
        QTest::addColumn<QString>("command");
        QTest::newRow("validate") << u"validate"_s;
        QTest::newRow("cast") << u"cast"_s;
    }
    void namesTheLimitThatPreventsAValidation()
    {
        QFETCH(QString, command);
        const QString path = run.write(u"large.json"_s, R"({"type":"integer"})");
        const QStringList words{command, u"--schema"_s, path, u"-"_s, u"--limit"_s, u"schema.bytes=1B"_s};
        const CommandResult result = run(words, "1");
        QCOMPARE(result.exitCode, 6);
        QVERIFY2(result.err.contains("Add --limit schema.bytes=4B."), result.err.constData());
        QCOMPARE(run(words + QStringList{u"--json"_s}, "1").exitCode, 6);
        const QByteArray line = R"({"schema":{"type":"integer"},"value":1})";
        QCOMPARE(run({command, u"--batch"_s, u"-"_s, u"--limit"_s, u"schema.bytes=1B"_s}, line).exitCode, 6);
    }

    void validates_data()
    {
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QByteArray>("json");
        QTest::newRow("valid") << QByteArray("3") << 0 << QByteArray(R"({"valid":true,"errors":[]})");
        QTest::newRow("invalid") << QByteArray("7") << 7 << QByteArray();
    }

    void validates()
    {
        QFETCH(QByteArray, value);
        QFETCH(int, exitCode);
        QFETCH(QByteArray, json);
        const QString schema = run.write(u"schema.json"_s, R"({"type":"integer","maximum":5})");
        const CommandResult result = run({u"validate"_s, u"--schema"_s, schema, u"-"_s, u"--json"_s}, value);
        QCOMPARE(result.exitCode, exitCode);
        const Json answer = jsonLiteral(result.out);
        QVERIFY2(answer.isObject(), result.out.constData());
        if (!json.isEmpty())
            QVERIFY2(answer == jsonLiteral(json), result.out.constData());
        else
            QCOMPARE(answer.member("errors"_L1).at(0).member("keyword"_L1).toString(), u"maximum"_s);
    }

    void reportsWhyItCouldNotValidate_data()
    {
        QTest::addColumn<QByteArray>("schema");
        QTest::addColumn<QByteArray>("reason");
        QTest::newRow("a cycle") << QByteArray("{\"$ref\":\"#\"}") << QByteArray("cycle: ");
        QTest::newRow("a dangling reference")
            << QByteArray(R"({"$ref":"x.json"})") << QByteArray("reference: ");
        QTest::newRow("a malformed schema")
            << QByteArray(R"({"type":"thing","required":1})") << QByteArray("The schema cannot be used: ");
    }

    void reportsWhyItCouldNotValidate()
    {
        QFETCH(QByteArray, schema);
        QFETCH(QByteArray, reason);
        const QString path = run.write(u"unusable.json"_s, schema);
        const CommandResult json = run({u"validate"_s, u"--schema"_s, path, u"-"_s, u"--json"_s}, "1");
        QCOMPARE(json.exitCode, 7);
        QVERIFY2(jsonLiteral(json.out).member("valid"_L1).isNull(), json.out.constData());
        QVERIFY(jsonLiteral(json.out).member("reason"_L1).utf8().startsWith(reason));
        const CommandResult text = run({u"validate"_s, u"--schema"_s, path, u"-"_s}, "1");
        QCOMPARE(text.exitCode, 7);
        QVERIFY2(text.out.startsWith(QByteArray("not validated: " + reason)), text.out.constData());
        QVERIFY(!text.out.contains("\nvalid"));
    }

    void warnsOfMembersThatTravelTheWrongWay()
    {
        const QString path = run.write(
            u"pet.json"_s, R"({"required":["id"],"properties":{"id":{"type":"integer","readOnly":true}}})");
        const QStringList request{u"validate"_s, u"--schema"_s, path, u"-"_s, u"--direction"_s, u"request"_s};
        const CommandResult warned = run(request, R"({"id":1})");
        QCOMPARE(warned.exitCode, 0);
        QCOMPARE(warned.out, QByteArray("valid\n"));
        QVERIFY2(warned.err.contains("/id") && warned.err.contains("Read-only"), warned.err.constData());
        QCOMPARE(run(request + QStringList{u"--strict"_s}, R"({"id":1})").exitCode, 7);
        const Json json = jsonLiteral(run(request + QStringList{u"--json"_s}, R"({"id":1})").out);
        QCOMPARE(json.member("valid"_L1).toBoolean(), true);
        QCOMPARE(json.member("warnings"_L1).at(0).member("pointer"_L1).toString(), u"/id"_s);
        QCOMPARE(json.member("warnings"_L1).at(0).member("keyword"_L1).toString(), u"readOnly"_s);
        const CommandResult response =
            run({u"validate"_s, u"--schema"_s, path, u"-"_s, u"--direction"_s, u"response"_s}, R"({"id":1})");
        QCOMPARE(response.exitCode, 0);
        QCOMPARE(response.err, QByteArray());
        QCOMPARE(
            run({u"validate"_s, u"--schema"_s, path, u"-"_s, u"--direction"_s, u"up"_s}, "1").exitCode, 2);
    }

    void readsSchemasInTheDialectOfTheOption_data()
    {
        QTest::addColumn<QString>("dialect");
        QTest::addColumn<QByteArray>("schema");
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<int>("exitCode");
        const auto row = [](const char *dialect, const char *schema, const char *value, int exitCode) {
            QTest::addRow("%s %s", dialect, value)
                << QString::fromLatin1(dialect) << QByteArray(schema) << QByteArray(value) << exitCode;
        };
        const char *const nullable = R"({"type":"integer","nullable":true})";
        row("openapi-3.0", nullable, "null", 0);
        row("https://spec.openapis.org/oas/3.0/schema/2024-10-18", nullable, "null", 0);
        row("openapi-2.0", nullable, "null", 7);
        row("http://swagger.io/v2/schema.json#", nullable, "null", 7);
        row("openapi-3.1", nullable, "null", 7);
        const char *const exclusive = R"({"minimum":1,"exclusiveMinimum":true})";
        for (const char *dialect :
            {"openapi-2.0", "openapi-3.0", "draft-04", "http://json-schema.org/draft-04/schema#"})
            row(dialect, exclusive, "1", 7);
        row("draft-04", exclusive, "2", 0);
        row("openapi-3.1", R"({"type":["integer","null"]})", "null", 0);
        row("https://spec.openapis.org/oas/3.1/dialect/base", R"({"prefixItems":[{"type":"null"}]})", "[1]",
            7);
        row("2019-09", R"({"prefixItems":[{"type":"null"}]})", "[1]", 0);
        row("2020-12", R"({"prefixItems":[{"type":"null"}]})", "[1]", 7);
        row("openapi-4.0", "{}", "1", 2);
        row("http://", "{}", "1", 2);
    }

    void readsSchemasInTheDialectOfTheOption()
    {
        QFETCH(QString, dialect);
        QFETCH(QByteArray, schema);
        QFETCH(QByteArray, value);
        const QString path = run.write(u"dialect.json"_s, schema);
        const CommandResult result =
            run({u"validate"_s, u"--schema"_s, path, u"-"_s, u"--dialect"_s, dialect}, value);
        QTEST(result.exitCode, "exitCode");
        QCOMPARE(result.out.startsWith("valid"), result.exitCode == 0);
    }

    void namesTheDialectsInHelp()
    {
        const QByteArray help = run({u"validate"_s, u"--help"_s}).out;
        for (const char *name : {"draft-04", "draft-06", "draft-07", "2019-09", "2020-12", "openapi-2.0",
                 "openapi-3.0", "openapi-3.1"})
            QVERIFY2(help.contains(name), name);
    }

    void castsAndListsChanges();
    void castsOnlyWhatTheSchemaRefuses_data();
    void castsOnlyWhatTheSchemaRefuses();
    void reportsASchemaThatCannotBeUsedToCast();

    void answersBatchesLineByLine()
    {
        const CommandResult result = run({u"validate"_s, u"--batch"_s, u"-"_s},
            "{\"schema\":{\"type\":\"null\"},\"value\":null}\nnot "
            "json\n{\"schema\":{\"type\":\"null\"},\"value\":1}\n");
        QCOMPARE(result.exitCode, 7);
        const QList<QByteArray> lines = result.out.trimmed().split('\n');
        QCOMPARE(lines.size(), 3);
        QCOMPARE(jsonLiteral(lines.at(0)).member("valid"_L1).toBoolean(), true);
        QVERIFY(!jsonLiteral(lines.at(1)).member("error"_L1).isAbsent());
        QCOMPARE(jsonLiteral(lines.at(2)).member("valid"_L1).toBoolean(true), false);
    }

    void listsTheDemo()
    {
        const CommandResult result = run({u"list"_s, u"demo:"_s, u"--json"_s});
        QVERIFY2(result.exitCode == 0, result.err.constData());
        const Json list = jsonLiteral(result.out).member("operations"_L1);
        QVERIFY(list.isArray());
        QStringList ids;
        for (const Json &spec : list.items())
            ids += spec.member("namespace"_L1).toString() + u'.' + spec.member("name"_L1).toString();
        QVERIFY(ids.contains(u"local.clock.tick"_s));
        QVERIFY(ids.contains(u"tracker.list-issues"_s));
    }

    void listsWhatToolsClaim()
    {
        const CommandResult result = run({u"list"_s, u"demo:tracker"_s});
        QCOMPARE(result.exitCode, 0);
        QVERIFY2(result.out.contains("tool, read-only (claimed)"), result.out.constData());
    }

    void filtersTheList()
    {
        const CommandResult result =
            run({u"list"_s, u"demo:local"_s, u"--type"_s, u"subscription"_s, u"--json"_s});
        QCOMPARE(result.exitCode, 0);
        const Json list = jsonLiteral(result.out).member("operations"_L1);
        for (const Json &spec : list.items())
            QCOMPARE(spec.member("type"_L1).toString(), u"subscription"_s);
        QVERIFY(list.size() > 0);
    }

    void callsOverStdio()
    {
        const CommandResult result =
            run({u"call"_s, u"demo:tracker"_s, u"get-weather"_s, u"city=Chicago"_s, u"--json"_s});
        QVERIFY2(result.exitCode == 0, result.err.constData());
        const Json answer = jsonLiteral(result.out);
        QCOMPARE(answer.member("envelope"_L1).member("meta"_L1).member("source"_L1).toString(), u"mcp"_s);
        QVERIFY(answer.member("exchange"_L1).member("responseBytes"_L1).toInteger().value_or(0) > 0);
        QCOMPARE(answer.member("warnings"_L1).size(), 0);
    }

    void showsWarningsAndChangesBesideTheData()
    {
        const CommandResult result =
            run({u"call"_s, u"demo:local"_s, u"weather.now"_s, u"location=Chicago"_s});
        QCOMPARE(result.exitCode, 0);
        // The command prints the received data, not the normalised data.
        QCOMPARE(jsonLiteral(result.out).member("humidity"_L1), Json::string(u"82"));
        QVERIFY2(result.err.contains("lost /humidity: \"82\" became 0 (Expected number, got string)"),
            result.err.constData());
        const CommandResult strict =
            run({u"call"_s, u"demo:local"_s, u"weather.now"_s, u"location=Chicago"_s, u"--strict"_s});
        QCOMPARE(strict.exitCode, 7);
    }

    void explainsAnEnvelopeThatTheSchemaDoesNotDescribe()
    {
        const QStringList call{u"call"_s, u"demo:tracker"_s, u"list-issues"_s, u"project=workbench"_s};
        const CommandResult result = run(call + QStringList{u"--json"_s});
        QVERIFY2(result.exitCode == 0, result.err.constData());
        const Json answer = jsonLiteral(result.out);
        const Json diagnostics = answer.member("diagnostics"_L1);
        QCOMPARE(diagnostics.size(), 1);
        const Json diagnosis = diagnostics.at(0);
        QCOMPARE(diagnosis.member("code"_L1).toString(), u"schema.describes-data-not-envelope"_s);
        QCOMPARE(diagnosis.member("severity"_L1).toString(), u"error"_s);
        QVERIFY2(diagnosis.member("message"_L1)
                     .toString()
                     .startsWith(u"The output schema of \"list-issues\" describes"),
            result.out.constData());
        QCOMPARE(diagnosis.member("received"_L1).member("valid"_L1).toString(), u"/data"_s);
        QCOMPARE(diagnosis.member("declared"_L1).member("pointers"_L1).at(0).toString(), u"/required"_s);
        QCOMPARE(diagnosis.member("changes"_L1).size(), 3);
        // The meta still holds the complete received result.
        const Json received = answer.member("envelope"_L1).member("meta"_L1).member("structuredContent"_L1);
        QCOMPARE(received.member("data"_L1).member("issues"_L1).size(), 3);

        const CommandResult read = run(call);
        QVERIFY2(read.err.contains("the server sent the envelope around it"), read.err.constData());
        QVERIFY2(read.err.contains("return { structuredContent: result.data }"), read.err.constData());
        const CommandResult quiet = run(call + QStringList{u"--quiet"_s});
        QVERIFY2(!quiet.err.contains("envelope around it"), quiet.err.constData());
    }

    void reportsAnErrorOfTheOperation()
    {
        const CommandResult isError = run({u"call"_s, u"demo:tracker"_s, u"fail"_s, u"--json"_s});
        QCOMPARE(isError.exitCode, 1);
        QCOMPARE(
            jsonLiteral(isError.out).member("envelope"_L1).member("meta"_L1).member("isError"_L1).toBoolean(),
            true);
        const CommandResult declared = run(
            {u"call"_s, u"demo:local"_s, u"math.divide"_s, u"dividend:=1"_s, u"divisor:=0"_s, u"--json"_s});
        QCOMPARE(declared.exitCode, 1);
        QVERIFY2(
            jsonLiteral(declared.out).member("error"_L1).member("code"_L1).toString() == u"DIVISION_BY_ZERO",
            declared.out.constData());
    }

    void refusesInvalidInputUnlessSendInvalidIsGiven()
    {
        const CommandResult refused =
            run({u"call"_s, u"demo:local"_s, u"math.divide"_s, u"dividend=one"_s, u"divisor:=2"_s});
        QCOMPARE(refused.exitCode, 7);
        QCOMPARE(refused.out, QByteArray());
        const CommandResult sent = run(
            {u"call"_s, u"demo:tracker"_s, u"get-weather"_s, u"city:=3"_s, u"--send-invalid"_s, u"--json"_s});
        QVERIFY2(sent.exitCode == 0 || sent.exitCode == 1, sent.err.constData());
        QVERIFY(jsonLiteral(sent.out).isObject());
        const CommandResult told =
            run({u"call"_s, u"demo:tracker"_s, u"get-weather"_s, u"city:=3"_s, u"--send-invalid"_s});
        QVERIFY2(told.err.contains("The input was sent although it does not fit the schema: /city: "),
            told.err.constData());
    }

    void streamsOneObjectALine()
    {
        const CommandResult result =
            run({u"subscribe"_s, u"demo:local"_s, u"clock.tick"_s, u"interval:=20"_s, u"--count"_s, u"5"_s});
        QVERIFY2(result.exitCode == 0, result.err.constData());
        const QList<QByteArray> lines = result.out.trimmed().split('\n');
        QCOMPARE(lines.size(), 6);
        for (int i = 0; i < 5; ++i) {
            const Json item = jsonLiteral(lines.at(i));
            QCOMPARE(item.member("seq"_L1).toInteger().value_or(0), i + 1);
            QCOMPARE(item.member("envelope"_L1).member("meta"_L1).member("source"_L1).toString(), u"local"_s);
        }
        QVERIFY2(jsonLiteral(lines.at(5)) == jsonLiteral(R"({"end":"count","events":5})"),
            lines.at(5).constData());
    }

    void normalisesTheEventsOnRequest()
    {
        const auto third = [this](const QStringList &options) {
            const CommandResult result = run(QStringList{u"subscribe"_s, u"demo:local"_s, u"clock.tick"_s,
                                                 u"interval:=20"_s, u"--count"_s, u"3"_s}
                + options);
            return jsonLiteral(result.out.split('\n').value(2));
        };
        const Json received = third({});
        QVERIFY(received.member("envelope"_L1).member("data"_L1).member("drift"_L1).isString());
        QCOMPARE(received.member("warnings"_L1).size(), 1);
        const Json normalised = third({u"--normalise"_s});
        QVERIFY(normalised.member("envelope"_L1).member("data"_L1).member("drift"_L1).isNumber());
        QCOMPARE(normalised.member("changes"_L1).at(0).member("pointer"_L1).toString(), u"/drift"_s);
        QCOMPARE(normalised.member("warnings"_L1).size(), 0);
    }

    void endsAStreamAfterItsTime()
    {
        QElapsedTimer timer;
        timer.start();
        const CommandResult result = run(
            {u"subscribe"_s, u"demo:local"_s, u"clock.tick"_s, u"interval:=10"_s, u"--for"_s, u"600ms"_s});
        QVERIFY2(result.exitCode == 0, result.err.constData());
        QVERIFY(timer.elapsed() >= 540 && timer.elapsed() < 20'000); // a timer may fire up to 5 % early
        const QList<QByteArray> lines = result.out.trimmed().split('\n');
        QVERIFY(lines.size() > 2);
        const Json end = jsonLiteral(lines.last());
        QCOMPARE(end.member("end"_L1).toString(), u"time"_s);
        QCOMPARE(end.member("events"_L1).toInteger().value_or(0), lines.size() - 1);
    }

    void stopsOnInterrupt()
    {
        QProcess process;
        run.prepare(process);
        process.setArguments({u"subscribe"_s, u"demo:local"_s, u"clock.tick"_s, u"interval:=20"_s});
        process.start();
        QTRY_VERIFY(process.bytesAvailable() > 0);
        ::kill(pid_t(process.processId()), SIGINT);
        QVERIFY(process.waitForFinished(Test::patience));
        QCOMPARE(process.exitCode(), 130);
        QVERIFY(process.readAllStandardOutput().contains(R"({"end":"cancelled")"));
    }

    void interruptsASlowCall()
    {
        QProcess process;
        run.prepare(process);
        process.setArguments(
            {u"call"_s, u"demo:tracker"_s, u"slow-report"_s, u"seconds:=30"_s, u"--trace"_s});
        process.start();
        QByteArray trace;
        QTRY_VERIFY((trace += process.readAllStandardError()).contains("tools/call"));
        ::kill(pid_t(process.processId()), SIGINT);
        QElapsedTimer timer;
        timer.start();
        QVERIFY(process.waitForFinished(Test::patience));
        QCOMPARE(process.exitCode(), 130);
        trace += process.readAllStandardError();
        QVERIFY2(trace.contains("notifications/cancelled"), "the server did not receive the cancellation");
        QVERIFY(timer.elapsed() < 20'000); // the call itself takes 30 s
    }

    void reportsHowACommandFailed_data()
    {
        QTest::addColumn<QStringList>("command");
        QTest::addColumn<QByteArray>("says");
        QTest::addColumn<int>("exitCode");
        QTest::newRow("does not exist")
            << QStringList{u"no-such-program-here"_s} << QByteArray("no-such-program-here") << 3;
        QTest::newRow("exits") << QStringList{u"sh"_s, u"-c"_s, u"echo broken pipe dream >&2; exit 7"_s}
                               << QByteArray("7") << 3;
        QTest::newRow("prints garbage and ends")
            << QStringList{u"sh"_s, u"-c"_s, u"echo hello world"_s} << QByteArray("mcp") << 3;
        QTest::newRow("never answers") << QStringList{u"sleep"_s, u"60"_s} << QByteArray("mcp") << 4;
    }

    void reportsHowACommandFailed()
    {
        QFETCH(QStringList, command);
        QFETCH(QByteArray, says);
        QFETCH(int, exitCode);
        QElapsedTimer timer;
        timer.start();
        const CommandResult result = run(QStringList{u"list"_s, u"--timeout"_s, u"2s"_s, u"--"_s} + command);
        QVERIFY2(result.exitCode == exitCode, result.err.constData());
        QCOMPARE(result.out, QByteArray());
        QVERIFY2(result.err.contains(says), result.err.constData());
        QVERIFY(timer.elapsed() < 20'000); // no row waits for the whole minute
    }

    void showsWhatWouldBeSent()
    {
        const CommandResult result = run({u"request"_s, u"demo:tracker"_s, u"list-issues"_s,
            u"project=workbench"_s, u"--as"_s, u"json"_s});
        QVERIFY2(result.exitCode == 0, result.err.constData());
        const Json frame = jsonLiteral(result.out).member("frame"_L1);
        QCOMPARE(frame.member("method"_L1).toString(), u"tools/call"_s);
        QCOMPARE(
            frame.member("params"_L1).member("arguments"_L1).member("project"_L1).toString(), u"workbench"_s);
    }

    void asksForTrustOfAWorkspacesCommand()
    {
        const QString path = run.write(u"other.workspace.json"_s,
            R"({"version":1,"sources":[{"name":"odd","kind":"mcp","settings":{"command":"sh","args":["-c","touch started"]}}]})");
        const CommandResult result = run({u"list"_s, u"odd"_s, u"--workspace"_s, path});
        QCOMPARE(result.exitCode, 8);
        QVERIFY(!QFile::exists(run.home() + u"/started"_s));
        const CommandResult trusted = run({u"list"_s, u"odd"_s, u"--workspace"_s, path, u"--trust"_s});
        QCOMPARE(trusted.exitCode, 3); // the program starts but is not a server
        QVERIFY(QFile::exists(run.home() + u"/started"_s));
        QFile::remove(run.home() + u"/other.workspace.json"_s);
    }

    void namesTheLineOfABrokenWorkspace()
    {
        const QString path =
            run.write(u"broken.workspace.json"_s, "{\n  \"version\": 1,\n  \"sources\": [}\n");
        const CommandResult result = run({u"list"_s, u"odd"_s, u"--workspace"_s, path});
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.err.contains("line 3"), result.err.constData());
        QFile::remove(path);
    }

    void endsQuietlyWhenItsOutputIsClosed()
    {
        QProcess process;
        run.prepare(process);
        const QString program = QStringLiteral(ENVELOPE_PROGRAM);
        process.setProgram(u"sh"_s);
        process.setArguments(
            {u"-c"_s, u"'%1' subscribe demo:local clock.tick interval:=5 | head -n 2"_s.arg(program)});
        process.start();
        QVERIFY(process.waitForFinished(Test::patience));
        QCOMPARE(process.readAllStandardOutput().count('\n'), 2);
        QCOMPARE(process.readAllStandardError(), QByteArray());
    }
};

void tst_Cli::castsAndListsChanges()
{
    const QString schema = run.write(
        u"cast.json"_s, R"({"type":"object","properties":{"n":{"type":"number"}},"required":["n"]})");
    const CommandResult result =
        run({u"cast"_s, u"--schema"_s, schema, u"-"_s, u"--json"_s}, R"({"n":"82"})");
    QCOMPARE(result.exitCode, 0);
    QVERIFY2(jsonLiteral(result.out)
            == jsonLiteral(
                R"({"value":{"n":0},"changes":[{"pointer":"/n","action":"replaced","mark":"lost","before":"82","after":0,)"
                R"("violation":{"pointer":"/n","message":"Expected number, got string","keyword":"type",)"
                R"("schemaLocation":"#/properties/n/type"}}]})"),
        result.out.constData());
}

//! The default conversion is that of the pipeline. TypeBox itself would also change the price.
void tst_Cli::castsOnlyWhatTheSchemaRefuses_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QByteArray>("printed");
    QTest::newRow("by default") << QStringList() << 0 << QByteArray(R"({"price":19.99,"n":0})");
    QTest::newRow("in a request") << QStringList{u"--direction"_s, u"request"_s, u"--dialect"_s,
        u"openapi-3.0"_s} << 0 << QByteArray(R"({"price":19.99,"n":0,"key":0})");
    QTest::newRow("TypeBox's conversion")
        << QStringList{u"--conversion"_s, u"extended"_s} << 0 << QByteArray(R"({"price":0,"n":0,"key":0})");
    QTest::newRow("a dialect with TypeBox's conversion")
        << QStringList{u"--conversion"_s, u"extended"_s, u"--dialect"_s, u"draft-07"_s} << 2 << QByteArray();
    QTest::newRow("an unknown conversion") << QStringList{u"--conversion"_s, u"mine"_s} << 2 << QByteArray();
}

void tst_Cli::castsOnlyWhatTheSchemaRefuses()
{
    QFETCH(QStringList, options);
    QFETCH(int, exitCode);
    QFETCH(QByteArray, printed);
    const QString schema = run.write(u"price.json"_s,
        R"({"type":"object","required":["key"],"properties":{"price":{"type":"number","multipleOf":0.01},)"
        R"("n":{"type":"number"},"key":{"type":"integer","writeOnly":true}}})");
    if (options.isEmpty()) // in a response the writeOnly "key" is not required
        options = QStringList{u"--dialect"_s, u"openapi-3.0"_s};
    const CommandResult result =
        run(QStringList{u"cast"_s, u"--schema"_s, schema, u"-"_s} + options, R"({"price":19.99,"n":"82"})");
    QCOMPARE(result.exitCode, exitCode);
    QCOMPARE(printed.isEmpty() ? result.out : jsonLiteral(result.out).toBytes(), printed);
}

void tst_Cli::reportsASchemaThatCannotBeUsedToCast()
{
    const QString schema = run.write(u"malformed.json"_s, R"({"type":"strung"})");
    const CommandResult result =
        run({u"cast"_s, u"--schema"_s, schema, u"-"_s, u"--json"_s}, R"({"n":"82"})");
    QCOMPARE(result.exitCode, 7);
    const Json answer = jsonLiteral(result.out);
    QCOMPARE(answer.member("value"_L1).toBytes(), R"({"n":"82"})");
    QVERIFY2(answer.member("raised"_L1).toString().startsWith("The schema cannot be used"_L1),
        result.out.constData());
}

WORKBENCH_TEST(tst_Cli, QCoreApplication)
#include "tst_cli.moc"
