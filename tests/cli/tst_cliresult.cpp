// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The output of `call`: the received data, warnings and changes, and binary parts as files.

#include "tests/support/commandrun.h"
#include "tests/support/mcphttpscript.h"
#include "tests/support/normalisationcases.h"
#include "tests/support/rawserver.h"
#include "tests/support/runningcommand.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Test;

namespace {

QByteArray answered(const QByteArray &body, const QByteArray &type)
{
    return "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: " + type
        + "\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body;
}

} // namespace

class tst_CliResult : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void printsWhatWasReceived_data();
    void printsWhatWasReceived();
    void reportsChangesAndErrorsBesideTheData_data();
    void reportsChangesAndErrorsBesideTheData();
    void reportsEachChange_data() { addNormalisationCases(); }
    void reportsEachChange();
    void countsChangesThatAreNotListed();
    void reportsEachChangeToACallerOverAHub_data() { addNormalisationCases(); }
    void reportsEachChangeToACallerOverAHub();
    void printsBothStatesAsJson();
    void failsForLostValuesOnlyWhenStrict_data();
    void failsForLostValuesOnlyWhenStrict();
    void failsIfOnlyTheEnvelopeReportsAnError();
    void refusesDataAndNormalisedAtOnce();
    void reportsAnUnreadableResultOnce_data();
    void reportsAnUnreadableResultOnce();
    void throwsTheErrorOfAForeignEnvelope();
    void inspectsItsOwnOutput_data();
    void inspectsItsOwnOutput();
    void printsNothingWhereNothingWasReceived();
    void writesBinaryPartsToFiles_data();
    void writesBinaryPartsToFiles();
    void writesABinaryBody();
    void writesTheOnlyTextToAFile_data();
    void writesTheOnlyTextToAFile();
    void neverOverwritesAFile();
    void makesNamesOfPeersSafe();
    void saysWhenThereIsNothingToWrite();

private:
    QString file(const QString &name) const { return QDir(run.home()).filePath(name); }
    QByteArray content(const QString &name) const;

    CommandRun run{QStringLiteral(ENVELOPE_PROGRAM)};
    McpHttpScript script;
    QByteArray m_answer;
    RawServer m_service{
        [this](QTcpSocket *socket, const RawServer::Request &) { RawServer::answer(socket, m_answer); }};
    QString m_document;
};

void tst_CliResult::init()
{
    script.callError.clear();
    m_document = file(u"api.json"_s);
    QFile document(m_document);
    QVERIFY(document.open(QIODevice::WriteOnly));
    document.write(R"({"openapi":"3.1.0","info":{"title":"t","version":"1"},"servers":[{"url":")"
        + m_service.url(u""_s).toEncoded() + R"("}],"paths":{
        "/photo":{"get":{"operationId":"photo","responses":{"200":{"description":"ok"}}}},
        "/gone":{"delete":{"operationId":"gone","responses":{"204":{"description":"ok"}}}}}})");
}

QByteArray tst_CliResult::content(const QString &name) const
{
    QFile file(this->file(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("no such file");
}

void tst_CliResult::printsWhatWasReceived_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("pointers"); // expected values in the output, by pointer
    const QStringList forecast{u"demo:tracker"_s, u"get-forecast"_s, u"city=Oslo"_s, u"days:=1"_s};
    const QStringList count{u"demo:tracker"_s, u"count-issues"_s};
    QTest::newRow("a value that normalisation loses") << forecast << QByteArray(R"({"/days/0/high":"16"})");
    QTest::newRow("the payload") << forecast + QStringList{u"--data"_s}
                                 << QByteArray(R"({"/days/0/high":"16"})");
    QTest::newRow("the payload on one line")
        << forecast + QStringList{u"--data"_s, u"--json"_s} << QByteArray(R"({"/days/0/high":"16"})");
    QTest::newRow("normalised") << forecast + QStringList{u"--normalised"_s}
                                << QByteArray(R"({"/days/0/high":0})");
    QTest::newRow("data where an envelope is declared") << count << QByteArray(R"({"/open":3,"/closed":1})");
    QTest::newRow("an envelope where the data is declared") << QStringList{u"demo:tracker"_s,
        u"list-issues"_s, u"project=workbench"_s} << QByteArray(R"({"/total":3})");
    QTest::newRow("the payload of a ToolEnvelope") << QStringList{u"demo:tracker"_s, u"close-issue"_s,
        u"id:=412"_s} << QByteArray(R"({"/issue/closed":true})");
    QTest::newRow("JSON in a text") << QStringList{u"demo:tracker"_s, u"get-issue"_s, u"id:=412"_s}
                                    << QByteArray(R"({"/id":412})");
}

void tst_CliResult::printsWhatWasReceived()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, pointers);
    const CommandResult result = run(QStringList{u"call"_s} + arguments);
    QVERIFY2(result.exitCode == 0, result.err.constData());
    const Json printed = jsonLiteral(result.out);
    for (const Json::Members::Entry &wanted : jsonLiteral(pointers).members()) {
        Json value = printed;
        for (const QString &step : wanted.key().sliced(1).split(u'/'))
            value = value.isArray() ? value.at(step.toLongLong()) : value.member(step);
        QVERIFY2(value == wanted.value(), result.out.constData());
    }
}

void tst_CliResult::reportsChangesAndErrorsBesideTheData_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QByteArrayList>("lines");
    QTest::newRow("lost values") << QStringList{u"get-forecast"_s, u"city=Oslo"_s} << 0
                                 << QByteArrayList{
                                        "lost /days/0/high: \"16\" became 0 (Expected number, got string)"};
    QTest::newRow("invented values") << QStringList{u"count-issues"_s} << 0
                                     << QByteArrayList{"lost /ok: false was invented because nothing was "
                                                       "received (Required member \"ok\" is missing)"};
    QTest::newRow("a foreign envelope") << QStringList{u"close-issue"_s, u"id:=412"_s} << 0
                                        << QByteArrayList{"inside ToolEnvelope (certain)\nmeta {\"tool\":"
                                                          "\"close-issue\",\"ts\":\"2"};
    QTest::newRow("the blocks beside a foreign envelope") << QStringList{u"close-issue"_s,
        u"id:=412"_s} << 0 << QByteArrayList{"beside the opened text: Issue 412 is closed."};
    QTest::newRow("the error of a foreign envelope")
        << QStringList{u"close-issue"_s, u"id:=999"_s} << 1
        << QByteArrayList{"failed: ISSUE_NOT_FOUND: ", "hint: List the issues and take one of their ids.",
               "next: list-issues"};
    QTest::newRow("the error of a tool")
        << QStringList{u"fail"_s, u"message=no tea"_s} << 1 << QByteArrayList{"failed: no tea (execution)"};
}

void tst_CliResult::reportsChangesAndErrorsBesideTheData()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, exitCode);
    QFETCH(QByteArrayList, lines);
    const CommandResult result = run(QStringList{u"call"_s, u"demo:tracker"_s} + arguments);
    QCOMPARE(result.exitCode, exitCode);
    const QByteArray told = '\n' + result.err;
    for (const QByteArray &line : lines)
        QVERIFY2(told.contains(QByteArray('\n' + line)), result.err.constData());
}

static QStringList changesToldOn(const QByteArray &err)
{
    QStringList changes;
    for (const QByteArray &line : err.split('\n')) {
        const QByteArrayList words = line.split(' ');
        if (words.size() > 1 && (words[0] == "lost" || words[0] == "filled" || words[0] == "converted"))
            changes.append(QString::fromUtf8(QByteArray(words[0] + ' ' + words[1])).remove(u':'));
    }
    return changes;
}

static QByteArray toolsWith(const QByteArray &outputSchema)
{
    return R"([{"name":"t","inputSchema":{"type":"object"},"outputSchema":)" + outputSchema + "}]";
}

void tst_CliResult::reportsEachChange()
{
    QFETCH(NormalisationCase, example);
    script.tools = toolsWith(example.schema);
    script.callResult = R"({"content":[],"structuredContent":)" + example.received + '}';
    const QStringList call{u"call"_s, script.url(), u"t"_s};
    const CommandResult shown = run(call);
    QCOMPARE(jsonLiteral(shown.out).toBytes(), example.payload);
    QCOMPARE(changesToldOn(shown.err), example.changes);
    QCOMPARE(run(call + QStringList{u"--data"_s, u"--json"_s}).out.trimmed(), example.payload);
    QCOMPARE(run(call + QStringList{u"--normalised"_s, u"--json"_s}).out.trimmed(), example.normalised);
    const CommandResult strict = run(call + QStringList{u"--json"_s, u"--strict"_s});
    const bool isLost = example.changes.join(u' ').contains("lost"_L1);
    QCOMPARE(strict.exitCode, isLost ? 7 : 0);
    const Json both = jsonLiteral(strict.out);
    QCOMPARE(both.member("received"_L1).toBytes(), example.received);
    QCOMPARE(both.member("envelope"_L1).member("data"_L1).toBytes(), example.normalised);
    QCOMPARE(both.member("changes"_L1).size(), example.changes.size());
    QCOMPARE(both.member("warnings"_L1).size(), 0);
}

void tst_CliResult::countsChangesThatAreNotListed()
{
    script.tools =
        toolsWith(R"({"type":"object","properties":{"l":{"type":"array","items":{"type":"integer"}}}})");
    script.callResult = R"({"content":[],"structuredContent":{"l":["0","x",true,"y"]}})";
    const QStringList call{u"call"_s, script.url(), u"t"_s, u"--limit"_s, u"warnings.perResult=1"_s};
    const QByteArray told = run(call).err;
    QCOMPARE(changesToldOn(told), QStringList(u"converted /l/0"_s));
    QVERIFY2(told.contains("… and 3 more changes, 3 of them lost; --json lists all"), told.constData());
    QCOMPARE(jsonLiteral(run(call + QStringList{u"--json"_s}).out).member("changes"_L1).size(), 4);
}

void tst_CliResult::reportsEachChangeToACallerOverAHub()
{
    QFETCH(NormalisationCase, example);
    script.tools = toolsWith(example.schema);
    script.callResult = R"({"content":[],"structuredContent":)" + example.received + '}';
    RunningCommand hub(run, {u"serve"_s, script.url(), u"--as"_s, u"hub"_s});
    const QStringList call{u"call"_s, QString::fromUtf8(hub.line()).trimmed(), u"t"_s};
    const CommandResult shown = run(call);
    QCOMPARE(changesToldOn(shown.err), example.changes);
    const Json told = jsonLiteral(run(call + QStringList{u"--json"_s}).out);
    QCOMPARE(told.member("envelope"_L1).member("data"_L1).toBytes(), example.normalised);
    QCOMPARE(told.member("envelope"_L1).member("meta"_L1).member("structuredContent"_L1).toBytes(),
        example.received);
    const bool isLost = example.changes.join(u' ').contains("lost"_L1);
    QCOMPARE(run(call + QStringList{u"--strict"_s}).exitCode, isLost ? 7 : 0);
}

void tst_CliResult::printsBothStatesAsJson()
{
    const CommandResult result =
        run({u"call"_s, u"demo:tracker"_s, u"get-forecast"_s, u"city=Oslo"_s, u"--json"_s});
    const Json out = jsonLiteral(result.out);
    const auto high = [](const Json &data) {
        return data.member("days"_L1).at(0).member("high"_L1).toBytes();
    };
    QCOMPARE(high(out.member("received"_L1)), "\"16\"");
    QCOMPARE(high(out.member("envelope"_L1).member("data"_L1)), "0");
    QCOMPARE(out.member("warnings"_L1).size(), 0);
    const Json change = out.member("changes"_L1).at(0);
    QCOMPARE(change.member("mark"_L1).toString(), u"lost"_s);
    QCOMPARE(change.member("violation"_L1).member("message"_L1).toString(), u"Expected number, got string"_s);
    const Json opened =
        jsonLiteral(run({u"call"_s, u"demo:tracker"_s, u"close-issue"_s, u"id:=999"_s, u"--json"_s}).out);
    QCOMPARE(opened.member("failure"_L1).member("code"_L1).toString(), u"ISSUE_NOT_FOUND"_s);
    QCOMPARE(opened.member("failure"_L1).member("next"_L1).toString(), u"list-issues"_s);
    QCOMPARE(opened.member("payload"_L1).member("code"_L1).toString(), u"ISSUE_NOT_FOUND"_s);
    QCOMPARE(opened.member("meta"_L1).member("tool"_L1).toString(), u"close-issue"_s);
}

void tst_CliResult::failsForLostValuesOnlyWhenStrict_data()
{
    QTest::addColumn<QByteArray>("structured");
    QTest::addColumn<int>("strictExit");
    QTest::newRow("nothing to report") << QByteArray(R"({"n":1,"d":2})") << 0;
    QTest::newRow("a default was filled in") << QByteArray(R"({"n":1})") << 0;
    QTest::newRow("a value was lost") << QByteArray(R"({"n":"one","d":2})") << 7;
    QTest::newRow("a value was invented") << QByteArray(R"({"d":2})") << 7;
}

void tst_CliResult::failsForLostValuesOnlyWhenStrict()
{
    QFETCH(QByteArray, structured);
    QFETCH(int, strictExit);
    script.tools = R"([{"name":"t","inputSchema":{"type":"object"},"outputSchema":{"type":"object",
        "required":["n","d"],"properties":{"n":{"type":"integer"},"d":{"type":"integer","default":1}}}}])";
    script.callResult = R"({"content":[],"structuredContent":)" + structured + '}';
    const QStringList call{u"call"_s, script.url(), u"t"_s};
    QCOMPARE(run(call).exitCode, 0);
    QCOMPARE(run(call + QStringList{u"--strict"_s}).exitCode, strictExit);
}

void tst_CliResult::failsIfOnlyTheEnvelopeReportsAnError()
{
    script.tools = R"([{"name":"t","inputSchema":{"type":"object"}}])";
    script.callResult =
        R"({"content":[],"structuredContent":{"ok":false,"error":{"code":"X","message":"no"}}})";
    const CommandResult result = run({u"call"_s, script.url(), u"t"_s});
    QCOMPARE(result.exitCode, 1);
    QCOMPARE(jsonLiteral(result.out).member("code"_L1).toString(), u"X"_s);
    QVERIFY2(result.err.contains("failed: X: no (execution)"), result.err.constData());
}

void tst_CliResult::refusesDataAndNormalisedAtOnce()
{
    const CommandResult result =
        run({u"call"_s, u"demo:tracker"_s, u"count-issues"_s, u"--data"_s, u"--normalised"_s});
    QCOMPARE(result.exitCode, 2);
    QVERIFY(result.out.isEmpty());
}

void tst_CliResult::reportsAnUnreadableResultOnce_data()
{
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<QByteArray>("received");
    QTest::addColumn<QByteArray>("message");
    const QByteArray any = R"({"type":"object"})";
    QTest::newRow("an unknown source")
        << any << QByteArray(R"({"data":{"a":1},"meta":{"source":"ftp"}})")
        << QByteArray("note: The value looks like a response envelope, but its meta.source \"ftp\" is not");
    QByteArray deep = "7";
    for (int i = 0; i < 50; ++i)
        deep = R"({"data":)" + deep + R"(,"meta":{"source":"local","operationId":"a.b","timestamp":1}})";
    QTest::newRow("an envelope inside of itself, fifty times")
        << any << deep << QByteArray("warning: Envelopes are nested deeper than 4 layers;");
    QTest::newRow("a schema that does not compile")
        << QByteArray(R"({"type":"object","properties":{"n":{"type":"strung"}}})")
        << QByteArray(R"({"n":"7"})")
        << QByteArray("warning: Not validated: The schema cannot be used: /properties/n/type");
    QTest::newRow("a schema that leads nowhere")
        << QByteArray(R"({"type":"object","properties":{"n":{"$ref":"#/none"}}})")
        << QByteArray(R"({"n":"7"})")
        << QByteArray("warning: Not validated: reference: #/none leads nowhere");
}

void tst_CliResult::reportsAnUnreadableResultOnce()
{
    QFETCH(QByteArray, schema);
    QFETCH(QByteArray, received);
    QFETCH(QByteArray, message);
    script.tools = toolsWith(schema);
    script.callResult = R"({"content":[],"structuredContent":)" + received + '}';
    const QStringList call{u"call"_s, script.url(), u"t"_s};
    const CommandResult shown = run(call);
    QCOMPARE(shown.exitCode, 0);
    QByteArrayList lines = shown.err.trimmed().split('\n');
    lines.removeIf(
        [](const QByteArray &line) { return line.startsWith("inside ") || line.startsWith("meta "); });
    QCOMPARE(lines.size(), 1);
    QVERIFY2(lines.first().startsWith(message), shown.err.constData());
    const Json whole = jsonLiteral(run(call + QStringList{u"--json"_s}).out);
    QCOMPARE(whole.member("received"_L1).toBytes(), received);
    QCOMPARE(whole.member("changes"_L1).size(), 0);
}

void tst_CliResult::throwsTheErrorOfAForeignEnvelope()
{
    const QStringList call{
        u"call"_s, u"demo:tracker"_s, u"close-issue"_s, u"id:=999"_s, u"--is-error"_s, u"throw"_s};
    const CommandResult told = run(call);
    QCOMPARE(told.exitCode, 1);
    QVERIFY(told.out.isEmpty());
    QVERIFY2(!told.err.contains("ENVELOPE_V1") && told.err.contains("hint: List the issues")
            && told.err.contains("next: list-issues"),
        told.err.constData());
    const Json error = jsonLiteral(run(call + QStringList{u"--json"_s}).out).member("error"_L1);
    QCOMPARE(error.member("code"_L1).toString(), u"ISSUE_NOT_FOUND"_s);
    QVERIFY(!error.member("message"_L1).toString().contains("ENVELOPE_V1"_L1));
    QCOMPARE(error.member("details"_L1).member("error"_L1).member("next"_L1).toString(), u"list-issues"_s);
}

void tst_CliResult::inspectsItsOwnOutput_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("kind");
    QTest::newRow("a foreign envelope") << QStringList{u"close-issue"_s, u"id:=412"_s} << u"tool-envelope"_s;
    QTest::newRow("its error") << QStringList{u"close-issue"_s, u"id:=999"_s} << u"tool-envelope"_s;
    QTest::newRow("an envelope that the schema does not describe")
        << QStringList{u"list-issues"_s, u"project=workbench"_s} << u"alpha"_s;
    QTest::newRow("an error of the protocol") << QStringList{u"crash-call"_s} << u"none"_s;
}

void tst_CliResult::inspectsItsOwnOutput()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, kind);
    const CommandResult call = run(QStringList{u"call"_s, u"demo:tracker"_s, u"--json"_s} + arguments);
    const CommandResult inspected = run({u"inspect"_s, u"-"_s, u"--json"_s}, call.out);
    QVERIFY2(inspected.exitCode == 0, inspected.err.constData());
    const Json recognition = jsonLiteral(inspected.out);
    QCOMPARE(recognition.member("kind"_L1).toString(), kind);
    QCOMPARE(recognition.member("isError"_L1).toBoolean(), call.exitCode == 1);
    const CommandResult data = run({u"inspect"_s, u"-"_s, u"--data"_s}, call.out);
    const Json payload = recognition.member("data"_L1);
    QVERIFY2(
        payload.isAbsent() ? data.out.isEmpty() : jsonLiteral(data.out) == payload, data.out.constData());
}

void tst_CliResult::printsNothingWhereNothingWasReceived()
{
    m_answer = "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n";
    const QStringList call{u"call"_s, m_document, u"gone"_s};
    const CommandResult told = run(call);
    QVERIFY2(told.exitCode == 0, told.err.constData());
    QCOMPARE(told.out, QByteArray());
    QVERIFY2(told.err.contains("no data (HTTP 204)"), told.err.constData());
    QCOMPARE(run(call + QStringList{u"--data"_s}).out, QByteArray());
    const Json json = jsonLiteral(run(call + QStringList{u"--json"_s}).out);
    QVERIFY(!json.hasMember("received"_L1) && !json.member("envelope"_L1).hasMember("data"_L1));
}

void tst_CliResult::writesBinaryPartsToFiles_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("target");
    QTest::addColumn<QString>("written"); // the expected file
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("an image into a folder")
        << QByteArray(R"([{"type":"image","mimeType":"image/png","data":"iVBORw=="}])") << u"a/"_s
        << u"a/t-1.png"_s << QByteArray("\x89PNG");
    QTest::newRow("an image into a file")
        << QByteArray(R"([{"type":"image","mimeType":"image/png","data":"iVBORw=="}])") << u"one.png"_s
        << u"one.png"_s << QByteArray("\x89PNG");
    QTest::newRow("audio, the second of two parts")
        << QByteArray(R"([{"type":"image","mimeType":"image/gif","data":"R0lG"},
            {"type":"audio","mimeType":"audio/wav","data":"UklGRg=="}])")
        << u"b/"_s << u"b/t-2.wav"_s << QByteArray("RIFF");
    QTest::newRow("a blob by its name")
        << QByteArray(R"([{"type":"resource","resource":{"uri":"demo://x/report.pdf?v=1",
            "mimeType":"application/pdf","blob":"JVBERg=="}}])")
        << u"c/"_s << u"c/report.pdf"_s << QByteArray("%PDF");
    QTest::newRow("an unknown type") << QByteArray(
        R"([{"type":"image","mimeType":"image/x-hologram","data":"AAE="}])")
                                     << u"d/"_s << u"d/t-1.bin"_s << QByteArray("\0\1", 2);
}

void tst_CliResult::writesBinaryPartsToFiles()
{
    QFETCH(QByteArray, content);
    QFETCH(QString, target);
    QFETCH(QString, written);
    QFETCH(QByteArray, bytes);
    script.tools = R"([{"name":"t","inputSchema":{"type":"object"}}])";
    script.callResult = R"({"content":)" + content + '}';
    const CommandResult result = run({u"call"_s, script.url(), u"t"_s, u"--output"_s, target});
    QVERIFY2(result.exitCode == 0, result.err.constData());
    QCOMPARE(this->content(written), bytes);
    QVERIFY2(result.err.contains(QByteArray("wrote " + written.toUtf8())), result.err.constData());
    QVERIFY2(
        result.out.contains(QByteArray("\"written to " + written.toUtf8() + '"')), result.out.constData());
    QVERIFY(!result.out.contains(bytes.toBase64()));
}

void tst_CliResult::writesABinaryBody()
{
    const QByteArray bytes("\x89PNG\r\n\0\xff", 8);
    // Text is written to a named file unchanged, even if it could be decoded as base64.
    m_answer = answered("abcd", "application/xml");
    QCOMPARE(run({u"call"_s, m_document, u"photo"_s, u"--output"_s, u"parts/"_s}).exitCode, 0);
    QCOMPARE(run({u"call"_s, m_document, u"photo"_s, u"--output"_s, u"photo.xml"_s}).exitCode, 0);
    QCOMPARE(content(u"photo.xml"_s), "abcd"_ba);
    m_answer = answered("\xEF\xBB\xBFgr\xFC\xDF", "text/plain");
    QCOMPARE(run({u"call"_s, m_document, u"photo"_s, u"--output"_s, u"text.txt"_s}).exitCode, 0);
    QCOMPARE(content(u"text.txt"_s), "\xEF\xBB\xBFgr\xFC\xDF"_ba);
    m_answer = answered(bytes, "image/png");
    const CommandResult result =
        run({u"call"_s, m_document, u"photo"_s, u"--output"_s, u"photo.png"_s, u"--json"_s});
    QVERIFY2(result.exitCode == 0, result.err.constData());
    QCOMPARE(content(u"photo.png"_s), bytes);
    QCOMPARE(jsonLiteral(result.out).member("files"_L1).toBytes(),
        R"([{"file":"photo.png","mediaType":"image/png","bytes":8}])");
}

void tst_CliResult::writesTheOnlyTextToAFile_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("target");
    QTest::newRow("a text") << QByteArray(R"([{"type":"text","text":"# Caf\u00e9\n"}])") << u"text.md"_s;
    QTest::newRow("a resource") << QByteArray(
        R"([{"type":"resource","resource":{"uri":"notes://a.md","mimeType":"text/markdown","text":"# Caf\u00e9\n"}}])")
                                << u"resource.md"_s;
    QTest::newRow("a text beside a link")
        << QByteArray(R"([{"type":"resource_link","uri":"notes://b.md","name":"b"},
            {"type":"text","text":"# Caf\u00e9\n"}])")
        << u"beside.md"_s;
}

void tst_CliResult::writesTheOnlyTextToAFile()
{
    QFETCH(QByteArray, content);
    QFETCH(QString, target);
    script.tools = R"([{"name":"t","inputSchema":{"type":"object"}}])";
    script.callResult = R"({"content":)" + content + '}';
    const CommandResult result = run({u"call"_s, script.url(), u"t"_s, u"--output"_s, target});
    QVERIFY2(result.exitCode == 0, result.err.constData());
    QCOMPARE(this->content(target), "# Caf\xC3\xA9\n"_ba);
    QVERIFY2(result.err.contains(QByteArray("wrote " + target.toUtf8())), result.err.constData());
}

void tst_CliResult::neverOverwritesAFile()
{
    script.tools = R"([{"name":"t","inputSchema":{"type":"object"}}])";
    script.callResult = R"({"content":[{"type":"image","mimeType":"image/png","data":"iVBORw=="}]})";
    const auto output = [this](const QString &to) {
        return run({u"call"_s, script.url(), u"t"_s, u"--output"_s, to});
    };
    QCOMPARE(output(u"kept.png"_s).exitCode, 0);
    const auto calls = [this] {
        return std::ranges::count_if(script.requests(),
            [](const RawServer::Request &request) { return request.body.contains("tools/call"); });
    };
    const auto before = calls();
    QCOMPARE(output(u"kept.png"_s).exitCode, 2);
    QCOMPARE(calls(), before); // the error comes before any call
    QVERIFY(QFile::link(file(u"elsewhere.png"_s), file(u"link.png"_s)));
    QCOMPARE(output(u"link.png"_s).exitCode, 2);
    QVERIFY(!QFile::exists(file(u"elsewhere.png"_s)));
    QCOMPARE(output(u"folder/"_s).exitCode, 0);
    QCOMPARE(output(u"folder"_s).exitCode, 0);
    QCOMPARE(QDir(file(u"folder"_s)).entryList(QDir::Files), (QStringList{u"t-1-2.png"_s, u"t-1.png"_s}));
    QCOMPARE(output(u"missing/x.png"_s).exitCode, 2);
}

void tst_CliResult::makesNamesOfPeersSafe()
{
    script.tools = R"([{"name":"../t","inputSchema":{"type":"object"}}])";
    script.callResult = R"({"content":[
        {"type":"resource","resource":{"uri":"file:///etc/..","mimeType":"text/plain","blob":"YQ=="}},
        {"type":"resource","resource":{"uri":"x://a/.bashrc","mimeType":"text/x-sh","blob":"Yg=="}},
        {"type":"resource","resource":{"uri":"x://a/..\\..\\b\u001b[2J","mimeType":"","blob":"Yw=="}},
        {"type":"image","mimeType":"../../etc","data":"ZA=="}]})";
    const CommandResult result = run({u"call"_s, script.url(), u"../t"_s, u"--output"_s, u"safe/deep/"_s});
    QVERIFY2(result.exitCode == 0, result.err.constData());
    const QDir folder(file(u"safe/deep"_s));
    const QStringList names = folder.entryList(QDir::Files | QDir::Hidden);
    QCOMPARE(names.size(), 4);
    for (const QString &name : names)
        QVERIFY2(
            !name.startsWith(u'.') && !name.contains(u'\\') && !name.contains(u'\x1b'), qPrintable(name));
    QCOMPARE(QDir(file(u"safe"_s)).entryList(QDir::Files | QDir::Hidden), QStringList());
}

void tst_CliResult::saysWhenThereIsNothingToWrite()
{
    script.tools = R"([{"name":"t","inputSchema":{"type":"object"}}])";
    script.callResult = R"({"content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]})";
    const CommandResult none = run({u"call"_s, script.url(), u"t"_s, u"--output"_s, u"none.bin"_s});
    QCOMPARE(none.exitCode, 7);
    QVERIFY(!none.out.isEmpty()); // the result is printed anyway
    QVERIFY2(none.err.contains("\"none.bin\" was not written"), none.err.constData());
    QVERIFY(!QFile::exists(file(u"none.bin"_s)));
    script.callResult = R"({"content":[{"type":"image","mimeType":"image/png","data":"no base64!"}]})";
    const CommandResult broken = run({u"call"_s, script.url(), u"t"_s, u"--output"_s, u"none.bin"_s});
    QCOMPARE(broken.exitCode, 7);
    QVERIFY(broken.out.contains("no base64!"));
}

WORKBENCH_TEST(tst_CliResult, QCoreApplication)
#include "tst_cliresult.moc"
