// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// `envelope verify` over the demo, and `envelope compare`.

#include "core/fixture/fixture.h"
#include "core/json/jsonbuilder.h"
#include "core/json/jsonparser.h"
#include "core/schema/schema.h"
#include "tests/support/mcphttpscript.h"
#include "tests/support/outputschema.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Test;

class tst_CliVerify : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QCOMPARE(schema.loadAll(), QString()); }
    void init();
    void passesWhatAnswersAsRecorded();
    void endsWithSevenWhereAnswersDiffer();
    void endsWithEightWhereOnlyADefinitionChanged();
    void callsWhatMayChangeSomethingOnlyWhenAllowed();
    void failsWhereNothingIsVerified();
    void saysOnceThatTheServerIsNotReached();
    void verifiesStreams();
    void takesSecretsByReference();
    void writesJUnit();
    void refusesWrongUse_data();
    void refusesWrongUse();
    void comparesFiles_data();
    void comparesFiles();
    void comparesTexts();
    void comparesAFixtureWithAResult();
    void comparesFolders();
    void failsWhereNothingIsCompared_data();
    void failsWhereNothingIsCompared();
    void suggestsRulesAndWritesThem();
    void comparesSources();
    void comparesOnlyAnswers_data();
    void comparesOnlyAnswers();
    void comparesTypedCommands();
    void comparesStreamsOfSources();

private:
    CommandRun run{QStringLiteral(ENVELOPE_PROGRAM)};
    OutputSchema schema{run};
    QString m_folder;

    QString write(const QString &name, const QByteArray &content) const;
    //! Records the current answer of \a operation; with the hash of its definition if \a isCurrent.
    Fixture fixtureOf(
        const QString &source, const QString &operation, const QByteArray &input, bool isCurrent = true);
    QString keep(const Fixture &fixture, const QString &name = u"one.json"_s) const
    {
        return write(m_folder + u'/' + name, toJson(fixture).toBytes());
    }
};

namespace {

const QByteArray otherHash(64, 'a');
const QString divide = u"math.divide"_s;
const QByteArray nineByTwo = R"({"dividend":9,"divisor":2})";

const char *said(const CommandResult &result)
{
    static QByteArray all;
    all = result.out + result.err;
    return all.constData();
}

Fixture withQuotient(Fixture fixture, const Json &quotient)
{
    const Json data = withMember(fixture.envelope.member("data"_L1), u"quotient", quotient);
    fixture.envelope = withMember(fixture.envelope, u"data", data);
    return fixture;
}

} // namespace

void tst_CliVerify::init()
{
    static int folders = 0;
    m_folder = u"fixtures-%1"_s.arg(++folders);
    QVERIFY(QDir(run.home()).mkpath(m_folder));
}

QString tst_CliVerify::write(const QString &name, const QByteArray &content) const
{
    run.write(name, content);
    return name;
}

Fixture tst_CliVerify::fixtureOf(
    const QString &source, const QString &operation, const QByteArray &input, bool isCurrent)
{
    const CommandResult called =
        run({u"call"_s, source, operation, u"--json"_s, u"--input"_s, QString::fromUtf8(input)});
    Fixture fixture;
    fixture.source = {u"demo"_s, u"local"_s};
    fixture.operation = operation;
    fixture.kind = u"operation"_s;
    fixture.definitionHash = otherHash;
    fixture.input = jsonLiteral(input);
    fixture.envelope = jsonLiteral(called.out).member("envelope"_L1);
    fixture.recordedAt = QDateTime(QDate(2026, 11, 22), QTime(8, 0), QTimeZone::UTC);
    fixture.match = usualRules(fixture);
    if (!isCurrent)
        return fixture;
    // `verify` prints the hash of the current definition.
    const QString folder = m_folder + u"-probe"_s;
    QDir(run.home()).mkpath(folder);
    write(folder + u"/probe.json"_s, toJson(fixture).toBytes());
    const CommandResult verified = run({u"verify"_s, folder, source, u"--json"_s, u"--allow-mutations"_s});
    const Json definition =
        jsonLiteral(verified.out).member("results"_L1).at(0).member("definition"_L1).member("is"_L1);
    fixture.definitionHash = definition.toString().sliced(7).toLatin1();
    return fixture;
}

void tst_CliVerify::passesWhatAnswersAsRecorded()
{
    keep(fixtureOf(u"demo:local"_s, divide, nineByTwo));
    const CommandResult result = run({u"verify"_s, m_folder, u"demo:local"_s});
    QVERIFY2(result.exitCode == 0, said(result));
    QVERIFY2(result.out.startsWith("1 passed, 0 failed, 0 changed, 0 skipped, in "), result.out.constData());
}

void tst_CliVerify::endsWithSevenWhereAnswersDiffer()
{
    keep(withQuotient(fixtureOf(u"demo:local"_s, divide, nineByTwo), Json::integer(5)));
    const CommandResult shown = run({u"verify"_s, m_folder, u"demo:local"_s});
    QCOMPARE(shown.exitCode, 7);
    QVERIFY2(shown.out.contains("  ~ /data/quotient: 5 → 4.5\n"), shown.out.constData());
    const CommandResult json = run({u"verify"_s, m_folder, u"demo:local"_s, u"--json"_s});
    QCOMPARE(json.exitCode, 7);
    QCOMPARE(schema.misfit(json.out, {u"verify"_s}), QString());
    QCOMPARE(jsonLiteral(json.out).member("failed"_L1).toInteger(), 1);
}

void tst_CliVerify::endsWithEightWhereOnlyADefinitionChanged()
{
    keep(fixtureOf(u"demo:local"_s, divide, nineByTwo, false));
    const CommandResult result = run({u"verify"_s, m_folder, u"demo:local"_s, u"--json"_s});
    QCOMPARE(result.exitCode, 8);
    QCOMPARE(schema.misfit(result.out, {u"verify"_s}), QString());
    const Json verified = jsonLiteral(result.out).member("results"_L1).at(0);
    QCOMPARE(verified.member("outcome"_L1).toString(), u"changed"_s);
    const QString hash = verified.member("definition"_L1).member("is"_L1).toString();
    QVERIFY2(
        result.err.contains(QByteArray("--accept-definitions " + hash.toUtf8())), result.err.constData());

    const CommandResult accepted =
        run({u"verify"_s, m_folder, u"demo:local"_s, u"--accept-definitions"_s, hash});
    QVERIFY2(accepted.exitCode == 0, said(accepted));
    keep(withQuotient(fixtureOf(u"demo:local"_s, divide, nineByTwo, false), Json::integer(5)));
    QCOMPARE(run({u"verify"_s, m_folder, u"demo:local"_s}).exitCode, 7);
}

void tst_CliVerify::callsWhatMayChangeSomethingOnlyWhenAllowed()
{
    Fixture fixture = fixtureOf(u"demo:tracker"_s, u"close-issue"_s, R"({"id":412})");
    fixture.match = {{.kind = MatchRule::Kind::Type, .at = {}}}; // the answer contains the time
    keep(fixture);
    const CommandResult careful = run({u"verify"_s, m_folder, u"demo:tracker"_s});
    QVERIFY2(careful.exitCode == 7, said(careful));
    QVERIFY2(careful.out.contains("skipped  one.json: It may change data"), careful.out.constData());
    QCOMPARE(run({u"verify"_s, m_folder, u"demo:tracker"_s, u"--strict"_s}).exitCode, 7);
    const CommandResult allowed = run({u"verify"_s, m_folder, u"demo:tracker"_s, u"--allow-mutations"_s});
    QVERIFY2(allowed.exitCode == 0, said(allowed));
    QVERIFY2(allowed.out.contains("1 passed"), allowed.out.constData());
}

void tst_CliVerify::failsWhereNothingIsVerified()
{
    keep(fixtureOf(u"demo:tracker"_s, u"close-issue"_s, R"({"id":412})"));
    keep(fixtureOf(u"demo:tracker"_s, u"close-issue"_s, R"({"id":413})"), u"two.json"_s);
    const QStringList verify{u"verify"_s, m_folder, u"demo:tracker"_s};
    const CommandResult result = run(verify);
    QCOMPARE(result.exitCode, 7);
    QVERIFY2(result.out.contains("0 passed, 0 failed, 0 changed, 2 skipped"), result.out.constData());
    QCOMPARE(result.err,
        QByteArray("error: No fixture was verified: all 2 were skipped. They may change data; add "
                   "--allow-mutations to call them.\n"));
    const CommandResult json = run(verify + QStringList{u"--json"_s});
    QCOMPARE(json.exitCode, 7);
    QCOMPARE(schema.misfit(json.out, {u"verify"_s}), QString());
    QCOMPARE(jsonLiteral(json.err).member("error"_L1).member("reason"_L1).toString(), u"verify.nothing"_s);
}

void tst_CliVerify::saysOnceThatTheServerIsNotReached()
{
    write(u"notes.json"_s,
        R"({"openapi":"3.0.3","info":{"title":"Notes","version":"1"},"paths":{"/notes":{"get":
        {"operationId":"listNotes","responses":{"200":{"description":"ok"}}}}}})");
    Fixture fixture = fixtureOf(u"demo:local"_s, divide, nineByTwo, false);
    fixture.operation = u"listNotes"_s;
    for (int i = 0; i < 40; ++i) {
        fixture.input = Json::object({{u"page"_s, Json::integer(i)}});
        keep(fixture, u"%1.json"_s.arg(i));
    }
    const QStringList verify{u"verify"_s, m_folder, u"notes.json"_s, u"--server"_s, u"http://127.0.0.1:1"_s};
    const CommandResult result = run(verify);
    QCOMPARE(result.exitCode, 3);
    QCOMPARE(result.out, QByteArray());
    QCOMPARE(result.err.count('\n'), 1);
    QVERIFY2(result.err.startsWith("error: ") && result.err.contains("127.0.0.1")
            && result.err.contains("No fixture was verified."),
        result.err.constData());
    const CommandResult json = run(verify + QStringList{u"--json"_s});
    QCOMPARE(json.exitCode, 3);
    QCOMPARE(json.out, QByteArray());
    QCOMPARE(jsonLiteral(json.err).member("error"_L1).member("code"_L1).toString(), u"TRANSPORT_ERROR"_s);
}

void tst_CliVerify::verifiesStreams()
{
    const CommandResult ticks = run({u"subscribe"_s, u"demo:local"_s, u"clock.tick"_s, u"interval:=20"_s,
        u"--count"_s, u"3"_s, u"--json"_s});
    Fixture fixture = fixtureOf(u"demo:local"_s, divide, nineByTwo);
    fixture.operation = u"clock.tick"_s;
    fixture.type = OperationType::Subscription;
    fixture.input = jsonLiteral(R"({"interval":20})");
    fixture.envelope = {};
    fixture.definitionHash = otherHash;
    for (const QByteArray &line : ticks.out.split('\n')) {
        if (const Json envelope = jsonLiteral(line).member("envelope"_L1); !envelope.isAbsent())
            fixture.events.append({envelope});
    }
    QCOMPARE(fixture.events.size(), 3);
    fixture.end = u"count"_s;
    fixture.match = {{.kind = MatchRule::Kind::Type, .at = {}}};
    keep(fixture);
    const CommandResult result = run({u"verify"_s, m_folder, u"demo:local"_s, u"--json"_s});
    QVERIFY2(result.exitCode == 8, said(result)); // the definition was not accepted before
    QCOMPARE(jsonLiteral(result.out).member("changed"_L1).toInteger(), 1);
}

void tst_CliVerify::takesSecretsByReference()
{
    Fixture fixture = fixtureOf(u"demo:tracker"_s, u"get-weather"_s, R"({"city":"Oslo"})");
    fixture.input = jsonLiteral(R"({"city":"${secret:place}"})");
    keep(fixture);
    const CommandResult without = run({u"verify"_s, m_folder, u"demo:tracker"_s});
    QVERIFY2(
        without.out.contains("skipped  one.json: The secret place is missing."), without.out.constData());
    qputenv("ENVELOPE_TEST_PLACE", "Oslo");
    const CommandResult with =
        run({u"verify"_s, m_folder, u"demo:tracker"_s, u"--secret"_s, u"place=env:ENVELOPE_TEST_PLACE"_s});
    qunsetenv("ENVELOPE_TEST_PLACE");
    QVERIFY2(!with.out.contains("skipped  one.json"), with.out.constData());
    QCOMPARE(run({u"verify"_s, m_folder, u"demo:tracker"_s, u"--secret"_s, u"place"_s}).exitCode, 2);
}

void tst_CliVerify::writesJUnit()
{
    keep(withQuotient(fixtureOf(u"demo:local"_s, divide, nineByTwo), Json::integer(5)));
    const CommandResult result = run({u"verify"_s, m_folder, u"demo:local"_s, u"--junit"_s, u"report.xml"_s});
    QCOMPARE(result.exitCode, 7);
    QFile file(run.home() + u"/report.xml"_s);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray report = file.readAll();
    QVERIFY2(report.contains("failures=\"1\"") && report.contains("name=\"one.json\""), report.constData());
}

void tst_CliVerify::refusesWrongUse_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("error");
    QTest::newRow("a missing folder")
        << QStringList{u"verify"_s, u"missing"_s, u"demo:local"_s} << QByteArray("missing");
    QVERIFY(QDir(run.home()).mkpath(u"empty"_s));
    QTest::newRow("an empty folder") << QStringList{u"verify"_s, u"empty"_s, u"demo:local"_s}
                                     << QByteArray("there are no fixtures in \"empty\"");
    QTest::newRow("no source") << QStringList{u"verify"_s, u"missing"_s} << QByteArray("SOURCE");
    QTest::newRow("two sources") << QStringList{u"verify"_s, u"."_s, u"demo:"_s} << QByteArray("one source");
    QTest::newRow("an invalid hash") << QStringList{u"verify"_s, u"."_s, u"demo:local"_s,
        u"--accept-definitions"_s, u"abc"_s}
                                     << QByteArray("sha256:HASH");
    QTest::newRow("one file") << QStringList{u"compare"_s, u"a.json"_s} << QByteArray("two files");
    QTest::newRow("file and folder") << QStringList{u"compare"_s, u"."_s, u"a.json"_s}
                                     << QByteArray("a file and a folder");
    QTest::newRow("write alone") << QStringList{u"compare"_s, u"a.json"_s, u"b.json"_s, u"--write"_s}
                                 << QByteArray("--suggest");
    QTest::newRow("one source") << QStringList{u"compare"_s, u"--source"_s, u"demo:local"_s, u"math.divide"_s}
                                << QByteArray("--source twice");
    QTest::newRow("two sources and a command") << QStringList{u"compare"_s, u"--source"_s, u"demo:local"_s,
        u"--source"_s, u"demo:local"_s, u"math.divide"_s, u"--"_s, u"true"_s}
                                               << QByteArray("--source twice");
    QTest::newRow("one command") << QStringList{u"compare"_s, u"math.divide"_s, u"--"_s, u"true"_s}
                                 << QByteArray("-- COMMAND… -- COMMAND…");
    QTest::newRow("an empty command") << QStringList{u"compare"_s, u"math.divide"_s, u"--"_s, u"true"_s,
        u"--"_s} << QByteArray("-- COMMAND… -- COMMAND…");
    const QStringList both{u"compare"_s, u"--source"_s, u"demo:local"_s, u"--source"_s, u"demo:local"_s};
    QTest::newRow("endless") << QStringList(both + QStringList{u"clock.tick"_s})
                             << QByteArray("with --count N or --for DURATION");
    QTest::newRow("a count without a stream")
        << QStringList(both + QStringList{u"math.divide"_s, u"--count"_s, u"2"_s})
        << QByteArray("apply only to streams");
}

void tst_CliVerify::refusesWrongUse()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, error);
    const CommandResult result = run(arguments);
    QCOMPARE(result.exitCode, 2);
    QVERIFY2(result.err.contains(error), result.err.constData());
}

void tst_CliVerify::comparesFiles_data()
{
    QTest::addColumn<QByteArray>("a");
    QTest::addColumn<QByteArray>("b");
    QTest::addColumn<QByteArray>("out");
    QTest::newRow("same") << QByteArray(R"({"a":1,"b":2})") << QByteArray(R"({"b":2.0,"a":1})")
                          << QByteArray();
    QTest::newRow("changed") << QByteArray(R"({"a":1})") << QByteArray(R"({"a":2})")
                             << QByteArray("~ /a: 1 → 2\n");
    QTest::newRow("added") << QByteArray(R"([1])") << QByteArray(R"([1,{"x":2}])")
                           << QByteArray("+ /1: {\"x\":2}\n");
    QTest::newRow("removed") << QByteArray(R"({"a":1})") << QByteArray("{}") << QByteArray("- /a: 1\n");
    QTest::newRow("moved") << QByteArray(R"({"a":"x"})") << QByteArray(R"({"b":"x"})")
                           << QByteArray("> /a → /b: \"x\"\n");
    QTest::newRow("the whole value") << QByteArray("1") << QByteArray("2") << QByteArray("~ (root): 1 → 2\n");
}

void tst_CliVerify::comparesFiles()
{
    QFETCH(QByteArray, a);
    QFETCH(QByteArray, b);
    QFETCH(QByteArray, out);
    write(u"a.json"_s, a);
    write(u"b.json"_s, b);
    const CommandResult result = run({u"compare"_s, u"a.json"_s, u"b.json"_s});
    QCOMPARE(result.out, out);
    QCOMPARE(result.exitCode, out.isEmpty() ? 0 : 7);
    const CommandResult json = run({u"compare"_s, u"a.json"_s, u"b.json"_s, u"--json"_s});
    QCOMPARE(schema.misfit(json.out, {u"compare"_s}), QString());
    QCOMPARE(jsonLiteral(json.out).member("same"_L1).toBoolean(), out.isEmpty());
}

void tst_CliVerify::comparesTexts()
{
    write(u"a.json"_s, R"({"a":1,"b":2})");
    write(u"b.json"_s, R"({"a":1,"b":3})");
    const CommandResult result = run({u"compare"_s, u"a.json"_s, u"b.json"_s, u"--text"_s});
    QCOMPARE(result.exitCode, 7);
    QVERIFY2(result.out.contains("-  \"b\": 2\n+  \"b\": 3\n"), result.out.constData());
    const CommandResult json = run({u"compare"_s, u"a.json"_s, u"b.json"_s, u"--text"_s, u"--json"_s});
    QCOMPARE(schema.misfit(json.out, {u"compare"_s}), QString());
    QCOMPARE(run({u"compare"_s, u"a.json"_s, u"a.json"_s, u"--text"_s}).exitCode, 0);
}

void tst_CliVerify::comparesAFixtureWithAResult()
{
    const QString fixture = keep(fixtureOf(u"demo:local"_s, divide, nineByTwo));
    const CommandResult called =
        run({u"call"_s, u"demo:local"_s, divide, u"--json"_s, u"--input"_s, QString::fromUtf8(nineByTwo)});
    const CommandResult whole = run({u"compare"_s, fixture, write(u"result.json"_s, called.out)});
    QVERIFY2(whole.exitCode == 0, said(whole));
    const CommandResult data = run({u"compare"_s, fixture, write(u"data.json"_s, R"({"quotient":4.6})")});
    QCOMPARE(data.out, QByteArray("~ /data/quotient: 4.5 → 4.6\n"));
}

void tst_CliVerify::comparesFolders()
{
    const Fixture fixture = fixtureOf(u"demo:local"_s, divide, nineByTwo);
    Fixture other = fixture;
    other.input = jsonLiteral(R"({"dividend":1,"divisor":1})");
    keep(fixture, u"x.json"_s);
    keep(other, u"y.json"_s);
    const QString first = std::exchange(m_folder, QString(m_folder + u"-b"_s));
    QVERIFY(QDir(run.home()).mkpath(m_folder));
    keep(withQuotient(fixture, Json::integer(7)), u"z.json"_s);
    const CommandResult result = run({u"compare"_s, first, m_folder});
    QVERIFY2(result.exitCode == 7, result.err.constData());
    QCOMPARE(result.out, QByteArray("x.json\n  ~ /data/quotient: 4.5 → 7\ny.json: only in the first\n"));
    const CommandResult json = run({u"compare"_s, first, m_folder, u"--json"_s});
    QCOMPARE(schema.misfit(json.out, {u"compare"_s}), QString());
    QCOMPARE(jsonLiteral(json.out).member("results"_L1).size(), 2);
    QCOMPARE(run({u"compare"_s, first, first}).exitCode, 0);
}

void tst_CliVerify::failsWhereNothingIsCompared_data()
{
    QTest::addColumn<bool>("isEmpty");
    QTest::addColumn<QStringList>("options");
    QTest::newRow("empty folders") << true << QStringList();
    QTest::newRow("empty folders, as JSON") << true << QStringList{u"--json"_s};
    QTest::newRow("no readable file") << false << QStringList{u"--limit"_s, u"doc.bytes=10B"_s};
}

void tst_CliVerify::failsWhereNothingIsCompared()
{
    QFETCH(bool, isEmpty);
    QFETCH(QStringList, options);
    if (!isEmpty)
        keep(fixtureOf(u"demo:local"_s, divide, nineByTwo, false));
    const CommandResult result = run(QStringList{u"compare"_s, m_folder, m_folder} + options);
    QVERIFY2(result.exitCode == 7, said(result));
    QCOMPARE(result.out, QByteArray());
    QVERIFY2(result.err.contains("Nothing was compared: neither "), said(result));
}

void tst_CliVerify::suggestsRulesAndWritesThem()
{
    const Fixture fixture = fixtureOf(u"demo:local"_s, divide, nineByTwo);
    const QString first = keep(fixture);
    const QString second = keep(withQuotient(fixture, Json::real(4.52)), u"two.json"_s);
    const CommandResult printed = run({u"compare"_s, first, second, u"--suggest"_s});
    QVERIFY2(printed.exitCode == 0, said(printed));
    const QByteArray rule = R"({"kind":"tolerance","at":"/data/quotient","tolerance":0.04})";
    QVERIFY2(printed.out.contains(rule), printed.out.constData());
    QCOMPARE(run({u"compare"_s, first, second}).exitCode, 7);

    const CommandResult written =
        run({u"compare"_s, first, second, u"--suggest"_s, u"--write"_s, u"--json"_s});
    QVERIFY2(written.exitCode == 0, said(written));
    QCOMPARE(schema.misfit(written.out, {u"compare"_s}), QString());
    QCOMPARE(run({u"compare"_s, first, second}).exitCode, 0);
}

void tst_CliVerify::comparesSources()
{
    const QStringList both{u"compare"_s, u"--source"_s, u"demo:tracker"_s, u"--source"_s, u"demo:tracker"_s};
    const CommandResult same = run(both + QStringList{u"get-weather"_s, u"city=Oslo"_s});
    QVERIFY2(same.exitCode == 0, said(same));
    const CommandResult text =
        run(both + QStringList{u"get-weather"_s, u"city=Oslo"_s, u"--text"_s, u"--json"_s});
    QCOMPARE(schema.misfit(text.out, {u"compare"_s}), QString());
    const CommandResult missing = run({u"compare"_s, u"--source"_s, u"demo:tracker"_s, u"--source"_s,
        u"demo:local"_s, u"get-weather"_s, u"city=Oslo"_s});
    QCOMPARE(missing.exitCode, 2);
    QVERIFY2(missing.err.contains("local has no operation \"get-weather\""), missing.err.constData());
}

void tst_CliVerify::comparesOnlyAnswers_data()
{
    QTest::addColumn<QByteArray>("message");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<int>("exitCode");
    QTest::newRow("an error of the peer")
        << QByteArray(R"({"jsonrpc":"2.0","id":ID,"error":{"code":-32000,"message":"boom"}})") << QByteArray()
        << QStringList() << 0;
    QTest::newRow("not the protocol")
        << QByteArray(R"({"jsonrpc":"2.0","id":ID,"result":{},"error":{"code":-1,"message":"no"}})")
        << QByteArray() << QStringList() << 5;
    QTest::newRow("cut off")
        << QByteArray()
        << QByteArray("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{")
        << QStringList() << 3;
    QTest::newRow("no answer") << QByteArray() << QByteArray() << QStringList{u"--timeout"_s, u"1s"_s} << 4;
    const QByteArray items = QByteArray("1,").repeated(5000);
    QTest::newRow("a limit") << QByteArray(
        R"({"jsonrpc":"2.0","id":ID,"result":{"content":[],"structuredContent":{"all":[)" + items + "1]}}}")
                             << QByteArray() << QStringList{u"--limit"_s, u"json.nodes=2000"_s} << 6;
}

//! Two calls that failed alike do not show that two sources are equal.
void tst_CliVerify::comparesOnlyAnswers()
{
    QFETCH(QByteArray, message);
    QFETCH(QByteArray, bytes);
    QFETCH(QStringList, options);
    QFETCH(int, exitCode);
    McpHttpScript script;
    script.callMessage = message;
    script.callBytes = bytes;
    script.isSilentOnCall = message.isEmpty() && bytes.isEmpty();
    const CommandResult result =
        run(QStringList{u"compare"_s, u"--source"_s, script.url(), u"--source"_s, script.url(), u"echo"_s}
            + options);
    QVERIFY2(result.exitCode == exitCode, said(result));
    QCOMPARE(result.out, QByteArray());
    QCOMPARE(result.err.count("error: "), exitCode == 0 ? 0 : 1);
    const CommandResult refused = run({u"compare"_s, u"--source"_s, u"demo:local"_s, u"--source"_s,
        u"demo:local"_s, divide, u"dividend=a"_s, u"divisor:=1"_s});
    QVERIFY2(refused.exitCode == 7, said(refused));
    QVERIFY2(refused.err.startsWith("error: The input of "), said(refused));
}

void tst_CliVerify::comparesTypedCommands()
{
    const QStringList server{u"--"_s, QStringLiteral(ENVELOPE_PROGRAM), u"serve"_s, u"--demo"_s};
    const QStringList weather{u"get-weather"_s, u"city=Oslo"_s};
    const CommandResult one =
        run(QStringList{u"compare"_s, u"--source"_s, u"demo:tracker"_s} + weather + server);
    QVERIFY2(one.exitCode == 0, said(one));
    const CommandResult two = run(QStringList{u"compare"_s} + weather + server + server);
    QVERIFY2(two.exitCode == 0, said(two));

    // A typed command does not allow the command of a workspace to start.
    write(u"two.workspace.json"_s,
        R"({"version":1,"sources":[{"name":"mine","kind":"mcp","settings":{"command":"/bin/false"}}]})");
    const CommandResult refused =
        run(QStringList{u"compare"_s, u"--workspace"_s, u"two.workspace.json"_s, u"--source"_s, u"mine"_s}
            + weather + server);
    QCOMPARE(refused.exitCode, 8);
}

void tst_CliVerify::comparesStreamsOfSources()
{
    const QStringList ticks{u"clock.tick"_s, u"interval:=20"_s};
    for (const QString &folder : {u"one"_s, u"two"_s}) {
        const CommandResult recorded =
            run(QStringList{u"record"_s, u"demo:local"_s, u"--to"_s, folder, u"--count"_s, u"3"_s} + ticks);
        QVERIFY2(recorded.exitCode == 0, said(recorded));
    }
    const QStringList itself{
        u"compare"_s, u"--source"_s, u"fixtures:one"_s, u"--source"_s, u"fixtures:one"_s};
    const CommandResult same = run(itself + ticks + QStringList{u"--count"_s, u"3"_s});
    QVERIFY2(same.exitCode == 0, said(same));
    const QStringList both{u"compare"_s, u"--source"_s, u"fixtures:one"_s, u"--source"_s, u"fixtures:two"_s};
    const CommandResult other = run(both + ticks + QStringList{u"--count"_s, u"2"_s, u"--json"_s});
    QVERIFY2(other.exitCode == 7, said(other)); // each event contains the time
    QCOMPARE(schema.misfit(other.out, {u"compare"_s}), QString());
    for (const Json &difference : jsonLiteral(other.out).member("differences"_L1).items()) {
        const QString pointer = difference.member("pointer"_L1).toString();
        QVERIFY2(pointer.startsWith("/events/0/data/"_L1) || pointer.startsWith("/events/1/data/"_L1),
            qPrintable(pointer));
    }
    const CommandResult live = run({u"compare"_s, u"--source"_s, u"demo:local"_s, u"--source"_s,
        u"fixtures:one"_s, u"clock.tick"_s, u"interval:=20"_s, u"--for"_s, u"1s"_s, u"--suggest"_s});
    QVERIFY2(live.out.contains("/data/at"), said(live));
}

WORKBENCH_TEST(tst_CliVerify, QCoreApplication)
#include "tst_cliverify.moc"
