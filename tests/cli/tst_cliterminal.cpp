// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The command on a terminal and in a pipe: hostile text, the width of tables, Ctrl+C.

#include "tests/support/commandrun.h"
#include "tests/support/mcphttpscript.h"
#include "tests/support/pseudoterminal.h"
#include "tests/support/testprogram.h"

#include <QElapsedTimer>
#include <QRegularExpression>
#include <QTest>

#include <sys/ioctl.h>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Test;

namespace {

//! OSC 52 and OSC 0, CSI 2J, CSI as a C1 control, a right-to-left override.
const QString hostile = u"a\x1b]52;c;aGk=\x07"
                        "b\x1b]0;owned\x07"
                        "c\x1b[2J"
                        "d\u009b2J"
                        "e\u202ef"_s;
const QString hostileLine = u"first\x1b[2J\nsecond"_s;

QByteArray quoted(const QString &text)
{
    return Json::string(text).toBytes();
}

QByteArray tool(const QString &name, const QString &description)
{
    return "{\"name\":" + quoted(name) + ",\"description\":" + quoted(description)
        + ",\"inputSchema\":{\"type\":\"object\"}}";
}

//! Returns the first control sequence of a peer in \a shown, in hex, or nothing if there is none.
QByteArray danger(const QByteArray &shown)
{
    QByteArray rest = shown;
    for (const char *own :
        {"\r\x1b[K", "\x1b[0m", "\x1b[2m", "\x1b[31m", "\x1b[32m", "\x1b[33m", "\x1b[34m", "\x1b[35m"})
        rest.replace(own, ""); // our own colours and the removal of the progress line
    for (const QByteArray bad : {"\x1b", "\x07", "\xc2\x9b", "\xe2\x80\xae", "\x9d"}) {
        if (rest.contains(bad))
            return bad.toHex();
    }
    return {};
}

} // namespace

class tst_CliTerminal : public QObject {
    Q_OBJECT

private:
    CommandRun run{QStringLiteral(ENVELOPE_PROGRAM)};
    McpHttpScript script;

    std::unique_ptr<PseudoTerminal> terminal(const QStringList &arguments, int columns = 80)
    {
        QProcess like;
        run.prepare(like);
        return std::make_unique<PseudoTerminal>(like, arguments, columns);
    }

private Q_SLOTS:
    void init()
    {
        script.tools = "[{\"name\":\"echo\",\"title\":" + quoted(hostile) + ",\"description\":"
            + quoted(hostileLine) + ",\"inputSchema\":{\"type\":\"object\",\"description\":" + quoted(hostile)
            + "}},{\"name\":" + quoted(hostile) + ",\"description\":" + quoted(hostile)
            + ",\"inputSchema\":{\"type\":\"object\"}}]";
        script.serverName = hostile.toUtf8();
        script.callResult = "{\"content\":[{\"type\":\"text\",\"text\":" + quoted(hostile)
            + "}],\"structuredContent\":" + "{" + quoted(hostile) + ":" + quoted(hostile) + "}}";
        script.callError = {};
    }

    void showsControlsOfPeersVisibly_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<bool>("fails");
        const QString url = script.url();
        QTest::newRow("names in a list") << QStringList{u"list"_s, url} << false;
        QTest::newRow("names in JSON") << QStringList{u"list"_s, u"--json"_s, url} << false;
        QTest::newRow("a description") << QStringList{u"describe"_s, url, u"echo"_s} << false;
        QTest::newRow("a result") << QStringList{u"call"_s, url, u"echo"_s} << false;
        QTest::newRow("a result in JSON") << QStringList{u"call"_s, url, u"echo"_s, u"--json"_s} << false;
        QTest::newRow("its data") << QStringList{u"call"_s, url, u"echo"_s, u"--data"_s} << false;
        QTest::newRow("colours") << QStringList{u"call"_s, url, u"echo"_s, u"--color"_s, u"always"_s}
                                 << false;
        QTest::newRow("frames") << QStringList{u"call"_s, url, u"echo"_s, u"--trace"_s} << false;
        QTest::newRow("an error") << QStringList{u"call"_s, url, u"echo"_s, u"--verbose"_s} << true;
        QTest::newRow("an error in JSON") << QStringList{u"call"_s, url, u"echo"_s, u"--json"_s} << true;
        QTest::newRow("a program's stderr") << QStringList{u"list"_s, u"--verbose"_s, u"--"_s, u"sh"_s,
            u"-c"_s, u"printf 'a\\033]52;c;aGk=\\007b\\302\\2332Jc\\342\\200\\256d\\n' >&2; exit 1"_s}
                                            << false;
        QTest::newRow("a program's stdout") << QStringList{u"list"_s, u"--verbose"_s, u"--"_s, u"sh"_s,
            u"-c"_s, u"printf 'a\\033]52;c;aGk=\\007b\\302\\2332Jc\\342\\200\\256d\\n'; exit 1"_s}
                                            << false;
        QTest::newRow("a name of an operation") << QStringList{u"call"_s, url, hostile.left(20)} << false;
        QTest::newRow("a name of a file")
            << QStringList{u"validate"_s, u"--schema"_s, hostile, u"-"_s} << false;
        QTest::newRow("a name of a source") << QStringList{u"list"_s, hostile} << false;
    }

    void showsControlsOfPeersVisibly()
    {
        QFETCH(QStringList, arguments);
        QFETCH(bool, fails);
        if (fails)
            script.callError =
                "{\"code\":-1,\"message\":" + quoted(hostile) + ",\"data\":" + quoted(hostile) + "}";
        const auto shown = terminal(arguments, 400);
        QVERIFY(shown->waitForEnd() >= 0);
        QCOMPARE(danger(shown->out()), QByteArray());
        const QByteArray out = shown->out().toLower(); // shown as \u{1B} or, in JSON, \u001b
        QVERIFY2(out.contains("\\u{1b}") || out.contains("\\u001b"), out.constData());
        QVERIFY2(out.contains("\\u{9b}") || out.contains("\\u009b") || arguments.contains(hostile.left(20)),
            out.constData());
    }

    void printsRawTextOnlyWhenAskedOrInAPipe()
    {
        script.callResult = "{\"content\":[],\"structuredContent\":" + quoted(hostile) + "}";
        const QStringList call{u"call"_s, script.url(), u"echo"_s, u"--data"_s};
        const auto visible = terminal(call);
        QCOMPARE(visible->waitForEnd(), 0);
        QCOMPARE(danger(visible->out()), QByteArray());
        const auto raw = terminal(call + QStringList{u"--raw"_s});
        QCOMPARE(raw->waitForEnd(), 0);
        QVERIFY2(raw->out().contains(hostile.toUtf8()), raw->out().constData());
    }

    void fitsATableToTheTerminal_data()
    {
        QTest::addColumn<int>("columns");
        QTest::newRow("wide") << 120;
        QTest::newRow("usual") << 80;
        QTest::newRow("narrow") << 50;
    }

    void fitsATableToTheTerminal()
    {
        QFETCH(int, columns);
        script.tools = '[' + tool(u"a-tool-with-quite-a-long-name"_s, u"words "_s.repeated(60) + u"end") + ','
            + tool(u"wide"_s, QString(200, QChar(0x6f22))) + ']';
        const auto shown = terminal({u"list"_s, u"--quiet"_s, script.url()}, columns);
        QCOMPARE(shown->waitForEnd(), 0);
        const QStringList lines = QString::fromUtf8(shown->out()).split(u"\r\n"_s, Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 3);
        QVERIFY2(lines.at(1).size() == columns && lines.at(1).endsWith(u'…'), qPrintable(lines.at(1)));
        const qsizetype wide = lines.at(2).size() + lines.at(2).count(QChar(0x6f22));
        QVERIFY2(
            wide <= columns && wide >= columns - 1 && lines.at(2).endsWith(u'…'), qPrintable(lines.at(2)));
    }

    void cutsNoTableInAPipe()
    {
        script.tools = '[' + tool(u"a"_s, u"words "_s.repeated(500) + u"end") + ']';
        QProcess process;
        run.prepare(process);
        process.setArguments({u"list"_s, script.url()});
        process.start();
        QVERIFY(QTest::qWaitFor([&] { return process.state() == QProcess::NotRunning; }, Test::patience));
        const QByteArray out = process.readAllStandardOutput();
        QVERIFY2(out.contains("words end\n"), out.constData());
        QVERIFY(!out.contains("…"));
    }

    void interruptsTheReadingOfItsInput()
    {
        const auto shown = terminal({u"call"_s, u"demo:tracker"_s, u"get-weather"_s, u"--input"_s, u"-"_s});
        QVERIFY2(shown->waitFor("Ctrl+D"), shown->out().constData());
        QTest::qWait(50);
        shown->type("{\"city\":\n\x03"); // and Ctrl+C
        QElapsedTimer timer;
        timer.start();
        QCOMPARE(shown->waitForEnd(), 130);
        QVERIFY(timer.elapsed() < 15'000);
    }

    void readsItsInputFromTheTerminal()
    {
        const auto shown = terminal(
            {u"call"_s, u"demo:tracker"_s, u"get-weather"_s, u"--input"_s, u"-"_s, u"--color"_s, u"never"_s});
        QVERIFY2(shown->waitFor("Ctrl+D"), shown->out().constData());
        shown->type("{\"city\":\"Chicago\"}\n\x04");
        QCOMPARE(shown->waitForEnd(), 0);
        QVERIFY2(shown->out().contains("\"city\": \"Chicago\""), shown->out().constData());
    }

    void interruptsAnUnansweredCall()
    {
        script.isSilentOnCall = true;
        const auto shown = terminal({u"call"_s, script.url(), u"echo"_s, u"--trace"_s}, 400);
        const bool isCalling = shown->waitFor("tools/call");
        shown->type("\x03");
        const int exitCode = shown->waitForEnd();
        script.isSilentOnCall = false;
        QVERIFY(isCalling);
        QCOMPARE(exitCode, 130);
    }

    void tracesHttpWithItsHeads()
    {
        const auto shown = terminal({u"call"_s, script.url(), u"echo"_s, u"--trace"_s}, 400);
        QCOMPARE(shown->waitForEnd(), 0);
        for (const char *part : {"POST /mcp HTTP/1.1", "Host: 127.0.0.1:", "Content-Type: application/json",
                 "HTTP/1.1 200 OK", "tools/call"})
            QVERIFY2(shown->out().contains(part), shown->out().constData());
        static const QRegularExpression start(uR"(\d\d:\d\d:\d\d\.\d{3} → mcp )"_s);
        QVERIFY2(QString::fromUtf8(shown->out()).contains(start), shown->out().constData());
    }

    void interruptsWhileItsResultIsUnread()
    {
        script.callResult =
            "{\"content\":[{\"type\":\"text\",\"text\":\"" + QByteArray(4 << 20, 'x') + "\"}]}";
        int ends[2] = {-1, -1};
        QCOMPARE(::pipe(ends), 0);
        QProcess process;
        run.prepare(process);
        process.setArguments({u"call"_s, script.url(), u"echo"_s, u"--json"_s});
        process.setChildProcessModifier([write = ends[1]] { ::dup2(write, STDOUT_FILENO); });
        process.start();
        ::close(ends[1]);
        const auto inPipe = [&ends] {
            int bytes = 0;
            return ::ioctl(ends[0], FIONREAD, &bytes) == 0 ? bytes : 0;
        };
        QTRY_VERIFY(inPipe() >= 60'000); // the pipe is almost full
        QTest::qWait(100);
        QCOMPARE(process.state(), QProcess::Running);
        ::kill(pid_t(process.processId()), SIGINT);
        const bool ended =
            QTest::qWaitFor([&] { return process.state() == QProcess::NotRunning; }, Test::patience);
        ::close(ends[0]);
        QVERIFY(ended);
        QCOMPARE(process.exitCode(), 130);
    }
};

WORKBENCH_TEST(tst_CliTerminal, QCoreApplication)
#include "tst_cliterminal.moc"
