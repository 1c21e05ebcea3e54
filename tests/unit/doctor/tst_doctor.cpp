// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/doctor/doctor.h"
#include "core/doctor/doctorchecks.h"
#include "core/json/jsonparser.h"
#include "core/operation/definitionhash.h"
#include "tests/unit/session/sessionsfixture.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

using namespace Qt::StringLiterals;
using namespace Workbench;

class tst_Doctor : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { f = std::make_unique<SessionsFixture>(); }
    void cleanup() { f.reset(); }

    void callsOnlyWhatReadsAndNeedsNothing_data();
    void callsOnlyWhatReadsAndNeedsNothing();
    void callsWhatItGetsInputFor();
    void reportsAnEnvelopeThatItsSchemaDoesNotDescribe();
    void reportsTextThatShouldBeStructured();
    void saysWhatARefusalMeans();
    void namesTheEnvelopeBehindARefusal();
    void tellsAMismatchOnce();
    void saysWhereAValueDoesNotFit();
    void tellsAnInfoOnceAndAsSuch();
    void reportsSchemasThatCannotBeUsed();
    void reportsWhatChanged();
    void saysThatTheSourceIsNotConnected();
    void cancelsWhatRuns();
    void writesJUnit();
    void hashesDefinitionsWithoutRegardToOrder_data();
    void hashesDefinitionsWithoutRegardToOrder();
    void remembersDefinitionsInAFile();

private:
    OperationSpec tool(const QString &name, QByteArrayView definition);
    DoctorReport examine(
        const QList<OperationSpec> &operations, DoctorOptions options = {}, DefinitionPins *pins = nullptr);
    void connectIt()
    {
        if (!f->sessions->source(u"s"_s))
            QVERIFY(f->sessions->addSource(SessionsFixture::source(u"s"_s)).has_value());
        f->sessions->connectSource(u"s"_s);
        QTRY_VERIFY(f->sessions->state(u"s"_s).isUsable());
    }
    std::unique_ptr<SessionsFixture> f;
};

namespace {

constexpr QByteArrayView readOnly = R"({"annotations":{"readOnlyHint":true}})";

QStringList codesOf(const DoctorReport &report)
{
    QStringList codes;
    for (const DoctorFinding &finding : report.findings)
        codes.append(finding.code);
    return codes;
}

HandlerResult structured(QByteArrayView value)
{
    const Json json = jsonLiteral(value);
    const Json text = Json::object(
        {{u"type"_s, Json::string(u"text")}, {u"text"_s, Json::string(QString::fromUtf8(json.toBytes()))}});
    return mcpEnvelope(json, {false, Json::array({text}), json, {}});
}

} // namespace

OperationSpec tst_Doctor::tool(const QString &name, QByteArrayView definition)
{
    OperationSpec spec;
    spec.id.name = name;
    spec.type = OperationType::Mutation;
    spec.kind = u"tool"_s;
    spec.definition = jsonLiteral(definition);
    spec.inputSchema = spec.definition.member("inputSchema"_L1);
    spec.outputSchema = spec.definition.member("outputSchema"_L1);
    return spec;
}

DoctorReport tst_Doctor::examine(
    const QList<OperationSpec> &operations, DoctorOptions options, DefinitionPins *pins)
{
    f->peer->discovery->operations = operations;
    connectIt();
    Doctor doctor(f->sessions.get(), u"s"_s, std::move(options), pins);
    QSignalSpy finished(&doctor, &Doctor::finished);
    doctor.start();
    if (!finished.wait(Test::patience))
        qFatal("the doctor does not finish");
    return doctor.report();
}

void tst_Doctor::callsOnlyWhatReadsAndNeedsNothing_data()
{
    QTest::addColumn<QByteArray>("definition");
    QTest::addColumn<QString>("reason");
    QTest::newRow("claims to read") << readOnly.toByteArray() << QString();
    QTest::newRow("claims nothing") << QByteArray("{}") << u"it may change something"_s;
    QTest::newRow("claims both") << QByteArray(
        R"({"annotations":{"readOnlyHint":true,"destructiveHint":true}})")
                                 << u"it may change something"_s;
    QTest::newRow("needs input") << QByteArray(
        R"({"annotations":{"readOnlyHint":true},"inputSchema":{"type":"object","required":["a"]}})")
                                 << u"it needs input"_s;
}

void tst_Doctor::callsOnlyWhatReadsAndNeedsNothing()
{
    QFETCH(QByteArray, definition);
    QFETCH(QString, reason);
    const DoctorReport report = examine({tool(u"look"_s, definition)});
    QCOMPARE(report.runs.size(), 1);
    QCOMPARE(report.runs.first().reason, reason);
    QCOMPARE(report.runs.first().outcome,
        reason.isEmpty() ? DoctorRun::Outcome::Answered : DoctorRun::Outcome::NotCalled);
}

void tst_Doctor::callsWhatItGetsInputFor()
{
    DoctorOptions options;
    options.inputs.insert(u"write"_s, jsonLiteral(R"({"a":1})"));
    DoctorReport report = examine({tool(u"write"_s, "{}")}, options);
    QCOMPARE(report.runs.first().outcome, DoctorRun::Outcome::Answered);
    QVERIFY(!codesOf(report).contains(u"input.unknown-operation"_s));
    options.inputs.insert(u"wrote"_s, Json::emptyObject());
    report = examine({tool(u"write"_s, "{}")}, options);
    QVERIFY(codesOf(report).contains(u"input.unknown-operation"_s));
}

void tst_Doctor::reportsAnEnvelopeThatItsSchemaDoesNotDescribe()
{
    f->peer->answer = structured(R"({"ok":true,"data":{"n":1}})");
    const DoctorReport report = examine({tool(u"count"_s,
        R"({"annotations":{"readOnlyHint":true},
            "outputSchema":{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}})")});
    QVERIFY(codesOf(report).contains(u"schema.describes-data-not-envelope"_s));
    QCOMPARE(report.envelopes.value(u"alpha"_s), 1);
    QCOMPARE(report.runs.first().layers, QStringList{u"alpha"_s});
    QCOMPARE(report.count(Diagnosis::Severity::Error), 1);
}

void tst_Doctor::reportsTextThatShouldBeStructured()
{
    const Json content = jsonLiteral(R"([{"type":"text","text":"{\"a\":1}"}])");
    f->peer->answer = HandlerResult(mcpEnvelope(content, {false, content, {}, {}}));
    const DoctorReport report = examine({tool(u"look"_s, readOnly)});
    QVERIFY(codesOf(report).contains(u"text.should-be-structured"_s));
    QVERIFY(codesOf(report).contains(u"schema.undeclared"_s));
}

void tst_Doctor::saysWhatARefusalMeans()
{
    f->peer->answer = std::unexpected(Error{ErrorKind::Remote, {}, u"answered with an error"_s, {},
        jsonLiteral(
            R"({"code":-32602,"message":"MCP error -32602: Invalid structured content for tool look: []"})")});
    const QStringList codes = codesOf(examine({tool(u"look"_s, readOnly)}));
    QVERIFY(codes.contains(u"call.failed"_s));
    QVERIFY2(codes.contains(u"schema.server-rejected-own-output"_s), qPrintable(codes.join(u' ')));
}

void tst_Doctor::namesTheEnvelopeBehindARefusal()
{
    f->peer->answersAtOnce = false;
    f->peer->discovery->operations = {
        tool(u"list"_s,
            R"({"annotations":{"readOnlyHint":true},"outputSchema":{"type":"object","required":["n"]}})"),
        tool(u"ping"_s, readOnly)};
    connectIt();
    Doctor doctor(f->sessions.get(), u"s"_s, {});
    QSignalSpy finished(&doctor, &Doctor::finished);
    doctor.start();
    QTRY_COMPARE(f->peer->calls.size(), 2u);
    for (const auto &call : f->peer->calls) {
        const Json refusal = jsonLiteral(
            R"([{"type":"text","text":"Output validation error: Invalid structured content for tool list: n: Invalid input: expected number, received undefined"}])");
        call->settle(call->spec.id.name == "ping"_L1 ? structured(R"({"ok":true,"data":{}})")
                                                     : mcpEnvelope(refusal, {true, refusal, {}, {}}));
    }
    QVERIFY(finished.size() == 1 || finished.wait(Test::patience));
    const QList<DoctorFinding> findings = doctor.report().findings;
    const auto likely = std::ranges::find(findings, u"schema.likely-envelope"_s, &DoctorFinding::code);
    QVERIFY(likely != findings.end());
    QVERIFY2(likely->message.contains(u"“ping”") && likely->message.contains(u"{ok, data}"),
        qPrintable(likely->message));
}

void tst_Doctor::tellsAMismatchOnce()
{
    f->peer->answer = structured(R"({"data":{"n":1},"meta":{"page":2}})");
    QStringList codes = codesOf(examine({tool(u"count"_s,
        R"({"annotations":{"readOnlyHint":true},
            "outputSchema":{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}})")}));
    QCOMPARE(codes.removeIf([](const QString &code) { return !code.startsWith("schema."_L1); }), 2);
    QCOMPARE(codes, QStringList{u"schema.describes-data-not-envelope"_s});
}

void tst_Doctor::saysWhereAValueDoesNotFit()
{
    f->peer->answer = HandlerResult(jsonLiteral(R"({"n":"1"})"));
    const DoctorReport report = examine({tool(u"count"_s,
        R"({"annotations":{"readOnlyHint":true},
            "outputSchema":{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}})")});
    const auto found = std::ranges::find(report.findings, u"schema.mismatch"_s, &DoctorFinding::code);
    QVERIFY(found != report.findings.end());
    QVERIFY2(found->message.contains(u" At /n: Expected integer, got string."), qPrintable(found->message));
}

void tst_Doctor::tellsAnInfoOnceAndAsSuch()
{
    const Json content = jsonLiteral(R"([{"type":"text","text":"{\"n\":2}"}])");
    const Json value = jsonLiteral(R"({"n":1})");
    f->peer->answer = HandlerResult(mcpEnvelope(value, {false, content, value, {}}));
    const DoctorReport report = examine({tool(u"count"_s, readOnly)});
    QCOMPARE(codesOf(report).count(u"text.differs-from-structured"_s), 1);
    QVERIFY(!codesOf(report).contains(u"result.warnings"_s));
    QCOMPARE(report.count(Diagnosis::Severity::Error), 0);
}

void tst_Doctor::reportsSchemasThatCannotBeUsed()
{
    const DoctorReport report =
        examine({tool(u"broken"_s, R"({"inputSchema":{"type":"wings"},"outputSchema":{"type":7}})")});
    QVERIFY(codesOf(report).contains(u"schema.input-unusable"_s));
    QVERIFY(codesOf(report).contains(u"schema.output-unusable"_s));
}

void tst_Doctor::reportsWhatChanged()
{
    DefinitionPins pins;
    examine({tool(u"a"_s, R"({"description":"one"})"), tool(u"b"_s, "{}")}, {}, &pins);
    f->sessions->disconnectSource(u"s"_s);
    const DoctorReport report =
        examine({tool(u"a"_s, R"({"description":"two"})"), tool(u"c"_s, "{}")}, {}, &pins);
    const QStringList codes = codesOf(report);
    QVERIFY(codes.contains(u"definition.changed"_s));
    QVERIFY(codes.contains(u"definition.added"_s));
    QVERIFY(codes.contains(u"definition.removed"_s));
    const auto changed = std::ranges::find(report.findings, u"definition.changed"_s, &DoctorFinding::code);
    QCOMPARE(changed->message, u"Its definition changed at /description."_s);
}

void tst_Doctor::saysThatTheSourceIsNotConnected()
{
    Doctor doctor(f->sessions.get(), u"s"_s, {});
    QSignalSpy finished(&doctor, &Doctor::finished);
    doctor.start();
    QVERIFY(finished.wait(Test::patience));
    QCOMPARE(codesOf(doctor.report()), QStringList{u"source.not-connected"_s});
}

void tst_Doctor::cancelsWhatRuns()
{
    f->peer->answersAtOnce = false;
    f->peer->discovery->operations = {tool(u"look"_s, readOnly), tool(u"see"_s, readOnly)};
    connectIt();
    DoctorOptions options;
    options.atOnce = 1;
    Doctor doctor(f->sessions.get(), u"s"_s, options);
    QSignalSpy finished(&doctor, &Doctor::finished);
    doctor.start();
    QTRY_COMPARE(f->peer->calls.size(), 1);
    doctor.cancel();
    QVERIFY(finished.wait(Test::patience));
    QCOMPARE(doctor.report().runs.at(0).outcome, DoctorRun::Outcome::Failed);
    QCOMPARE(doctor.report().runs.at(1).reason, u"cancelled"_s);
}

void tst_Doctor::writesJUnit()
{
    DoctorReport report{.source = u"a <b>\u0001"_s,
        .peer = {},
        .runs = {{u"look"_s, DoctorRun::Outcome::Answered, {}, 12, {}},
            {u"write"_s, DoctorRun::Outcome::NotCalled, u"it may change something"_s, -1, {}}},
        .findings = {{u"look"_s, u"schema.mismatch"_s, Diagnosis::Severity::Error, u"no & no"_s},
            {u"look"_s, u"call.slow"_s, Diagnosis::Severity::Warning, u"slow"_s}},
        .envelopes = {}};
    QXmlStreamReader xml(toJUnit(report));
    QVERIFY(xml.readNextStartElement());
    QCOMPARE(xml.name(), u"testsuite"_s);
    QCOMPARE(xml.attributes().value(u"tests"_s), u"2"_s);
    QCOMPARE(xml.attributes().value(u"failures"_s), u"1"_s);
    QCOMPARE(xml.attributes().value(u"skipped"_s), u"1"_s);
    QVERIFY(xml.readNextStartElement());
    QCOMPARE(xml.attributes().value(u"time"_s), u"0.012"_s);
    QVERIFY(xml.readNextStartElement());
    QCOMPARE(xml.name(), u"failure"_s);
    QCOMPARE(xml.attributes().value(u"message"_s), u"no & no"_s);
    while (!xml.atEnd())
        xml.readNext();
    QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
}

void tst_Doctor::hashesDefinitionsWithoutRegardToOrder_data()
{
    QTest::addColumn<QByteArray>("one");
    QTest::addColumn<QByteArray>("other");
    QTest::addColumn<bool>("isSame");
    QTest::newRow("order of members") << QByteArray(R"({"a":{"x":1,"y":[2]},"b":null})")
                                      << QByteArray(R"({"b":null,"a":{"y":[2],"x":1}})") << true;
    QTest::newRow("order of items") << QByteArray("[1,2]") << QByteArray("[2,1]") << false;
    QTest::newRow("digits") << QByteArray("1.0") << QByteArray("1") << false;
    QTest::newRow("a zero-width character") << QByteArray(R"({"d":"ab"})")
                                            << QByteArray("{\"d\":\"a\xE2\x80\x8B"
                                                          "b\"}")
                                            << false;
    QTest::newRow("a key twice") << QByteArray(R"({"a":1,"a":2})") << QByteArray(R"({"a":2})") << true;
    QByteArray deep(100'000, '[');
    deep.append(QByteArray(100'000, ']'));
    QTest::newRow("very deep") << deep << deep << true;
}

void tst_Doctor::hashesDefinitionsWithoutRegardToOrder()
{
    QFETCH(QByteArray, one);
    QFETCH(QByteArray, other);
    QFETCH(bool, isSame);
    QCOMPARE(definitionHash(jsonLiteral(one)) == definitionHash(jsonLiteral(other)), isSame);
}

void tst_Doctor::remembersDefinitionsInAFile()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(u"data/definitions.json"_s); // the folder is made
    const Source source{u"a"_s, u"mcp"_s, jsonLiteral(R"({"url":"https://a.example"})")};
    {
        DefinitionPins pins(path);
        QVERIFY(!pins.knows(source));
        QVERIFY(pins.accept(source, {{u"x"_s, jsonLiteral(R"({"v":1.50})")}}).has_value());
    }
    const DefinitionPins pins(path);
    const Source renamed{u"b"_s, source.kind, source.settings};
    QVERIFY(pins.knows(renamed));
    QVERIFY(pins.changes(renamed, {{u"x"_s, jsonLiteral(R"({"v":1.50})")}}).isEmpty());
    QCOMPARE(pins.changes(renamed, {}).size(), 1);
}

QTEST_GUILESS_MAIN(tst_Doctor)
#include "tst_doctor.moc"
