// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/exchange/requesttext.h"
#include "tests/support/testprogram.h"

#include <QProcess>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;

class tst_RequestText : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void writesAMessage_data();
    void writesAMessage();
    void everyArgumentReachesCurlAsItIs_data();
    void everyArgumentReachesCurlAsItIs();
    void bytesReachCurlOverItsInput_data();
    void bytesReachCurlOverItsInput();
    void addsNothingToTheRequest();
    void sendsTheLengthOfAnEmptyBody();
    void everyArgumentReachesEnvelopeAsItIs();

private:
    //! Runs \a command in a POSIX shell, with a curl that prints its arguments and its input, each ended by a
    //! NUL. Returns them.
    static QByteArrayList argumentsOf(const QByteArray &command)
    {
        const QByteArray script =
            "curl() { printf '%s\\0' \"$@\"; case \" $* \" in *' @- '*) cat;; esac; }\n" + command;
        QProcess shell;
        shell.start(u"/bin/sh"_s, {u"-s"_s});
        shell.write(script);
        shell.closeWriteChannel();
        if (!shell.waitForFinished(20'000) || shell.exitCode() != 0)
            return {"the shell failed", shell.readAllStandardError()};
        return shell.readAllStandardOutput().split('\0');
    }
};

void tst_RequestText::writesAMessage_data()
{
    QTest::addColumn<RequestParts>("parts");
    QTest::addColumn<QByteArray>("message");
    QTest::newRow("get") << RequestParts{"GET", "https://example.org/a/%2e%2e/b?x=1#f", {{"Accept", "*/*"}},
        {}} << "GET /a/%2e%2e/b?x=1 HTTP/1.1\r\nHost: example.org\r\nAccept: */*\r\n\r\n"_ba;
    QTest::newRow("no path") << RequestParts{"GET", "http://u:p@[::1]:80?x", {}, {}}
                             << "GET /?x HTTP/1.1\r\nHost: [::1]:80\r\n\r\n"_ba;
    QTest::newRow("own host, body") << RequestParts{"PUT", "http://a/b", {{"host", "c"}}, "body"}
                                    << "PUT /b HTTP/1.1\r\nhost: c\r\n\r\nbody\n"_ba;
}

void tst_RequestText::writesAMessage()
{
    QFETCH(const RequestParts, parts);
    QTEST(asHttpMessage(parts), "message");
}

void tst_RequestText::everyArgumentReachesCurlAsItIs_data()
{
    QTest::addColumn<QByteArray>("nasty");
    for (const QByteArray &nasty :
        {"plain"_ba, "'"_ba, "'; touch /tmp/x; '"_ba, "$(id) `id` ${HOME} \\ \" !!"_ba, "@/etc/passwd"_ba,
            "-o /tmp/x"_ba, "line\r\nline\n"_ba, "{a,b}[1-3]*?~"_ba, "ü € 😀"_ba, "%s%n"_ba})
        QTest::newRow(nasty.toPercentEncoding().constData()) << nasty;
}

void tst_RequestText::everyArgumentReachesCurlAsItIs()
{
    QFETCH(const QByteArray, nasty);
    const QByteArray address = "https://example.org/" + nasty;
    const QByteArrayList given =
        argumentsOf(asCurlCommand({"POST", address, {{"X-Nasty", nasty}, {"X-Empty", {}}}, nasty}));
    const QByteArrayList expected{"--globoff", "--path-as-is", "-X", "POST", address, "-H",
        "X-Nasty: " + nasty, "-H", "X-Empty;", "-H", "Content-Type:", "--data-raw", nasty, {}};
    QCOMPARE(given, expected);
}

void tst_RequestText::bytesReachCurlOverItsInput_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::newRow("zero") << QByteArray("a\0b", 3);
    QTest::newRow("no UTF-8") << "\xFF\xFE\n"_ba;
    QTest::newRow("long text") << QByteArray(300'000, '\'');
}

void tst_RequestText::bytesReachCurlOverItsInput()
{
    QFETCH(const QByteArray, body);
    const QByteArrayList given =
        argumentsOf(asCurlCommand({"PUT", "http://a/", {{"content-type", "a/b"}}, body}));
    QCOMPARE(given.first(7),
        (QByteArrayList{"--globoff", "--path-as-is", "-X", "PUT", "http://a/", "-H", "content-type: a/b"}));
    QCOMPARE(given.mid(7, 2), (QByteArrayList{"--data-binary", "@-"}));
    QCOMPARE(given.mid(9).join('\0'), body);
}

void tst_RequestText::addsNothingToTheRequest()
{
    QCOMPARE(argumentsOf(asCurlCommand({"HEAD", "http://a/", {}, {}})),
        (QByteArrayList{"--globoff", "--path-as-is", "--head", "http://a/", {}}));
    QCOMPARE(
        asCurlCommand({"GET", "http://a/", {}, {}}), "curl --globoff --path-as-is -X 'GET' 'http://a/'\n");
    QCOMPARE(asCurlCommand({"DELETE", "http://a/", {}, {}}),
        "curl --globoff --path-as-is -X 'DELETE' 'http://a/'\n");
}

// The program sends "Content-Length: 0" with these methods.
void tst_RequestText::sendsTheLengthOfAnEmptyBody()
{
    for (const QByteArray &method : {"POST"_ba, "PUT"_ba, "PATCH"_ba}) {
        QCOMPARE(argumentsOf(asCurlCommand({method, "http://a/", {}, {}})),
            (QByteArrayList{"--globoff", "--path-as-is", "-X", method, "http://a/", "-H",
                "Content-Type:", "--data-raw", {}, {}}));
    }
}

void tst_RequestText::everyArgumentReachesEnvelopeAsItIs()
{
    const QByteArray nasty = "o'er; $(id) `id` \\ \"";
    const QByteArray input = R"({"text":"it's"})";
    const QByteArray command =
        asEnvelopeCommand({"demo:tracker", nasty, "/home/me/my work.json", input, false});
    QVERIFY2(command.startsWith("envelope call --workspace '/home/me/my work.json' demo:tracker "), command);
    QProcess shell; // prints each argument on a line of its own
    shell.start(
        u"sh"_s, {u"-c"_s, u"envelope() { printf '%s\\n' \"$@\"; }\n"_s + QString::fromUtf8(command)});
    QVERIFY(shell.waitForFinished());
    const QByteArrayList expected{
        "call", "--workspace", "/home/me/my work.json", "demo:tracker", nasty, "--input", input, ""};
    QCOMPARE(shell.readAllStandardOutput().split('\n'), expected);
    QVERIFY(asEnvelopeCommand({"s", "o", {}, QByteArray(200'000, 'x'), true})
            .endsWith("envelope subscribe s o --input -\n"));
}

WORKBENCH_TEST(tst_RequestText, QCoreApplication)
#include "tst_requesttext.moc"
