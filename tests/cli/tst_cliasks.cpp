// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Requests of a server during a call, answered from a file, at a terminal, or not at all.

#include "tests/support/commandrun.h"
#include "tests/support/pseudoterminal.h"
#include "tests/support/runningcommand.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Workbench::Test;
using namespace Qt::StringLiterals;

class tst_CliAsks : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void answersFromAFile_data();
    void answersFromAFile();
    void declinesWithoutAnAnswer_data();
    void declinesWithoutAnAnswer();
    void refusesAnInvalidAnswersFile_data();
    void refusesAnInvalidAnswersFile();
    void declinesInAScript_data();
    void declinesInAScript();
    void asksAtATerminal_data();
    void asksAtATerminal();
    void asksAgainForAFieldOnly();
    void answersTheModernDemoOverHttp();
    void anInterruptedCallCancelsItsTaskOverHttp();
    void theDemoAsks_data();
    void theDemoAsks();
    void theModernDemoAsksInRounds_data();
    void theModernDemoAsksInRounds();
    void tellsByItsExitCodeThatItDeclined_data();
    void tellsByItsExitCodeThatItDeclined();
    void showsTheLogOfTheServer_data();
    void showsTheLogOfTheServer();
    void aCallBecomesATask_data();
    void aCallBecomesATask();

private:
    QStringList line(const QStringList &words) const
    {
        return QStringList{u"call"_s} + words + QStringList{u"--"_s, u"sh"_s, QStringLiteral(ASKING_PEER)};
    }
    QString file(const QByteArray &json) const
    {
        const QString path = m_run.home() + u"/answers.json"_s;
        QFile out(path);
        if (out.open(QIODevice::WriteOnly))
            out.write(json);
        return path;
    }

    const CommandRun m_run{QStringLiteral(ENVELOPE_PROGRAM)};
};

void tst_CliAsks::answersFromAFile_data()
{
    QTest::addColumn<QString>("tool");
    QTest::addColumn<QByteArray>("answers");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("form, typed") << u"form"_s
                                 << QByteArray(R"({"form":[{"action":"accept","content":{"name":"Ada"}}]})")
                                 << QByteArray(R"("action":"accept","content":{"name":"Ada"})");
    QTest::newRow("form, defaults") << u"form"_s << QByteArray(R"({"form":"accept"})")
                                    << QByteArray(R"("content":{"name":"Eve"})");
    QTest::newRow("form, declined") << u"form"_s << QByteArray(R"({"form":["decline"]})")
                                    << QByteArray(R"({"action":"decline"})");
    QTest::newRow("link") << u"link"_s << QByteArray(R"({"url":["accept"]})")
                          << QByteArray(R"({"action":"accept"})");
    QTest::newRow("model") << u"model"_s << QByteArray(R"({"sampling":["some words"]})")
                           << QByteArray(R"("text":"some words")");
    QTest::newRow("model, declined") << u"model"_s << QByteArray(R"({"sampling":["decline"]})")
                                     << QByteArray(R"("code":-1)");
}

void tst_CliAsks::answersFromAFile()
{
    QFETCH(QString, tool);
    QFETCH(QByteArray, answers);
    QFETCH(QByteArray, says);
    const CommandResult result = m_run(line({tool, u"--answers"_s, file(answers)}));
    QVERIFY2(result.exitCode == 0, result.err.constData());
    QVERIFY2(QByteArray(result.out).replace("\\\"", "\"").contains(says), result.out.constData());
}

void tst_CliAsks::declinesWithoutAnAnswer_data()
{
    QTest::addColumn<QByteArray>("answers"); // empty: no --answers
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("no file") << QByteArray() << QByteArray("give --answers FILE or use a terminal");
    QTest::newRow("used up") << QByteArray(R"({"form":[]})")
                             << QByteArray("no further answer of the kind form");
    QTest::newRow("another kind") << QByteArray(R"({"url":["accept"]})")
                                  << QByteArray("no further answer of the kind form");
    QTest::newRow("an invalid value") << QByteArray(R"({"form":{"action":"accept","content":{"age":"old"}}})")
                                      << QByteArray("does not fit the form");
}

void tst_CliAsks::declinesWithoutAnAnswer()
{
    QFETCH(QByteArray, answers);
    QFETCH(QByteArray, says);
    const QStringList more = answers.isEmpty() ? QStringList() : QStringList{u"--answers"_s, file(answers)};
    const CommandResult result = m_run(line(QStringList{u"form"_s} + more));
    QVERIFY2(result.exitCode == 9, result.err.constData());
    QVERIFY2(result.err.contains("\"mcp\", during form, asks for the values of a form; it was declined"),
        result.err.constData());
    QVERIFY2(result.err.contains(says), result.err.constData());
}

void tst_CliAsks::refusesAnInvalidAnswersFile_data()
{
    QTest::addColumn<QByteArray>("answers");
    QTest::addColumn<QByteArray>("says");
    const QByteArray form(R"(expected "accept", {"action":"accept","content":{…}}, "decline" or "cancel")");
    const QByteArray sampling(R"(expected a text, {"role","content","model"}, "decline" or "cancel")");
    QTest::newRow("a list") << QByteArray("[]") << QByteArray("not a JSON object");
    QTest::newRow("unknown kind") << QByteArray(R"({"forms":[]})") << QByteArray("\"forms\" is not a kind");
    QTest::newRow("a number") << QByteArray(R"({"form":[7]})") << form;
    QTest::newRow("only the values") << QByteArray(R"({"form":[{"name":"Ada"}]})") << form;
    QTest::newRow("unknown action") << QByteArray(R"({"form":{"action":"send"}})") << form;
    QTest::newRow("values that are a text")
        << QByteArray(R"({"form":{"action":"accept","content":"Ada"}})") << form;
    QTest::newRow("unknown word for an address")
        << QByteArray(R"({"url":"open"})") << QByteArray(R"(expected "accept", "decline" or "cancel")");
    QTest::newRow("no model") << QByteArray(R"({"sampling":{"role":"user","content":"hi"}})") << sampling;
    QTest::newRow("no words of a model") << QByteArray(R"({"sampling":["accept"]})") << sampling;
    QTest::newRow("not JSON") << QByteArray("{") << QByteArray("answers");
}

void tst_CliAsks::refusesAnInvalidAnswersFile()
{
    QFETCH(QByteArray, answers);
    QFETCH(QByteArray, says);
    const CommandResult result = m_run(line({u"form"_s, u"--answers"_s, file(answers)}));
    QVERIFY2(result.exitCode == 2, result.err.constData());
    QVERIFY2(result.err.contains(says), result.err.constData());
}

void tst_CliAsks::declinesInAScript_data()
{
    QTest::addColumn<QString>("source");
    QTest::newRow("legacy") << u"demo:desk"_s;
    QTest::newRow("modern") << u"demo:modern"_s;
}

//! Without an answer the server is told all the same that it may ask, so it has the same tools.
void tst_CliAsks::declinesInAScript()
{
    QFETCH(QString, source);
    const CommandResult result = m_run({u"call"_s, source, u"book-table"_s});
    QVERIFY2(result.exitCode == 9, result.err.constData());
    QCOMPARE(result.err.count("asks for the values of a form; it was declined: to answer it, give --answers "
                              "FILE or use a terminal."),
        1);
    QVERIFY2(!QByteArray(result.out + result.err).contains("did not announce"), result.err.constData());
}

void tst_CliAsks::asksAtATerminal_data()
{
    QTest::addColumn<QString>("tool");
    QTest::addColumn<QByteArrayList>("dialog"); // alternately the text to wait for and the text to type
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("form") << u"form"_s
                          << QByteArrayList{"Who are you?", "y\n", "name (required) [\"Eve\"]:", "\n",
                                 "age:", "old\n", "Expected integer", "36\n"}
                          << QByteArray("\\\"Eve\\\"");
    QTest::newRow("declined") << u"form"_s << QByteArrayList{"Who are you?", "n\n"}
                              << QByteArray("\\\"decline\\\"");
    QTest::newRow("link") << u"link"_s << QByteArrayList{"https://example.org/pay", "y\n"}
                          << QByteArray("\\\"accept\\\"");
    QTest::newRow("model") << u"model"_s << QByteArrayList{"Say something", "words by hand\n"}
                           << QByteArray("\\\"words by hand\\\"");
    QTest::newRow("model, invalid JSON first")
        << u"model"_s
        << QByteArrayList{"Say something", "{\"role\":\"user\",\"content\":7}\n",
               "needs role, content and model", "{\"role\":\"user\",\"content\":\"by hand\"}\n"}
        << QByteArray("\\\"by hand\\\"");
}

void tst_CliAsks::asksAtATerminal()
{
    QFETCH(QString, tool);
    QFETCH(QByteArrayList, dialog);
    QFETCH(QByteArray, says);
    QProcess like;
    m_run.prepare(like);
    PseudoTerminal terminal(like, line({tool}), 400);
    for (qsizetype i = 0; i + 1 < dialog.size(); i += 2) {
        QVERIFY2(terminal.waitFor(dialog.at(i)), dialog.at(i).constData());
        terminal.type(dialog.at(i + 1));
    }
    QVERIFY(terminal.waitFor(says));
    QCOMPARE(terminal.waitForEnd(), 0);
}

void tst_CliAsks::asksAgainForAFieldOnly()
{
    QProcess like;
    m_run.prepare(like);
    PseudoTerminal terminal(
        like, {u"call"_s, u"demo:desk"_s, u"book-table"_s, u"--color"_s, u"never"_s}, 400);
    const QByteArrayList dialog{"Type y to answer", "y\n", "required; at least 1 character):", "\n",
        "A value is required.", "Ada\n", "format email):", "nonsense\n", "The value at /mail does not fit",
        "\n", "time (required), one of 18:00 (Six), 20:00 (Eight) [\"20:00\"]:", "19:00\n",
        "The value at /time does not fit", "18:00\n", "window (true or false) [true]:", "\n",
        "children (0 to 10) [0]:", "11\n", "The value at /children does not fit", "2\n"};
    for (qsizetype i = 0; i + 1 < dialog.size(); i += 2) {
        QVERIFY2(terminal.waitFor(dialog.at(i)), dialog.at(i).constData());
        terminal.type(dialog.at(i + 1));
    }
    QVERIFY2(terminal.waitFor("\"children\": 2"), terminal.out().constData());
    QCOMPARE(terminal.waitForEnd(), 0);
    QVERIFY2(terminal.out().contains("\"time\": \"18:00\""), terminal.out().constData());
    QVERIFY2(!terminal.out().contains("\"mail\""), terminal.out().constData()); // an empty line: not set
}

void tst_CliAsks::answersTheModernDemoOverHttp()
{
    RunningCommand server(m_run, {u"serve"_s, u"--demo"_s, u"modern"_s, u"--as"_s, u"mcp-http"_s});
    const QString address = QString::fromUtf8(server.line()).trimmed();
    const CommandResult result = m_run({u"call"_s, address, u"book-table"_s, u"--answers"_s,
        file(R"({"form":[{"action":"accept","content":{"name":"Ada"}}]})"), u"--quiet"_s});
    QVERIFY2(result.exitCode == 0, result.err.constData());
    QVERIFY2(result.out.contains("\"name\": \"Ada\""), result.out.constData());
}

void tst_CliAsks::anInterruptedCallCancelsItsTaskOverHttp()
{
    RunningCommand server(m_run, {u"serve"_s, u"--demo"_s, u"modern"_s, u"--as"_s, u"mcp-http"_s});
    const QString address = QString::fromUtf8(server.line()).trimmed();
    RunningCommand call(m_run, {u"call"_s, address, u"cook-dinner"_s, u"seconds:=600"_s, u"--trace"_s});
    QVERIFY(call.saysOnError("\"tasks/get\"")); // the call has become a task
    call.send(SIGINT);
    QVERIFY(call.ended());
    QVERIFY2(call.standardError().contains("\"tasks/cancel\""), call.standardError().constData());
    const CommandResult state = m_run({u"call"_s, address, u"tasks/get"_s, u"taskId=dinner-1"_s});
    QVERIFY2(state.exitCode == 0, state.err.constData());
    QVERIFY2(state.out.contains("\"cancelled\""), state.out.constData());
}

void tst_CliAsks::theDemoAsks_data()
{
    QTest::addColumn<QString>("tool");
    QTest::addColumn<QByteArray>("answers");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("form") << u"book-table"_s
                          << QByteArray(R"({"form":{"action":"accept","content":{"name":"Ada"}}})")
                          << QByteArray("\"name\": \"Ada\"");
    QTest::newRow("address") << u"pay-bill"_s << QByteArray(R"({"url":"accept"})") << QByteArray("Thank you");
    QTest::newRow("model") << u"suggest-wine"_s << QByteArray(R"({"sampling":"A Barolo."})")
                           << QByteArray("A Barolo.");
    QTest::newRow("folders") << u"list-folders"_s << QByteArray("{}") << QByteArray("file:///home/demo");
}

void tst_CliAsks::theDemoAsks()
{
    QFETCH(QString, tool);
    QFETCH(QByteArray, answers);
    QFETCH(QByteArray, says);
    for (const QString &source : {u"demo:desk"_s, u"demo:modern"_s}) {
        const CommandResult result =
            m_run({u"call"_s, source, tool, u"--answers"_s, file(answers), u"--quiet"_s});
        QVERIFY2(result.exitCode == 0, result.err.constData());
        QVERIFY2(result.out.contains(says), result.out.constData());
    }
}

void tst_CliAsks::theModernDemoAsksInRounds_data()
{
    QTest::addColumn<QString>("tool");
    QTest::addColumn<QByteArray>("answers");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("two rounds") << u"order-meal"_s << QByteArray(R"({"form":"accept"})") << 0
                                << QByteArray("\"dish\": \"lasagna\"");
    QTest::newRow("without end") << u"ask-forever"_s << QByteArray(R"({"form":"accept"})") << 6
                                 << QByteArray("asked for more input 10 times");
    QTest::newRow("used up") << u"order-meal"_s << QByteArray(R"({"form":["accept"]})") << 9
                             << QByteArray("no further answer of the kind form");
    QTest::newRow("no further answer of a model")
        << u"suggest-wine"_s << QByteArray(R"({"sampling":[]})") << 9
        << QByteArray("no further answer of the kind sampling");
}

void tst_CliAsks::theModernDemoAsksInRounds()
{
    QFETCH(QString, tool);
    QFETCH(QByteArray, answers);
    QFETCH(int, exitCode);
    QFETCH(QByteArray, says);
    const CommandResult result = m_run({u"call"_s, u"demo:modern"_s, tool, u"--answers"_s, file(answers)});
    QVERIFY2(result.exitCode == exitCode, result.err.constData());
    const QByteArray all = result.out + result.err;
    QVERIFY2(all.contains(says), all.constData());
}

void tst_CliAsks::tellsByItsExitCodeThatItDeclined_data()
{
    QTest::addColumn<QByteArray>("answers");
    QTest::addColumn<QByteArray>("asks"); // the request in the first result
    QTest::addColumn<QByteArray>("then"); // the second result
    QTest::addColumn<int>("exitCode");
    const QByteArray form(
        R"({"method":"elicitation/create","params":{"message":"m","requestedSchema":{"type":"object","properties":{}}}})");
    const QByteArray link(
        R"({"method":"elicitation/create","params":{"mode":"url","message":"m","url":"https://example.org/"}})");
    const QByteArray done(R"({"resultType":"complete","content":[]})");
    QTest::newRow("no answer is left") << QByteArray(R"({"form":[]})") << form << done << 9;
    QTest::newRow("another kind is left") << QByteArray(R"({"form":["accept"]})") << link << done << 9;
    QTest::newRow("a fault follows") << QByteArray(R"({"form":[]})") << form
                                     << QByteArray(R"({"resultType":5})") << 5;
}

void tst_CliAsks::tellsByItsExitCodeThatItDeclined()
{
    QFETCH(QByteArray, answers);
    QFETCH(QByteArray, asks);
    QFETCH(QByteArray, then);
    QFETCH(int, exitCode);
    const QByteArray lines =
        R"(discover {"resultType":"complete","ttlMs":0,"cacheScope":"private","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}}})"
        "\n"
        R"(ask {"resultType":"input_required","requestState":"s","inputRequests":{"a":)"
        + asks + "}}\nanswered:ask " + then + '\n';
    const QString peer = m_run.write(u"%1.txt"_s.arg(QLatin1StringView(QTest::currentDataTag())), lines);
    const CommandResult result = m_run({u"call"_s, u"ask"_s, u"--answers"_s, file(answers), u"--"_s, u"sh"_s,
        QStringLiteral(TESTS_DIR "/support/oddpeer.sh"), peer});
    QVERIFY2(result.exitCode == exitCode, result.err.constData());
}

void tst_CliAsks::showsTheLogOfTheServer_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QByteArrayList>("lines");
    QTest::newRow("modern") << QStringList{u"demo:modern"_s, u"set-tables"_s,
        u"tables:=3"_s} << QByteArrayList{"modern, server log: waiter: warning: table 3 of 3 has no candle"};
    QTest::newRow("legacy") << QStringList{u"demo:tracker"_s, u"log-something"_s, u"level=warning"_s}
                            << QByteArrayList{"tracker, server log: demo: warning: Hello from the demo."};
    QTest::newRow("below the level") << QStringList{u"demo:modern"_s, u"set-tables"_s, u"tables:=1"_s}
                                     << QByteArrayList();
}

void tst_CliAsks::showsTheLogOfTheServer()
{
    QFETCH(QStringList, words);
    QFETCH(QByteArrayList, lines);
    const CommandResult result =
        m_run(QStringList{u"call"_s} + words + QStringList{u"--log-level"_s, u"warning"_s});
    QVERIFY2(result.exitCode == 0, result.err.constData());
    QCOMPARE(result.err.count("server log"), lines.size());
    for (const QByteArray &line : lines)
        QVERIFY2(result.err.contains(line), result.err.constData());
    words.insert(0, u"call"_s);
    QVERIFY(!m_run(words).err.contains("server log")); // without --log-level
}

void tst_CliAsks::aCallBecomesATask_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QByteArray>("traced"); // a method in the trace
    QTest::newRow("wanted") << QStringList{u"demo:desk"_s, u"cook-dinner"_s, u"seconds:=0.1"_s, u"--task"_s}
                            << 0 << QByteArray("tasks/result");
    QTest::newRow("not wanted") << QStringList{u"demo:desk"_s, u"cook-dinner"_s, u"seconds:=0.1"_s} << 0
                                << QByteArray("tools/call");
    QTest::newRow("not offered") << QStringList{u"demo:tracker"_s, u"beep"_s, u"--task"_s} << 2
                                 << QByteArray("does not run calls as tasks");
    QTest::newRow("by the server") << QStringList{u"demo:modern"_s, u"cook-dinner"_s, u"seconds:=0.1"_s} << 0
                                   << QByteArray("tasks/get");
}

void tst_CliAsks::aCallBecomesATask()
{
    QFETCH(QStringList, words);
    QFETCH(int, exitCode);
    QFETCH(QByteArray, traced);
    const CommandResult result = m_run(QStringList{u"call"_s} + words + QStringList{u"--trace"_s});
    QVERIFY2(result.exitCode == exitCode, result.err.constData());
    QVERIFY2(result.err.contains(traced), result.err.constData());
    QCOMPARE(
        result.err.contains("tasks/"), words.contains(u"--task"_s) ? exitCode == 0 : traced == "tasks/get");
    if (exitCode == 0)
        QVERIFY2(result.out.contains("Dinner is ready."), result.out.constData());
}

WORKBENCH_TEST(tst_CliAsks, QCoreApplication)
#include "tst_cliasks.moc"
