// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/checks/checkrules.h"
#include "core/checks/sourcecheck.h"
#include "core/json/jsonparser.h"
#include "core/operation/operationdefinition.h"
#include "tests/support/testprogram.h"
#include "tests/unit/session/sessionsfixture.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

using namespace Qt::StringLiterals;
using namespace Workbench;

class tst_SourceCheck : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { f = std::make_unique<SessionsFixture>(); }
    void cleanup() { f.reset(); }

    void callsOnlyReadOnlyOperationsWithoutInput_data();
    void callsOnlyReadOnlyOperationsWithoutInput();
    void callsOperationsThatInputIsGivenFor();
    void reportsAnEnvelopeThatTheSchemaDoesNotDescribe();
    void reportsTextThatShouldBeStructured();
    void reportsWhyACallFailed_data();
    void reportsWhyACallFailed();
    void reportsCallsThatNeedAConfirmation();
    void tellsTheWordsOfThePeerLineByLine();
    void groupsEqualFindings();
    void groupsFindingsOfOneKind();
    void groupsMismatches();
    void reportsADeadReferenceOnce();
    void explainsARefusal();
    void namesTheEnvelopeBehindARefusal();
    void reportsAMismatchOnce();
    void reportsWhereAValueDoesNotFit();
    void reportsALostValueAsAnErrorButNotADefault();
    void reportsANoteOnceAndNotAsAWarning();
    void reportsUnusableSchemas();
    void reportsWhatOtherClientsRefuse_data();
    void reportsWhatOtherClientsRefuse();
    void reportsDialectsThatOtherClientsRefuse();
    void reportsWhatChanged();
    void reportsAnUnconnectedSource();
    void cancelsRunningCalls();
    void writesJUnit();
    void hashIgnoresTheOrderOfMembers_data();
    void hashIgnoresTheOrderOfMembers();
    void storesDefinitionsInAFile();

private:
    OperationSpec tool(const QString &name, QByteArrayView definition);
    CheckReport examine(const QList<OperationSpec> &operations, CheckOptions options = {});
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
const QString noSchema = u"Fix C  Or declare no output schema: { name, description, inputSchema }"_s;

QStringList codesOf(const CheckReport &report)
{
    QStringList codes;
    for (const CheckFinding &finding : report.findings)
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

OperationSpec tst_SourceCheck::tool(const QString &name, QByteArrayView definition)
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

CheckReport tst_SourceCheck::examine(const QList<OperationSpec> &operations, CheckOptions options)
{
    f->peer->discovery->operations = operations;
    connectIt();
    SourceCheck check(f->sessions.get(), u"s"_s, std::move(options));
    QSignalSpy finished(&check, &SourceCheck::finished);
    check.start();
    if (!finished.wait(Test::patience))
        qFatal("the check does not finish");
    return check.report();
}

void tst_SourceCheck::callsOnlyReadOnlyOperationsWithoutInput_data()
{
    QTest::addColumn<QByteArray>("definition");
    QTest::addColumn<QString>("reason");
    QTest::newRow("claims to be read-only") << readOnly.toByteArray() << QString();
    QTest::newRow("claims nothing") << QByteArray("{}") << u"it may change data"_s;
    QTest::newRow("claims to be read-only and destructive")
        << QByteArray(R"({"annotations":{"readOnlyHint":true,"destructiveHint":true}})")
        << u"it may change data"_s;
    QTest::newRow("needs input") << QByteArray(
        R"({"annotations":{"readOnlyHint":true},"inputSchema":{"type":"object","required":["a"]}})")
                                 << u"it needs input"_s;
}

void tst_SourceCheck::callsOnlyReadOnlyOperationsWithoutInput()
{
    QFETCH(QByteArray, definition);
    QFETCH(QString, reason);
    const CheckReport report = examine({tool(u"look"_s, definition)});
    QCOMPARE(report.runs.size(), 1);
    QCOMPARE(report.runs.first().reason, reason);
    QCOMPARE(report.runs.first().outcome,
        reason.isEmpty() ? CheckRun::Outcome::Answered : CheckRun::Outcome::NotCalled);
}

void tst_SourceCheck::callsOperationsThatInputIsGivenFor()
{
    CheckOptions options;
    options.inputs.insert(u"write"_s, jsonLiteral(R"({"a":1})"));
    CheckReport report = examine({tool(u"write"_s, "{}")}, options);
    QCOMPARE(report.runs.first().outcome, CheckRun::Outcome::Answered);
    QVERIFY(!codesOf(report).contains(u"input.unknown-operation"_s));
    options.inputs.insert(u"wrote"_s, Json::emptyObject());
    report = examine({tool(u"write"_s, "{}")}, options);
    QVERIFY(codesOf(report).contains(u"input.unknown-operation"_s));
}

void tst_SourceCheck::reportsAnEnvelopeThatTheSchemaDoesNotDescribe()
{
    f->peer->answer = structured(R"({"ok":true,"data":{"n":1}})");
    const CheckReport report = examine({tool(u"count"_s,
        R"({"annotations":{"readOnlyHint":true},
            "outputSchema":{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}})")});
    const auto found =
        std::ranges::find(report.findings, u"schema.describes-data-not-envelope"_s, &CheckFinding::code);
    QVERIFY(found != report.findings.end());
    QCOMPARE(found->words,
        (QStringList{
            u"Fix A  Return the bare data as structuredContent: return { structuredContent: result.data }"_s,
            u"Fix B  Or declare a schema for the whole envelope: "
            "outputSchema: { ok: boolean, data?: { n }, error?: {…} }"_s,
            noSchema}));
    QCOMPARE(report.envelopes.value(u"alpha"_s), 1);
    QCOMPARE(report.runs.first().layers, QStringList{u"alpha"_s});
    QCOMPARE(report.count(Diagnosis::Severity::Error), 1);
}

void tst_SourceCheck::reportsTextThatShouldBeStructured()
{
    const Json content = jsonLiteral(R"([{"type":"text","text":"{\"a\":1}"}])");
    f->peer->answer = HandlerResult(mcpEnvelope(content, {false, content, {}, {}}));
    const CheckReport report = examine({tool(u"look"_s, readOnly)});
    QVERIFY(codesOf(report).contains(u"text.should-be-structured"_s));
    QVERIFY(codesOf(report).contains(u"schema.undeclared"_s));
}

void tst_SourceCheck::reportsWhyACallFailed_data()
{
    QTest::addColumn<QByteArray>("content"); // empty: the call itself fails
    QTest::addColumn<QString>("reason");
    QTest::newRow("the call fails") << QByteArray() << u"did not answer"_s;
    QTest::newRow("the result reports a failure")
        << QByteArray(R"([{"type":"text","text":"not a repository"}])") << u"not a repository"_s;
    QTest::newRow("the result contains no text") << QByteArray("[]") << u"The tool reported an error."_s;
}

void tst_SourceCheck::reportsWhyACallFailed()
{
    QFETCH(QByteArray, content);
    QFETCH(QString, reason);
    if (content.isEmpty())
        f->peer->answer = std::unexpected(Error{ErrorKind::Timeout, u"x"_s, reason, {}, {}});
    else
        f->peer->answer =
            HandlerResult(mcpEnvelope(jsonLiteral(content), {true, jsonLiteral(content), {}, {}}));
    CheckOptions options;
    options.inputs.insert(u"write"_s, Json::emptyObject());
    const CheckReport report = examine({tool(u"write"_s, "{}")}, options);
    QCOMPARE(report.runs.first().outcome, CheckRun::Outcome::Failed);
    QCOMPARE(report.runs.first().reason, reason);
    const auto failed = std::ranges::find(report.findings, u"call.failed"_s, &CheckFinding::code);
    QVERIFY(failed != report.findings.end());
    QCOMPARE(failed->severity, content.isEmpty() ? Diagnosis::Severity::Error : Diagnosis::Severity::Warning);
    QCOMPARE(failed->message, QString(u"The call failed: "_s + reason));
    QCOMPARE(report.calledOperations(), 1);
}

void tst_SourceCheck::reportsCallsThatNeedAConfirmation()
{
    f->peer->answer =
        std::unexpected(Error{ErrorKind::Trust, u"http.privatePeer"_s, u"Nothing was sent there."_s, {}, {}});
    const CheckReport report = examine({tool(u"one"_s, readOnly), tool(u"two"_s, readOnly)});
    QCOMPARE(codesOf(report).count(u"call.unconfirmed"_s), 2);
    QVERIFY(!codesOf(report).contains(u"call.failed"_s));
    QCOMPARE(report.count(Diagnosis::Severity::Error), 0);
    QCOMPARE(report.unconfirmed.size(), 1); // both calls have the same error
    QVERIFY(toJUnit(report).contains("failures=\"2\""));
    // A confirmation does not help against stored tokens of another issuer.
    f->peer->answer =
        std::unexpected(Error{ErrorKind::Trust, u"oauth.otherIssuer"_s, u"Sign in again."_s, {}, {}});
    const CheckReport other = examine({tool(u"one"_s, readOnly)});
    QVERIFY(codesOf(other).contains(u"call.failed"_s) && other.unconfirmed.isEmpty());
}

void tst_SourceCheck::tellsTheWordsOfThePeerLineByLine()
{
    const QByteArray content = R"([{"type":"text","text":"first\nsecond"}])";
    f->peer->answer = HandlerResult(mcpEnvelope(jsonLiteral(content), {true, jsonLiteral(content), {}, {}}));
    CheckOptions options;
    options.inputs.insert(u"write"_s, Json::emptyObject());
    const CheckReport report = examine({tool(u"write"_s, "{}")}, options);
    const auto failed = std::ranges::find(report.findings, u"call.failed"_s, &CheckFinding::code);
    QVERIFY(failed != report.findings.cend());
    QCOMPARE(failed->message, u"The call failed: first"_s);
    QCOMPARE(failed->words, QStringList{u"second"_s});
}

void tst_SourceCheck::groupsEqualFindings()
{
    f->peer->answer = structured("{}");
    const CheckReport report = examine({tool(u"one"_s, readOnly), tool(u"two"_s, readOnly),
        tool(u"three"_s, R"({"outputSchema":{"type":"object"}})")});
    QCOMPARE(codesOf(report).count(u"definition.claims"_s), 2);
    QStringList told;
    for (const FindingGroup &group : grouped(report))
        told.append(group.operations.join(u'+') + u": "_s + group.message);
    QVERIFY2(told.contains(u"one+two: 2 operations claim to be read-only (not verified)."_s),
        qPrintable(told.join(u'\n')));
    QVERIFY2(
        told.contains(u"one+two: 2 operations declare no output schema: their results are not validated."_s),
        qPrintable(told.join(u'\n')));

    CheckReport made;
    made.findings = {{u"a"_s, u"x"_s, Diagnosis::Severity::Info, u"Same."_s},
        {{}, u"y"_s, Diagnosis::Severity::Info, u"Of the source."_s},
        {u"b"_s, u"x"_s, Diagnosis::Severity::Info, u"Same."_s},
        {u"b"_s, u"x"_s, Diagnosis::Severity::Info, u"Another."_s},
        {u"c"_s, u"z"_s, Diagnosis::Severity::Error, u"Worst."_s}};
    told.clear();
    for (const FindingGroup &group : grouped(made))
        told.append(group.operations.join(u'+') + u": "_s + group.message);
    QCOMPARE(told,
        QStringList(
            {u"c: Worst."_s, u"a+b: 2 operations: Same."_s, u": Of the source."_s, u"b: Another."_s}));
}

void tst_SourceCheck::groupsFindingsOfOneKind()
{
    using Severity = Diagnosis::Severity;
    const QString remark = u"definition.remark"_s;
    CheckReport made;
    made.findings = {{{}, u"source.remark"_s, Severity::Warning, u"Twice."_s},
        {{}, u"source.remark"_s, Severity::Warning, u"Twice."_s},
        {u"a"_s, remark, Severity::Warning, u"The reference \"#/x\" leads nowhere."_s},
        {u"b"_s, remark, Severity::Warning, u"The reference \"#/y\" leads nowhere."_s},
        {u"b"_s, remark, Severity::Warning, u"The reference \"#/z\" leads nowhere."_s},
        {u"c"_s, u"slow"_s, Severity::Warning, u"It took 5 ms."_s, u"%1 operations took long."_s},
        {u"d"_s, u"slow"_s, Severity::Warning, u"It took 6 ms."_s, u"%1 operations took long."_s},
        {u"a"_s, u"changed"_s, Severity::Warning, u"Now \"x\"."_s},
        {u"b"_s, u"changed"_s, Severity::Warning, u"Now \"y\"."_s},
        {u"e"_s, u"lonely"_s, Severity::Warning, u"At /a."_s, u"%1 operations have places."_s, {u"w"_s}},
        {u"e"_s, u"lonely"_s, Severity::Warning, u"At /b."_s, u"%1 operations have places."_s},
        {u"a"_s, u"fixed"_s, Severity::Warning, u"Same."_s, u"%1 have fixes."_s, {u"x"_s, u"of all"_s}},
        {u"b"_s, u"fixed"_s, Severity::Warning, u"Same."_s, u"%1 have fixes."_s, {u"y"_s, u"of all"_s}}};
    QStringList told;
    for (const FindingGroup &group : grouped(made)) {
        told.append(group.operations.join(u'+') + u": "_s + group.message);
        told += group.words + group.details;
    }
    QCOMPARE(told,
        QStringList({u": Twice. (2 times)"_s, u"a+b: 2 operations: The reference \"…\" leads nowhere."_s,
            u"a: The reference \"#/x\" leads nowhere."_s, u"b: The reference \"#/y\" leads nowhere."_s,
            u"b: The reference \"#/z\" leads nowhere."_s, u"c+d: 2 operations took long."_s,
            u"c: It took 5 ms."_s, u"d: It took 6 ms."_s, u"a: Now \"x\"."_s, u"b: Now \"y\"."_s,
            u"e: At /a."_s, u"w"_s, u"e: At /b."_s, u"a+b: 2 have fixes."_s, u"of all"_s, u"a: x"_s,
            u"b: y"_s}));
}

void tst_SourceCheck::groupsMismatches()
{
    f->peer->answer = HandlerResult(jsonLiteral(R"({"n":"1"})"));
    const QByteArray definition = R"({"annotations":{"readOnlyHint":true},
        "outputSchema":{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}})";
    const CheckReport report = examine({tool(u"one"_s, definition), tool(u"two"_s, definition)});
    QStringList told;
    for (const FindingGroup &group : grouped(report)) {
        if (group.code == "schema.mismatch"_L1)
            told.append(group.message);
    }
    QVERIFY2(told.contains(u"The results of 2 operations do not match their output schemas."_s),
        qPrintable(told.join(u'\n')));
}

// The remark of the operation and that of the document are about one fault. A deprecated operation has none.
void tst_SourceCheck::reportsADeadReferenceOnce()
{
    OperationSpec spec = tool(u"look"_s, "{}");
    spec.kind = u"operation"_s;
    const QString dead = u"The reference \"#/x\" leads nowhere: nothing is there."_s;
    spec.remarks = {dead, QString(deprecatedRemark)};
    f->peer->discovery->remarks = {QString(u"a.json:1 /paths: "_s + dead), u"a.json:2 /info: Another."_s};
    const CheckReport report = examine({spec});
    const auto saidOnce = [&report](const QString &text) {
        return std::ranges::count_if(report.findings, [&text](const CheckFinding &finding) {
            return finding.message.endsWith(text);
        }) == 1;
    };
    QVERIFY(saidOnce(dead));
    QVERIFY(saidOnce(u"Another."_s));
    const auto deprecated =
        std::ranges::find(report.findings, QString(deprecatedRemark), &CheckFinding::message);
    QVERIFY(deprecated != report.findings.end());
    QCOMPARE(deprecated->severity, Diagnosis::Severity::Info);
}

void tst_SourceCheck::explainsARefusal()
{
    f->peer->answer = std::unexpected(Error{ErrorKind::Remote, {}, u"answered with an error"_s, {},
        jsonLiteral(
            R"({"code":-32602,"message":"MCP error -32602: Invalid structured content for tool look: []"})")});
    const QStringList codes = codesOf(examine({tool(u"look"_s, readOnly)}));
    QVERIFY(codes.contains(u"call.failed"_s));
    QVERIFY2(codes.contains(u"schema.server-rejected-own-output"_s), qPrintable(codes.join(u' ')));
    // All required names are refused at once, so an envelope is likely.
    f->sessions->disconnectSource(u"s"_s);
    f->peer->answer = std::unexpected(Error{ErrorKind::Remote, {}, u"answered with an error"_s, {},
        jsonLiteral(R"({"code":-32602,"message":"paths:[\"a\",\"b\"]"})")});
    const CheckReport report = examine({tool(u"peek"_s,
        R"({"annotations":{"readOnlyHint":true},"outputSchema":{"type":"object","required":["a","b"]}})")});
    const auto refused =
        std::ranges::find(report.findings, u"schema.server-rejected-own-output"_s, &CheckFinding::code);
    QVERIFY(refused != report.findings.end());
    QVERIFY2(refused->words.contains(noSchema), qPrintable(refused->words.join(u'\n')));
}

void tst_SourceCheck::namesTheEnvelopeBehindARefusal()
{
    f->peer->answersAtOnce = false;
    f->peer->discovery->operations = {
        tool(u"list"_s,
            R"({"annotations":{"readOnlyHint":true},"outputSchema":{"type":"object","required":["n"]}})"),
        tool(u"ping"_s, readOnly)};
    connectIt();
    SourceCheck check(f->sessions.get(), u"s"_s, {});
    QSignalSpy finished(&check, &SourceCheck::finished);
    check.start();
    QTRY_COMPARE(f->peer->calls.size(), 2u);
    for (const auto &call : f->peer->calls) {
        const Json refusal = jsonLiteral(
            R"([{"type":"text","text":"Output validation error: Invalid structured content for tool list: n: Invalid input: expected number, received undefined"}])");
        call->settle(call->spec.id.name == "ping"_L1 ? structured(R"({"ok":true,"data":{}})")
                                                     : mcpEnvelope(refusal, {true, refusal, {}, {}}));
    }
    QVERIFY(finished.size() == 1 || finished.wait(Test::patience));
    const QList<CheckFinding> findings = check.report().findings;
    const auto likely = std::ranges::find(findings, u"schema.likely-envelope"_s, &CheckFinding::code);
    QVERIFY(likely != findings.end());
    QVERIFY2(likely->message.contains(u"\"ping\"") && likely->message.contains(u"{ok, data}"),
        qPrintable(likely->message));
    const auto refused =
        std::ranges::find(findings, u"schema.server-rejected-own-output"_s, &CheckFinding::code);
    QVERIFY(refused != findings.end() && refused->words.contains(noSchema));
}

void tst_SourceCheck::reportsAMismatchOnce()
{
    f->peer->answer = structured(R"({"data":{"n":1},"meta":{"page":2}})");
    QStringList codes = codesOf(examine({tool(u"count"_s,
        R"({"annotations":{"readOnlyHint":true},
            "outputSchema":{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}})")}));
    QCOMPARE(codes.removeIf([](const QString &code) { return !code.startsWith("schema."_L1); }), 2);
    QCOMPARE(codes, QStringList{u"schema.describes-data-not-envelope"_s});
}

void tst_SourceCheck::reportsWhereAValueDoesNotFit()
{
    f->peer->answer = HandlerResult(jsonLiteral(R"({"n":"1"})"));
    const CheckReport report = examine({tool(u"count"_s,
        R"({"annotations":{"readOnlyHint":true},
            "outputSchema":{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}})")});
    const auto found = std::ranges::find(report.findings, u"schema.mismatch"_s, &CheckFinding::code);
    QVERIFY(found != report.findings.end());
    QVERIFY2(found->message.contains(u" At /n: Expected integer, got string."), qPrintable(found->message));
}

void tst_SourceCheck::reportsALostValueAsAnErrorButNotADefault()
{
    const auto severities = [this](const char *answer) {
        f->peer->answer = HandlerResult(jsonLiteral(answer));
        QMap<QString, Diagnosis::Severity> found;
        for (const CheckFinding &finding :
            examine(
                {tool(u"count"_s,
                    R"({"annotations":{"readOnlyHint":true},"outputSchema":{"type":"object","required":["n","d"],
                     "properties":{"n":{"type":"integer"},"d":{"type":"integer","default":1}}}})")})
                .findings)
            found.insert(finding.code, finding.severity);
        return found;
    };
    const auto lost = severities(R"({"n":"1","d":2})");
    QCOMPARE(lost.value(u"schema.mismatch"_s), Diagnosis::Severity::Error);
    const auto filled = severities(R"({"n":1})");
    QCOMPARE(filled.value(u"schema.mismatch"_s), Diagnosis::Severity::Info);
    QCOMPARE(filled.value(u"result.normalised"_s), Diagnosis::Severity::Info);
    QVERIFY(!filled.contains(u"result.lost"_s) && !filled.contains(u"result.warnings"_s));
}

void tst_SourceCheck::reportsANoteOnceAndNotAsAWarning()
{
    const Json content = jsonLiteral(R"([{"type":"text","text":"{\"n\":2}"}])");
    const Json value = jsonLiteral(R"({"n":1})");
    f->peer->answer = HandlerResult(mcpEnvelope(value, {false, content, value, {}}));
    const CheckReport report = examine({tool(u"count"_s, readOnly)});
    QCOMPARE(codesOf(report).count(u"text.differs-from-structured"_s), 1);
    QVERIFY(!codesOf(report).contains(u"result.warnings"_s));
    QCOMPARE(report.count(Diagnosis::Severity::Error), 0);
}

void tst_SourceCheck::reportsUnusableSchemas()
{
    const CheckReport report =
        examine({tool(u"broken"_s, R"({"inputSchema":{"type":"wings"},"outputSchema":{"type":7}})")});
    QVERIFY(codesOf(report).contains(u"schema.input-unusable"_s));
    QVERIFY(codesOf(report).contains(u"schema.output-unusable"_s));
    f->sessions->disconnectSource(u"s"_s);
    f->peer->answer = HandlerResult(Json::integer(1));
    const CheckReport called =
        examine({tool(u"broken"_s, R"({"annotations":{"readOnlyHint":true},"outputSchema":{"type":7}})")});
    QCOMPARE(called.runs.first().outcome, CheckRun::Outcome::Answered);
    QCOMPARE(called.count(Diagnosis::Severity::Error), 1); // not repeated as a warning about the result
}

void tst_SourceCheck::reportsWhatOtherClientsRefuse_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<QString>("message"); // empty: no finding is expected
    const auto row = [](const char *title, const QByteArray &schema, const QString &what) {
        QTest::newRow(title) << u"look"_s << schema
                             << (what.isEmpty() ? what
                                                : u"Some clients refuse its input schema: it has "_s + what);
    };
    const QString names = u"Some clients refuse its name: they take 1 to 64 of A-Z a-z 0-9 _ and -."_s;
    QTest::newRow("a name with a dot") << u"look.up"_s << QByteArray("{}") << names;
    QTest::newRow("a name that is too long") << QString(65, u'a') << QByteArray("{}") << names;
    QTest::newRow("a name with a line feed") << u"look\n"_s << QByteArray("{}") << names;
    QTest::newRow("the longest name") << QString(64, u'a') << QByteArray("{}") << QString();
    row("alternatives at the root", R"({"type":"object","anyOf":[{"required":["a"]},{"required":["b"]}]})",
        u"\"anyOf\" at the root, at /anyOf."_s);
    row("alternatives below the root", R"({"type":"object","properties":{"a":{"anyOf":[{"type":"null"}]}}})",
        {});
    row("a reference to another document",
        R"({"properties":{"a":{"items":{"$ref":"https://example.org/a.json"}}}})",
        u"a \"$ref\" to another document, at /properties/a/items/$ref."_s);
    row("a reference to a definition",
        R"({"properties":{"a":{"$ref":"#/$defs/b%20c"}},"$defs":{"b c":{"type":"null"}}})", {});
    row("a definition referenced twice",
        R"({"properties":{"a":{"$ref":"#/$defs/x"},"b":{"$ref":"#/$defs/x"}},"$defs":{"x":{}}})", {});
    row("a reference to the schema itself", R"({"properties":{"a":{"$ref":"#"}}})",
        u"a recursive \"$ref\", at /properties/a/$ref."_s);
    row("a cycle of definitions",
        R"({"properties":{"a":{"$ref":"#/$defs/x"}},"$defs":{"x":{"not":{"$ref":"#/$defs/y"}},"y":{"items":{"$ref":"#/$defs/x"}}}})",
        u"a recursive \"$ref\", at /$defs/y/items/$ref."_s);
    QByteArray chain(R"({"$ref":"#/$defs/0","$defs":{)");
    for (int i = 0; i < 100'000; ++i) {
        const QByteArray next = QByteArray::number(i + 1);
        chain += '"' + QByteArray::number(i) + R"(":{"$ref":"#/$defs/)" + next + "\"},";
    }
    row("a chain of references", chain + "\"100000\":{}}}", {});
    row("a reference that leads nowhere", R"({"properties":{"a":{"$ref":"#/$defs/x"}}})", {});
    row("a tuple", R"({"properties":{"a":{"prefixItems":[{}]}}})",
        u"a schema for each item (tuple), at /properties/a/prefixItems."_s);
    row("tuples of older drafts",
        R"({"properties":{"a":{"items":[{}]},"b":{"items":[]},"c":{"items":[]},"d":{"items":[]}}})",
        u"a schema for each item (tuple), at /properties/a/items, /properties/b/items, /properties/c/items and 1 more."_s);
    row("a list of types", R"({"properties":{"a":{"type":["string","null"]}}})",
        u"a list of types, at /properties/a/type."_s);
    row("properties named like keywords", R"({"properties":{"$ref":{"type":"string"},"prefixItems":{}}})",
        {});
    row("keywords inside default and enum", R"({"default":{"$ref":"x"},"enum":[{"items":[]}]})", {});
}

// Clients validate results, so the dialect of an output schema counts.
void tst_SourceCheck::reportsDialectsThatOtherClientsRefuse()
{
    const auto said = [this](const QByteArray &definition) {
        QStringList messages;
        for (const CheckFinding &finding :
            checkDefinition(tool(u"a"_s, definition), SchemaDialect::Draft2020_12)) {
            if (finding.code == "schema.not-portable"_L1)
                messages.append(finding.message);
        }
        return messages;
    };
    const QByteArray older = R"({"type":"object","$schema":"http://json-schema.org/draft-07/schema#"})";
    QCOMPARE(said(R"({"inputSchema":{"type":"object"},"outputSchema":)" + older + '}'),
        QStringList{
            u"Some clients refuse its output schema: it has a dialect other than 2020-12, at /$schema."_s});
    QCOMPARE(said("{\"inputSchema\":" + older + '}'), QStringList());
    QCOMPARE(
        said(
            R"({"inputSchema":{"type":"object"},"outputSchema":{"$schema":"https://json-schema.org/draft/2020-12/schema"}})"),
        QStringList());
}

void tst_SourceCheck::reportsWhatOtherClientsRefuse()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, schema);
    QFETCH(QString, message);
    OperationSpec spec = tool(name, QByteArray("{\"inputSchema\":" + schema + '}'));
    const auto said = [&spec] {
        QList<CheckFinding> findings = checkDefinition(spec, SchemaDialect::Draft2020_12);
        findings.removeIf(
            [](const CheckFinding &finding) { return !finding.code.endsWith(".not-portable"_L1); });
        return findings;
    };
    const QList<CheckFinding> findings = said();
    QCOMPARE(findings.size(), message.isEmpty() ? 0 : 1);
    if (!message.isEmpty()) {
        QCOMPARE(findings.first().message, message);
        QCOMPARE(findings.first().severity, Diagnosis::Severity::Info);
        QVERIFY(findings.first().several.contains(u"%1 operations"_s));
    }
    std::swap(spec.inputSchema, spec.outputSchema);
    QCOMPARE(said().size(), findings.size());
    spec.kind = u"operation"_s; // only tools are checked
    QCOMPARE(said().size(), 0);
}

void tst_SourceCheck::reportsWhatChanged()
{
    f->peer->hasPeer = true;
    const QByteArray now = R"({"description":"two","annotations":{"readOnlyHint":true}})";
    examine(
        {tool(u"a"_s, R"({"description":"one","annotations":{"readOnlyHint":true}})"), tool(u"b"_s, "{}")});
    f->sessions->disconnectSource(u"s"_s);
    const CheckReport report = examine({tool(u"a"_s, now), tool(u"c"_s, "{}")});
    const QStringList codes = codesOf(report);
    QVERIFY(codes.contains(u"definition.changed"_s));
    QVERIFY(codes.contains(u"definition.added"_s));
    QVERIFY(codes.contains(u"definition.removed"_s));
    const auto changed = std::ranges::find(report.findings, u"definition.changed"_s, &CheckFinding::code);
    QCOMPARE(changed->message, uR"(Its definition changed: description: "one" → "two")"_s);
    QCOMPARE(report.runs.first().reason, u"its definition changed and is not accepted"_s);
    f->sessions->disconnectSource(u"s"_s);
    const CheckReport accepted =
        examine({tool(u"a"_s, now), tool(u"c"_s, "{}")}, {.acceptDefinitions = true});
    QVERIFY(codesOf(accepted).contains(u"definition.changed"_s));
    QCOMPARE(accepted.runs.first().outcome, CheckRun::Outcome::Answered);
    f->sessions->disconnectSource(u"s"_s);
    QVERIFY(!codesOf(examine({tool(u"a"_s, now), tool(u"c"_s, "{}")})).contains(u"definition.changed"_s));
}

void tst_SourceCheck::reportsAnUnconnectedSource()
{
    SourceCheck check(f->sessions.get(), u"s"_s, {});
    QSignalSpy finished(&check, &SourceCheck::finished);
    check.start();
    QVERIFY(finished.wait(Test::patience));
    QCOMPARE(codesOf(check.report()), QStringList{u"source.not-connected"_s});
}

void tst_SourceCheck::cancelsRunningCalls()
{
    f->peer->answersAtOnce = false;
    f->peer->discovery->operations = {tool(u"look"_s, readOnly), tool(u"see"_s, readOnly)};
    connectIt();
    CheckOptions options;
    options.atOnce = 1;
    SourceCheck check(f->sessions.get(), u"s"_s, options);
    QSignalSpy finished(&check, &SourceCheck::finished);
    check.start();
    QTRY_COMPARE(f->peer->calls.size(), 1);
    check.cancel();
    QVERIFY(finished.wait(Test::patience));
    QCOMPARE(check.report().runs.at(0).outcome, CheckRun::Outcome::Failed);
    QCOMPARE(check.report().runs.at(1).reason, u"cancelled"_s);
}

void tst_SourceCheck::writesJUnit()
{
    CheckReport report{.source = u"a <b>\u0001"_s,
        .peer = {},
        .runs = {{u"look"_s, CheckRun::Outcome::Answered, {}, 12, {}},
            {u"write"_s, CheckRun::Outcome::NotCalled, u"it may change data"_s, -1, {}}},
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

void tst_SourceCheck::hashIgnoresTheOrderOfMembers_data()
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
    QTest::newRow("a duplicate key") << QByteArray(R"({"a":1,"a":2})") << QByteArray(R"({"a":2})") << true;
    QByteArray deep(100'000, '[');
    deep.append(QByteArray(100'000, ']'));
    QTest::newRow("very deep") << deep << deep << true;
}

void tst_SourceCheck::hashIgnoresTheOrderOfMembers()
{
    QFETCH(QByteArray, one);
    QFETCH(QByteArray, other);
    QFETCH(bool, isSame);
    QCOMPARE(definitionHash(jsonLiteral(one)) == definitionHash(jsonLiteral(other)), isSame);
}

void tst_SourceCheck::storesDefinitionsInAFile()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(u"data/definitions"_s); // keep() creates the folder
    const Source source{u"a"_s, u"mcp"_s, jsonLiteral(R"({"url":"https://a.example"})")};
    const DefinitionPlace place = definitionPlace(source);
    {
        DefinitionPins pins(path);
        QVERIFY(!*pins.read(place));
        QVERIFY(pins.keep(place, {{u"x"_s, {keptDefinition({jsonLiteral(R"({"v":1.50})")}), false}}})
                .has_value());
    }
    const DefinitionPins pins(path);
    const Source renamed{u"b"_s, source.kind, source.settings};
    const std::optional<PinnedDefinitions> kept = *pins.read(definitionPlace(renamed));
    QVERIFY(kept);
    QCOMPARE(kept->size(), 1);
    QCOMPARE(kept->value(u"x"_s).definition->hash(), definitionHash(jsonLiteral(R"({"v":1.50})")));
    QCOMPARE(kept->value(u"x"_s).definition->whole().root.toBytes(), R"({"v":1.50})");
}

WORKBENCH_TEST(tst_SourceCheck, QCoreApplication)
#include "tst_sourcecheck.moc"
