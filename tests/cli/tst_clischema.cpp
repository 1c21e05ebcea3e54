// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// resources/cli.schema.json accepts what every command of the manual prints with --json over the demo.

#include "core/json/jsonbuilder.h"
#include "core/json/jsonparser.h"
#include "tests/support/outputschema.h"
#include "tests/support/testprogram.h"

#include <QDirIterator>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Test;

namespace {

//! Splits \a line into words as a shell does.
QStringList shellWords(const QString &line)
{
    QStringList words;
    QString word;
    QChar quote;
    bool isOpen = false;
    for (const QChar c : line) {
        if (!quote.isNull() && c == quote) {
            quote = {};
        } else if (quote.isNull() && (c == u'\'' || c == u'"')) {
            quote = c;
            isOpen = true;
        } else if (quote.isNull() && c == u' ') {
            if (isOpen)
                words.append(word);
            word.clear();
            isOpen = false;
        } else {
            word += c;
            isOpen = true;
        }
    }
    if (isOpen)
        words.append(word);
    return words;
}

//! Returns the commands over the demo in \a text, which is the output of `--help` or a page of the manual.
QList<QStringList> demoCommands(const QString &text)
{
    QList<QStringList> found;
    for (const QString &line : text.split(u'\n')) {
        for (const QString &command : line.section(u" #"_s, 0, 0).section(u" | "_s, 0, 0).split(u"; "_s)) {
            QStringList words = shellWords(command.trimmed());
            if (words.value(0) == "./packaging/quickstart"_L1 && words.value(1) == "cli"_L1)
                words.removeFirst();
            else if (words.value(0) != "envelope"_L1)
                continue;
            words.removeFirst();
            const bool isOverTheDemo = words.join(u' ').contains(u"demo:"_s) && !command.contains(u'…');
            if (isOverTheDemo && OutputSchema::commands().contains(words.value(0)) && !found.contains(words))
                found.append(words);
        }
    }
    return found;
}

} // namespace

class tst_CliSchema : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void acceptsTheCommandsOfTheManual_data();
    void acceptsTheCommandsOfTheManual();
    void refusesSomethingElse();
    void refusesOtherMembers_data();
    void refusesOtherMembers();
    void refusesContradictions_data();
    void refusesContradictions();
    void refusesOperationsWithoutAMember();
    void acceptsBlocksBesideAnOpenedText();

private:
    CommandRun run{QStringLiteral(ENVELOPE_PROGRAM)};
    OutputSchema schema{run};
};

void tst_CliSchema::initTestCase()
{
    QCOMPARE(schema.loadAll(), QString());
}

void tst_CliSchema::acceptsTheCommandsOfTheManual_data()
{
    QTest::addColumn<QStringList>("arguments");
    QString text;
    QStringList paths{u"" SOURCE_DIR "/README.md"_s};
    QDirIterator pages(u"" SOURCE_DIR "/resources/manual"_s, {u"*.md"_s});
    while (pages.hasNext())
        paths.append(pages.next());
    for (const QString &path : std::as_const(paths)) {
        QFile page(path);
        QVERIFY(page.open(QIODevice::ReadOnly));
        text += u'\n' + QString::fromUtf8(page.readAll());
    }
    for (const QString &command : OutputSchema::commands())
        text += u'\n' + QString::fromUtf8(run({command, u"--help"_s}).out);
    const QList<QStringList> commands = demoCommands(text);
    QVERIFY2(commands.size() > 12, "the manual has fewer examples over the demo than expected");
    for (const QStringList &arguments : commands)
        QTest::newRow(qPrintable(arguments.join(u' '))) << arguments;
}

void tst_CliSchema::acceptsTheCommandsOfTheManual()
{
    QFETCH(QStringList, arguments);
    // Some commands read these files.
    run.write(u"inputs.json"_s, R"({"get-forecast":{"city":"Oslo"}})");
    run.write(u"calls.jsonl"_s,
        arguments.contains(u"demo:local"_s)
            ? R"({"operation":"math.divide","input":{"dividend":1,"divisor":2}})"
            : R"({"operation":"get-weather","input":{"city":"Chicago"}})");
    QCOMPARE(schema.misfitOf(arguments), QString());
}

void tst_CliSchema::refusesSomethingElse()
{
    for (const QString &name : schema.outputs())
        QVERIFY2(!schema.misfit(R"([{"x":1},7])", {name}).isEmpty(), qPrintable(name));
    for (const char *other : {R"([{"x":1},7])", R"({"nonsense":[1]})", "{}", "7", "[7]"})
        QVERIFY2(!schema.misfit(other, {QString()}).isEmpty(), other);
}

void tst_CliSchema::refusesOtherMembers_data()
{
    QTest::addColumn<QString>("definition");
    QTest::addColumn<QByteArray>("output"); // all its members are required
    QStringList missing = schema.outputs();
    const auto row = [&missing](const char *definition, const QByteArray &output) {
        QTest::addRow("%s %s", definition, output.constData()) << QString::fromLatin1(definition) << output;
        missing.removeAll(QString::fromLatin1(definition));
    };
    const QByteArray envelope = R"("envelope":{"meta":{"source":"mcp"}})";
    const QByteArray at = "\"2026-11-22T08:00:00.000Z\"";
    const QByteArray exchange =
        R"({"id":"1","startedAt":)" + at + R"(,"durationMs":1,"requestBytes":1,"responseBytes":1})";
    const QByteArray error = R"({"code":"X","message":"m"})";
    row("list", R"({"operations":[]})");
    row("complete", R"({"values":[],"hasMore":false})");
    row("envelope", R"({"meta":{"source":"mcp"}})");
    row("warning", R"({"pointer":"/a","message":"m","keyword":"k","schemaLocation":"#"})");
    row("change", R"({"pointer":"/a","action":"added","mark":"filled","after":1})");
    row("exchange", exchange);
    row("closedText", R"({"kind":"json-text","bytes":1,"reason":"off"})");
    row("note", R"({"code":"c","severity":"info","message":"m"})");
    row("diagnosis",
        R"({"code":"c","severity":"error","message":"m","title":"","cause":"","changes":[],
        "received":{"in":"data","failing":[],"text":""},"declared":{"in":"outputSchema","pointers":[],"text":""}})");
    row("call",
        "{" + envelope + R"(,"warnings":[],"changes":[],"layers":[],"diagnostics":[],"exchange":)" + exchange
            + "}");
    row("error", error);
    row("failure", R"({"error":)" + error + "}");
    row("unifiedError", R"({"code":null,"message":"","category":"c","retryable":null})");
    row("replay", R"({"url":"u","fixtures":1,"operations":1})");
    row("serve", R"({"url":"ws:\/\/h\/ws"})");
    row("serve", R"({"hub":"ws:\/\/h\/ws","accepted":[],"rejected":[]})");
    row("subscribe", R"({"seq":1,"at":)" + at + "," + envelope + R"(,"warnings":[]})");
    row("subscribeEnd", R"({"end":"count","events":0})");
    row("subscribeEnd", R"({"end":"closed","events":0,"error":)" + error + "}");
    row("request", R"({"frame":{}})");
    row("request", R"({"method":"GET","url":"u","headers":[]})");
    row("request", R"({"method":"PUT","url":"u","headers":[],"body":"AP8=","bodyEncoding":"base64"})");
    row("inspect", R"({"kind":"none","confidence":"none","layers":[],"isError":false,"diagnostics":[]})");
    row("record", R"([{"operation":"a","file":"f"}])");
    row("record", R"([{"operation":"a","reason":"r"}])");
    row("record", R"([{"operation":"a","error":)" + error + "}]");
    row("check", R"({"source":"s","peer":"","operations":[],"findings":[],"envelopes":{}})");
    row("checkConnect", R"({"source":"s","connected":true,"steps":[]})");
    row("checkConnect", R"({"source":"s","connected":false,"steps":[],"error":)" + error + "}");
    row("verify", R"({"passed":0,"failed":0,"changed":0,"skipped":0,"results":[]})");
    row("difference", R"({"pointer":"","kind":"added"})");
    row("rule", R"({"kind":"ignore","at":""})");
    row("compare", R"({"same":true,"differences":[]})");
    row("compare", R"({"same":true,"text":""})");
    row("compare", R"({"same":true,"results":[]})");
    row("batchError", R"({"error":"e"})");
    row("validate", R"({"valid":true,"errors":[]})");
    row("validate", R"({"valid":null,"errors":[],"reason":"r"})");
    row("problem", R"({"pointer":"/a","message":"m","keyword":"k","schemaLocation":"#"})");
    row("cast", R"({"value":1,"changes":[]})");
    row("cast", R"({"raised":"r","value":1})");
    row("import", R"({"sources":[],"remarks":[]})");
    row("export", R"({"mcpServers":{}})");
    row("limits", R"({"json.depth":1})");
    // An operation may have further members, and auth lists names.
    QCOMPARE(missing, (QStringList{u"describe"_s, u"auth"_s}));
}

void tst_CliSchema::refusesOtherMembers()
{
    QFETCH(QString, definition);
    QFETCH(QByteArray, output);
    QCOMPARE(schema.misfit(output, {definition}), QString());
    if (schema.outputs().contains(definition))
        QCOMPARE(schema.misfit(output, {QString()}), QString());
    const Json whole = jsonLiteral(output);
    const Json part = whole.isArray() ? whole.at(0) : whole;
    const auto isRefused = [&](const Json &changed) {
        const Json other = whole.isArray() ? Json::array(QList<Json>{changed}) : changed;
        return !schema.misfit(other.toBytes(), {definition}).isEmpty();
    };
    QVERIFY(isRefused(withMember(part, u"nonsense", Json::integer(1))));
    for (const auto member : part.members())
        QVERIFY2(isRefused(withoutMember(part, member.key())), qPrintable(member.key()));
}

void tst_CliSchema::refusesOperationsWithoutAMember()
{
    QVERIFY(!schema.misfit("[7]", {u"auth"_s}).isEmpty());
    QVERIFY(!schema.misfit(R"([""])", {u"auth"_s}).isEmpty());
    // An operation may have members that its source added.
    const Json operation = jsonLiteral(R"({"name":"a","namespace":"n","version":"1","type":"query",
        "description":"","inputSchema":{},"outputSchema":true,"accessControl":{},"id":"n.a","kind":"tool"})");
    QCOMPARE(schema.misfit(operation.toBytes(), {u"describe"_s}), QString());
    for (const auto member : operation.members()) {
        const Json less = withoutMember(operation, member.key());
        QVERIFY2(!schema.misfit(less.toBytes(), {u"describe"_s}).isEmpty(), qPrintable(member.key()));
    }
}

void tst_CliSchema::refusesContradictions_data()
{
    QTest::addColumn<QString>("definition");
    QTest::addColumn<QByteArray>("output");
    const auto row = [](const char *definition, const QByteArray &output) {
        QTest::addRow("%s %s", definition, output.constData()) << QString::fromLatin1(definition) << output;
    };
    const QByteArray error = R"({"code":"X","message":"m"})";
    row("validate", R"({"valid":false,"errors":[]})");
    row("validate",
        R"({"valid":true,"errors":[{"pointer":"","message":"m","keyword":"k","schemaLocation":"#"}]})");
    row("subscribeEnd", R"({"end":"count","events":0,"error":)" + error + "}");
    row("subscribeEnd", R"({"end":"aborted","events":0})");
    row("checkConnect", R"({"source":"s","connected":true,"steps":[],"error":)" + error + "}");
    row("comparison", R"({"same":false,"differences":[]})");
    row("comparison", R"({"same":true,"differences":[{"pointer":"","kind":"added"}]})");
    row("record", R"([{"operation":"a"}])");
    row("record", R"([{"operation":"a","file":"f","error":{"code":1,"message":7}}])");
    row("limits", "{}");
    row("limits", R"({"json.depth":-1})");
    row("pointer", "\"a\"");
    row("diagnostics", R"([{"code":"c","severity":"fatal","message":"m"}])");
    row("diagnostics", R"([{"code":"c","severity":"error","message":"m","declared":{}}])");
}

void tst_CliSchema::refusesContradictions()
{
    QFETCH(QString, definition);
    QFETCH(QByteArray, output);
    QVERIFY(!schema.misfit(output, {definition}).isEmpty());
}

void tst_CliSchema::acceptsBlocksBesideAnOpenedText()
{
    const CommandResult result = run({u"inspect"_s, u"-"_s, u"--json"_s},
        R"({"content":[{"type":"text","text":"hi"},{"type":"text","text":"{\"a\":1}"}]})");
    QVERIFY2(result.out.contains(R"("text":"hi")"), result.out.constData());
    QCOMPARE(schema.misfit(result.out, {u"inspect"_s}), QString());
}

WORKBENCH_TEST(tst_CliSchema, QCoreApplication)
#include "tst_clischema.moc"
