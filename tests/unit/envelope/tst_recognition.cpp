// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/envelope/explanation/explanation.h"
#include "core/json/jsonparser.h"
#include "tests/support/counts.h"
#include "tests/support/testprogram.h"

#include <QFile>
#include <QMap>
#include <QRandomGenerator>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;

class tst_Recognition : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void vectors_data();
    void vectors();
    void distinguishesTruncatedFromMalformedText_data();
    void distinguishesTruncatedFromMalformedText();
    void inspectsAnAbbreviatedRefusal_data();
    void inspectsAnAbbreviatedRefusal();
    void inspectsAPastedRefusal_data();
    void inspectsAPastedRefusal();
    void isNeverCertainWithoutAMark();
    void leavesALargeTextClosed_data();
    void leavesALargeTextClosed();
    void countsTheTextOfAllBlocks();
    void doesNotCompareTextOverTheLimit();
    void keepsTextClosedIfConfigured();
    void keepsTheBlocksBesideAnOpenedText();
    void notesWhatIsOddAboutAnOpenedText_data();
    void notesWhatIsOddAboutAnOpenedText();
    void notesWhatIsOddAboutATextInAString();
    void saysThatRemarksAreLeftOut();
    void cleanupTestCase();

private:
    Json m_vectors;
    int m_passed = 0;
    int m_total = 0;
};

namespace {

//! Returns the diagnostics as sorted lines, because their order has no meaning but repetition has.
QByteArrayList sortedDiagnostics(const Json &output)
{
    QByteArrayList lines;
    for (const Json each : output.member("diagnostics"_L1).items())
        lines.append(each.member("code"_L1).toBytes() + each.member("severity"_L1).toBytes()
            + each.member("message"_L1).toBytes());
    std::ranges::sort(lines);
    return lines;
}

Json textBlockOf(const QByteArray &text)
{
    return Json::object(
        {{u"type"_s, Json::string(u"text")}, {u"text"_s, Json::string(QString::fromUtf8(text))}});
}

bool has(const Recognition &recognition, QLatin1StringView code)
{
    return std::ranges::contains(recognition.notes, code, &RecognitionNote::code);
}

//! Makes random JSON from names and texts that occur in envelopes and in business data.
class ValueMaker {
public:
    explicit ValueMaker(quint32 seed)
        : m_random(seed)
    {
    }

    Json value(int depth)
    {
        switch (depth > 0 ? m_random.bounded(9) : m_random.bounded(5)) {
        case 0: return Json::null();
        case 1: return Json::boolean(m_random.bounded(2) == 1);
        case 2: return Json::integer(m_random.bounded(700) - 50);
        case 3:
        case 4: return Json::string(word(texts));
        case 5: {
            QList<Json> items;
            for (int count = m_random.bounded(4); count > 0; --count)
                items.append(value(depth - 1));
            return Json::array(items);
        }
        default: break;
        }
        QMap<QString, Json> members;
        for (int count = m_random.bounded(5); count > 0; --count)
            members.insert(word(names), value(depth - 1));
        QList<Json::Member> list;
        for (const auto &[name, each] : members.asKeyValueRange())
            list.append({name, each});
        return Json::object(list);
    }

    Json textBlock(const Json &content)
    {
        const QString text = QString::fromUtf8(content.toBytes());
        return Json::array(
            {Json::object({{u"type"_s, Json::string(u"text")}, {u"text"_s, Json::string(text)}})});
    }

private:
    static constexpr std::array names{"data"_L1, "meta"_L1, "ok"_L1, "success"_L1, "status"_L1, "error"_L1,
        "errors"_L1, "message"_L1, "result"_L1, "content"_L1, "type"_L1, "text"_L1, "title"_L1, "detail"_L1,
        "code"_L1, "headers"_L1, "body"_L1, "statusCode"_L1, "id"_L1, "attributes"_L1, "extensions"_L1,
        "payload"_L1, "tool"_L1, "ts"_L1, "items"_L1, "name"_L1, "links"_L1};
    static constexpr std::array texts{"success"_L1, "fail"_L1, "error"_L1, "text"_L1, "/a"_L1,
        "about:blank"_L1, "grpc"_L1, "2"_L1, "x"_L1, ""_L1, "application/json"_L1};

    template <size_t N> QString word(const std::array<QLatin1StringView, N> &words)
    {
        return words[size_t(m_random.bounded(int(N)))];
    }

    QRandomGenerator m_random;
};

} // namespace

void tst_Recognition::vectors_data()
{
    QTest::addColumn<Json>("input");
    QTest::addColumn<Json>("expected");
    QFile file(QStringLiteral(TESTS_DIR "/vectors/envelope-vectors.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const Result<Json> document = parseJson(file.readAll());
    QVERIFY(document.has_value());
    for (const Json vector : document->member("vectors"_L1).items()) {
        QTest::newRow(vector.member("id"_L1).toString().toUtf8().constData())
            << vector.member("input"_L1) << vector.member("expect"_L1);
    }
}

void tst_Recognition::vectors()
{
    QFETCH(Json, input);
    QFETCH(Json, expected);
    ++m_total;
    const Result<InspectableCase> one = inspectableCase(input);
    QVERIFY(one.has_value());
    const Json output = toJson(recognise(one->input, one->options));
    QCOMPARE(sortedDiagnostics(output).join('\n'), sortedDiagnostics(expected).join('\n'));
    for (const QLatin1StringView name :
        {"kind"_L1, "layers"_L1, "confidence"_L1, "data"_L1, "meta"_L1, "isError"_L1, "error"_L1})
        QCOMPARE(output.member(name).toBytes(), expected.member(name).toBytes());
    ++m_passed;
}

void tst_Recognition::distinguishesTruncatedFromMalformedText_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<bool>("isCut");
    QTest::newRow("a word instead of a key") << QByteArray("{oops") << false;
    QTest::newRow("a word instead of a value") << QByteArray("{\"a\": oops, \"b\": [1") << false;
    QTest::newRow("no brackets left open") << QByteArray("{\"a\": oops}") << false;
    QTest::newRow("a raw line feed inside a string") << QByteArray("{\"a\": \"x\ny, \"b\": 1") << false;
    QTest::newRow("after a comma") << QByteArray("{\"a\": [1, 2,") << true;
    QTest::newRow("inside a number") << QByteArray("[1, 2.") << true;
    QTest::newRow("inside a literal") << QByteArray("[1, tru") << true;
    QTest::newRow("inside a key") << QByteArray("{\"a\": 1, \"b") << true;
    QTest::newRow("after a backslash") << QByteArray("{\"a\": \"x\\") << true;
    QTest::newRow("inside an escape") << QByteArray("{\"a\": \"\\u12") << true;
    QTest::newRow("inside a surrogate pair") << QByteArray("[\"\\ud83d\\ude0") << true;
}

void tst_Recognition::distinguishesTruncatedFromMalformedText()
{
    QFETCH(QByteArray, json);
    QFETCH(bool, isCut);
    // The text comes in a ToolEnvelope block and in an inspected file.
    const Json block = textBlockOf("__ENVELOPE_V1__:" + json.toBase64());
    RecognitionInput input;
    input.result.content = Json::array({textBlockOf("done"), block});
    const Recognition envelope = recognise(input);
    QCOMPARE(has(envelope, "tool-envelope.truncated"_L1), isCut);
    QCOMPARE(has(envelope, "tool-envelope.bad-json"_L1), !isCut);
    const Result<RecognitionInput> file = readInspectable(json);
    QVERIFY(file);
    QCOMPARE(has(recognise(*file), "text.truncated-json"_L1), isCut);
}

void tst_Recognition::inspectsAnAbbreviatedRefusal_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("category");
    QTest::newRow("one path") << QByteArray(R"(MCP error -32602: path:["circuitState"])") << u"schema"_s;
    QTest::newRow("several names") << QByteArray(
        R"(MCP error -32602: paths:["scores","winner","rule_version_hash"])")
                                   << u"schema"_s;
    QTest::newRow("a list over several lines")
        << QByteArray("MCP error -32602: path:[\n  \"a\",\n  0\n]") << u"schema"_s;
    QTest::newRow("a line break behind the code")
        << QByteArray("MCP error -32602:\npath:[\"a\"]") << u"schema"_s;
    QTest::newRow("two refusals") << QByteArray(
        "MCP error -32602: path:[\"a\"]\nMCP error -32602: paths:[\"b\",\"c\"]\n")
                                  << u"schema"_s;
    QTest::newRow("a closing full stop") << QByteArray(R"(MCP error -32602: path:["a"].)") << u"schema"_s;
    QTest::newRow("brackets in a name")
        << QByteArray(R"(MCP error -32602: paths:["a]","[\"b"])") << u"schema"_s;
    QTest::newRow("no names") << QByteArray("MCP error -32602: path:[]") << u"validation"_s;
    QTest::newRow("names in a list of lists")
        << QByteArray(R"(MCP error -32602: paths:[["a"]])") << u"validation"_s;
    QTest::newRow("a refusal and prose")
        << QByteArray("MCP error -32602: path:[\"a\"]\nPlease report it.") << u"validation"_s;
    QTest::newRow("the error of a tool")
        << QByteArray(R"(MCP error -32000: path:["circuitState"])") << u"execution"_s;
    QTest::newRow("not a list") << QByteArray(R"(MCP error -32602: path:[circuitState])") << u"validation"_s;
    QTest::newRow("more text") << QByteArray(R"(MCP error -32602: path:["a"] is not readable)")
                               << u"validation"_s;
}

void tst_Recognition::inspectsAnAbbreviatedRefusal()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, category);
    const Json flagged =
        Json::object({{u"content"_s, Json::array({textBlockOf(text)})}, {u"isError"_s, Json::boolean(true)}});
    const bool isRefusal = category == "schema"_L1;
    for (const QByteArray &bytes : {text, flagged.toBytes()}) {
        const Result<RecognitionInput> input = readInspectable(bytes);
        QVERIFY(input);
        const Recognition recognition = recognise(*input);
        QVERIFY(recognition.error);
        QCOMPARE(has(recognition, "schema.server-rejected-own-output"_L1), isRefusal);
        QCOMPARE(recognition.error->category == "schema"_L1, isRefusal);
    }
    // In a text the number is part of the message; a JSON-RPC error has it as its code, too.
    const Json error = Json::object({{u"code"_s, Json::integer(text.contains("-32602") ? -32602 : -32000)},
        {u"message"_s, Json::string(QString::fromUtf8(text))}});
    const Result<RecognitionInput> thrown = readInspectable(error.toBytes());
    QVERIFY(thrown);
    QCOMPARE(recognise(*thrown).error->category, category);
}

void tst_Recognition::inspectsAPastedRefusal_data()
{
    QTest::addColumn<QByteArray>("pasted");
    QTest::addColumn<QString>("issues"); // empty: the text is not a refusal
    const auto row = [](const char *name, const QByteArray &pasted, const QString &issues) {
        QTest::newRow(name) << pasted << issues;
    };
    const QString issue = u"/a: refused"_s;
    row("bare", R"(MCP error -32602: path:["a"])", issue);
    row("with the name of an exception", R"(McpError: MCP error -32602: path:["a"])", issue);
    row("with the word Error", R"(Error: MCP error -32602: path:["a"])", issue);
    row("in a list", R"(- MCP error -32602: path:["a"])", issue);
    row("in backticks", R"(`MCP error -32602: path:["a"]`)", issue);
    row("in quotes", R"('McpError: MCP error -32602: path:["a"]')", issue);
    row("in a block of code", "```\nMCP error -32602: path:[\"a\"]\n```", issue);
    row("as a JSON string", R"("MCP error -32602: path:[\"a\"]")", issue);
    row("two in a list", "- `MCP error -32602: path:[\"a\"]`\n- `MCP error -32602: paths:[\"b\",\"c\"]`\n",
        u"/a: refused /b: refused /c: refused"_s);
    row("two in a line", "`MCP error -32602: path:[\"a\"]`, `MCP error -32602: paths:[\"b\",\"c\"]`",
        u"/a: refused /b: refused /c: refused"_s);
    row("as an error without the prefix", R"({"code":-32602,"message":"path:[\"a\",\"b\"]"})",
        u"/a/b: refused"_s);
    row("behind prose", R"(The server says: MCP error -32602: path:["a"])", {});
    row("an error of other code", R"({"code":-32000,"message":"path:[\"a\"]"})", {});
    row("a JSON string of other text", R"("path:[\"a\"]")", {});
}

void tst_Recognition::inspectsAPastedRefusal()
{
    QFETCH(QByteArray, pasted);
    const Result<RecognitionInput> input = readInspectable(pasted);
    QVERIFY(input);
    QStringList issues;
    for (const Diagnosis &diagnosis : explain(*input, recognise(*input))) {
        QCOMPARE(diagnosis.code, u"schema.server-rejected-own-output"_s);
        for (const Json &issue : diagnosis.subject.items())
            issues.append(issue.toString());
    }
    QTEST(issues.join(u' '), "issues");
}

//! The values are business data of all shapes with the names of envelopes, but without their marks.
void tst_Recognition::isNeverCertainWithoutAMark()
{
    constexpr int values = 10'000;
    const quint32 seed = qEnvironmentVariableIntValue("WORKBENCH_SEED") > 0
        ? quint32(qEnvironmentVariableIntValue("WORKBENCH_SEED"))
        : QRandomGenerator::global()->generate() % 1'000'000;
    qInfo("%d values from seed %u (WORKBENCH_SEED repeats it)", values, seed);
    ValueMaker make(seed);
    int certain = 0;
    int opened = 0;
    for (int i = 0; i < values; ++i) {
        const Json value = make.value(4);
        RecognitionInput input;
        if (i % 3 == 0) {
            input.form = RecognitionInput::Form::Http;
            input.value = value;
            input.statusCode = i % 2 == 0 ? 200 : 404;
        } else if (i % 3 == 1) {
            input.result.structuredContent = value;
            input.result.isFlagged = i % 2 == 0;
        } else {
            input.result.content = make.textBlock(value);
        }
        const Recognition recognition = recognise(input);
        opened += recognition.layers.isEmpty() ? 0 : 1;
        const bool isCertain = std::ranges::any_of(recognition.layers, [](const EnvelopeLayer &layer) {
            return !layer.isCarrier && layer.confidence == Confidence::Certain;
        });
        if (isCertain && ++certain == 1)
            qWarning().noquote() << value.toBytes();
    }
    QCOMPARE(certain, 0);
    QVERIFY2(opened > values / 10, "too few values look like envelopes");
}

void tst_Recognition::leavesALargeTextClosed_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("kind");
    QTest::newRow("JSON") << QByteArray(" {\"ok\":true,\"data\":[1,2,3]}\n") << u"json-text"_s;
    QTest::newRow("fenced") << QByteArray("```json\n{\"ok\":true,\"data\":[1,2,3]}\n```") << u"fenced-json"_s;
    QTest::newRow("encoded twice") << QByteArray(R"("{\"ok\":true,\"data\":[1,2,3]}")")
                                   << u"double-encoded-json"_s;
    QTest::newRow("between markers") << QByteArray(
        "Careful:\n<untrusted-data-0a1b2c3d>\n{\"ok\":true,\"data\":1}\n</untrusted-data-0a1b2c3d>")
                                     << u"untrusted-fence"_s;
    QTest::newRow("prose") << QByteArray("a very long story that goes on and on") << QString();
    QTest::newRow("a list in prose") << QByteArray("[1] see the notes at the very end of it") << QString();
}

void tst_Recognition::leavesALargeTextClosed()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, kind);
    RecognitionInput input;
    input.result.content = Json::array({textBlockOf(text)});
    RecognitionOptions options;
    options.maxTextBytes = 20;
    const Recognition closed = recognise(input, options);
    QVERIFY(closed.layers.isEmpty());
    QCOMPARE(closed.data, input.result.content);
    QCOMPARE(closed.closedText.has_value(), !kind.isEmpty());
    QCOMPARE(has(closed, "text.not-opened"_L1), !kind.isEmpty());
    if (kind.isEmpty())
        return;
    QCOMPARE(closed.closedText->kind, kind);
    QCOMPARE(closed.closedText->bytes, text.size());
    QVERIFY(closed.closedText->isTooLarge);

    const Recognition opened = recognise(input, options.openingAnyText());
    QVERIFY(!opened.closedText);
    QCOMPARE(opened.layers.size(), 2);
    QCOMPARE(opened.layers.first().kind, kind);
    QCOMPARE(opened.kind, "alpha"_L1);
}

void tst_Recognition::countsTheTextOfAllBlocks()
{
    RecognitionInput input;
    input.result.content = Json::array({textBlockOf("{\"a\":1}"), textBlockOf("{\"a\":2}")});
    RecognitionOptions options;
    options.maxTextBytes = 10;
    const Recognition closed = recognise(input, options);
    QVERIFY(closed.closedText && closed.closedText->kind == "json-text"_L1);
    QCOMPARE(closed.closedText->bytes, 14);
    QCOMPARE(recognise(input).data.toBytes(), R"([{"a":1},{"a":2}])");
}

void tst_Recognition::doesNotCompareTextOverTheLimit()
{
    RecognitionInput input;
    input.result.content = Json::array({textBlockOf("{\"total\": 2}")});
    input.result.structuredContent = jsonLiteral(R"({"total":1})");
    QVERIFY(has(recognise(input), "text.differs-from-structured"_L1));
    RecognitionOptions options;
    options.maxTextBytes = 10;
    const Recognition unlooked = recognise(input, options);
    QVERIFY(!has(unlooked, "text.differs-from-structured"_L1));
    QVERIFY(has(unlooked, "text.not-compared"_L1));
    QVERIFY(!unlooked.closedText); // the data is structuredContent
    input.result.content = Json::array({textBlockOf("two of them, in all")});
    QVERIFY(recognise(input, options).notes.isEmpty());
}

void tst_Recognition::keepsTextClosedIfConfigured()
{
    RecognitionInput input;
    input.result.content = Json::array({textBlockOf("{\"ok\":true,\"data\":1}")});
    RecognitionOptions options;
    options.opensText = false;
    const Recognition kept = recognise(input, options);
    QVERIFY(kept.layers.isEmpty() && kept.notes.isEmpty());
    QVERIFY(kept.closedText && !kept.closedText->isTooLarge);
    QCOMPARE(
        toJson(kept).member("closedText"_L1).toBytes(), R"({"kind":"json-text","bytes":20,"reason":"off"})");
}

void tst_Recognition::keepsTheBlocksBesideAnOpenedText()
{
    const Json prose = textBlockOf("IMPORTANT");
    const Json unknown = jsonLiteral(R"({"type":"hologram"})");
    const Json data = textBlockOf("{\"a\":1}");
    const auto besideOf = [](const QList<Json> &content) {
        RecognitionInput input;
        input.result.content = Json::array(content);
        return recognise(input).beside;
    };
    QCOMPARE(besideOf({prose, data, unknown}), (QList<Json>{prose, unknown}));
    QCOMPARE(besideOf({data, unknown, data}), QList<Json>{unknown});
    const Json envelope =
        textBlockOf("__ENVELOPE_V1__:" + QByteArray(R"({"payload":1,"meta":{"version":1}})").toBase64());
    QCOMPARE(besideOf({prose, envelope, unknown, envelope}), (QList<Json>{prose, unknown}));
    RecognitionInput input;
    input.result.content = Json::array({prose, data});
    QCOMPARE(toJson(recognise(input)).member("beside"_L1), Json::array({prose}));
    input.result.content = Json::array({data});
    QVERIFY(toJson(recognise(input)).member("beside"_L1).isAbsent());
    QCOMPARE(besideOf({data}), QList<Json>());
    QCOMPARE(besideOf({prose, unknown}), QList<Json>()); // no text is opened, so the data shows them
}

void tst_Recognition::notesWhatIsOddAboutAnOpenedText_data()
{
    QTest::addColumn<QByteArrayList>("texts");
    QTest::addColumn<QString>("place");
    const QByteArray odd(R"({"a":1,"a":2})");
    QTest::newRow("one text") << QByteArrayList{odd} << u"/a"_s;
    QTest::newRow("in a fence") << QByteArrayList{"```json\n" + odd + "\n```"} << u"/a"_s;
    QTest::newRow("beside another text") << QByteArrayList{"hi", odd} << u"/a"_s;
    QTest::newRow("in a list") << QByteArrayList{R"({"b":1})", odd} << u"/1/a"_s;
    QTest::newRow("in an inner result") << QByteArrayList{
        Json::object({{u"content"_s, Json::array({textBlockOf(odd)})}, {u"isError"_s, Json::boolean(false)}})
            .toBytes()} << u"/a"_s;
}

void tst_Recognition::notesWhatIsOddAboutAnOpenedText()
{
    QFETCH(QByteArrayList, texts);
    QFETCH(QString, place);
    QList<Json> content;
    for (const QByteArray &text : std::as_const(texts))
        content.append(textBlockOf(text));
    RecognitionInput input;
    input.result.content = Json::array(content);
    QStringList found;
    for (const RecognitionNote &note : recognise(input).notes) {
        if (note.code == "received.json"_L1)
            found.append(note.message);
    }
    QCOMPARE(found,
        QStringList{
            u"JSON in the text: At %1: The key occurs more than once; the last value counts."_s.arg(place)});
}

void tst_Recognition::notesWhatIsOddAboutATextInAString()
{
    RecognitionInput input;
    input.result.content = Json::array({textBlockOf(R"("{\"a\":\"\ud800\"}")")});
    const Recognition opened = recognise(input);
    QCOMPARE(opened.layers.first().kind, "double-encoded-json"_L1);
    QVERIFY(std::ranges::any_of(opened.notes, [](const RecognitionNote &note) {
        return note.code == "received.json"_L1 && note.message.contains(u"only half of a surrogate pair"_s);
    }));
}

void tst_Recognition::saysThatRemarksAreLeftOut()
{
    RecognitionInput input;
    input.result.content = Json::array(QList<Json>(101, textBlockOf(R"({"a":1,"a":2})")));
    QStringList remarks;
    for (const RecognitionNote &note : recognise(input).notes) {
        if (note.code == "received.json"_L1)
            remarks.append(note.message);
    }
    QCOMPARE(remarks.size(), 100);
    QCOMPARE(remarks.last(), u"JSON in the text: More remarks about this text were left out."_s);
    QVERIFY(remarks.at(98).contains(u"/98/a"_s));
}

void tst_Recognition::cleanupTestCase()
{
    Test::reportCount(u"envelope vectors"_s, m_passed, m_total);
}

WORKBENCH_TEST(tst_Recognition, QCoreApplication)
#include "tst_recognition.moc"
