// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Third-party servers that send requests to the client during a call; the command line answers them.

#include "tests/support/runningcommand.h"
#include "tests/support/testprogram.h"

#include <QFile>
#include <QTcpServer>
#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

class tst_PeerAsks : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void answersFromAFile_data();
    void answersFromAFile();
    void declinesWithoutAnAnswer_data();
    void declinesWithoutAnAnswer();
    void anErrorNamesAnAddress();
    void sendsItsRoots_data();
    void sendsItsRoots();
    void speaksTheModernEra_data();
    void speaksTheModernEra();

private:
    //! Starts the "everything" server and calls one of its operations. The exit code is -1 if the server does
    //! not listen.
    Test::CommandResult call(const QStringList &words, bool overHttp = false) const
    {
        const QString everything = QStringLiteral(
            PEERS_FOLDER "/node_modules/@modelcontextprotocol/server-everything/dist/index.js");
        if (!overHttp) {
            return m_run(QStringList{u"call"_s} + words
                + QStringList{u"--"_s, QStringLiteral(NODE_PROGRAM), everything, u"stdio"_s});
        }
        QTcpServer probe;
        if (!probe.listen(QHostAddress::LocalHost))
            return {};
        const QByteArray port = QByteArray::number(probe.serverPort());
        probe.close();
        qputenv("PORT", port);
        Test::RunningCommand server(m_run, {everything, u"streamableHttp"_s}, QStringLiteral(NODE_PROGRAM));
        qunsetenv("PORT");
        if (!server.saysOnError(port, 1, 60'000))
            return {};
        const QString address = u"http://127.0.0.1:%1/mcp"_s.arg(QLatin1StringView(port));
        return m_run(QStringList{u"call"_s, address} + words);
    }
    QString file(const QByteArray &json) const
    {
        const QString path = m_run.home() + u"/answers.json"_s;
        QFile out(path);
        if (out.open(QIODevice::WriteOnly))
            out.write(json);
        return path;
    }

    const Test::CommandRun m_run{QStringLiteral(ENVELOPE_PROGRAM)};
};

void tst_PeerAsks::answersFromAFile_data()
{
    QTest::addColumn<bool>("overHttp");
    QTest::addColumn<QStringList>("operation");
    QTest::addColumn<QByteArray>("answers");
    QTest::addColumn<QByteArray>("says");
    const QStringList form{u"trigger-elicitation-request"_s};
    const QStringList sampling{u"trigger-sampling-request"_s, u"prompt=hello"_s};
    const QStringList address{u"trigger-url-elicitation"_s, u"url=https://app.example/#/consent?id=1"_s};
    for (const bool overHttp : {false, true}) {
        const char *wire = overHttp ? "HTTP" : "stdio";
        QTest::addRow("form, %s", wire)
            << overHttp << form << QByteArray(R"({"form":[{"action":"accept","content":{"name":"Ada"}}]})")
            << QByteArray("Ada");
        QTest::addRow("form, declined, %s", wire)
            << overHttp << form << QByteArray(R"({"form":"decline"})") << QByteArray("declined");
        QTest::addRow("sampling, %s", wire)
            << overHttp << sampling << QByteArray(R"({"sampling":["an answer by hand"]})")
            << QByteArray("an answer by hand");
        QTest::addRow("address, %s", wire) << overHttp << address << QByteArray(R"({"url":["accept"]})")
                                           << QByteArray("User completed the URL elicitation flow");
        QTest::addRow("task, %s", wire)
            << overHttp << QStringList{u"simulate-research-query"_s, u"topic=tides"_s} << QByteArray("{}")
            << QByteArray("Research Report: tides");
        QTest::addRow("task that asks, %s", wire)
            << overHttp << QStringList{u"simulate-research-query"_s, u"topic=python"_s, u"ambiguous:=true"_s}
            << QByteArray(R"({"form":[{"action":"accept","content":{"interpretation":"snake"}}]})")
            << QByteArray("Research Report: python (snake)");
    }
}

void tst_PeerAsks::answersFromAFile()
{
    QFETCH(bool, overHttp);
    QFETCH(QStringList, operation);
    QFETCH(QByteArray, answers);
    QFETCH(QByteArray, says);
    const Test::CommandResult result = call(operation + QStringList{u"--answers"_s, file(answers)}, overHttp);
    QVERIFY2(result.exitCode == 0, result.err.constData());
    QVERIFY2(result.out.contains(says), result.out.constData());
}

void tst_PeerAsks::declinesWithoutAnAnswer_data()
{
    QTest::addColumn<QByteArray>("answers"); // empty: no --answers
    QTest::newRow("no file") << QByteArray();
    QTest::newRow("the file has no more") << QByteArray(R"({"form":[]})");
}

//! The server has this tool only for clients that announce that they answer it.
void tst_PeerAsks::declinesWithoutAnAnswer()
{
    QFETCH(QByteArray, answers);
    const QStringList more = answers.isEmpty() ? QStringList() : QStringList{u"--answers"_s, file(answers)};
    const Test::CommandResult result = call(QStringList{u"trigger-elicitation-request"_s} + more);
    QVERIFY2(result.exitCode == 9, result.err.constData());
    QVERIFY2(result.err.contains("\"mcp\", during trigger-elicitation-request,"), result.err.constData());
}

void tst_PeerAsks::anErrorNamesAnAddress()
{
    const Test::CommandResult result = call({u"trigger-url-elicitation"_s, u"url=https://app.example/"_s,
        u"errorPath:=true"_s, u"--answers"_s, file(R"({"url":"accept"})")});
    QVERIFY2(result.exitCode == 1, result.err.constData());
    QVERIFY2(result.err.contains("Invoke it again when you are done"), result.err.constData());
}

void tst_PeerAsks::sendsItsRoots_data()
{
    QTest::addColumn<bool>("overHttp");
    QTest::newRow("stdio") << false;
    QTest::newRow("HTTP") << true;
}

void tst_PeerAsks::sendsItsRoots()
{
    QFETCH(bool, overHttp);
    const Test::CommandResult result = call({u"get-roots-list"_s, u"--root"_s, m_run.home()}, overHttp);
    QVERIFY2(result.exitCode == 0, result.err.constData());
    QVERIFY2(result.out.contains(m_run.home().toUtf8()), result.out.constData());
}

void tst_PeerAsks::speaksTheModernEra_data()
{
    QTest::addColumn<bool>("overHttp");
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QByteArray>("says");
    const QStringList deploy{
        u"deploy"_s, u"env=prod"_s, u"--answers"_s, file(R"({"form":{"action":"accept"}})")};
    for (const bool overHttp : {false, true}) {
        const char *wire = overHttp ? "HTTP" : "stdio";
        QTest::addRow("echo, %s", wire)
            << overHttp << QStringList{u"echo"_s, u"message=hi"_s} << QByteArray("Echo: hi");
        QTest::addRow("mirrored argument, %s", wire)
            << overHttp << QStringList{u"mirror"_s, u"region=Zürich"_s} << QByteArray("Region: Zürich");
        QTest::addRow("rounds of input, %s", wire) << overHttp << deploy << QByteArray("deployed to prod");
        QTest::addRow("pinned, %s", wire)
            << overHttp << QStringList{u"echo"_s, u"message=hi"_s, u"--protocol"_s, u"2026-07-28"_s}
            << QByteArray("Echo: hi");
    }
}

//! The server uses version 2 of the SDK; over stdio it refuses the legacy era.
void tst_PeerAsks::speaksTheModernEra()
{
    QFETCH(bool, overHttp);
    QFETCH(QStringList, words);
    QFETCH(QByteArray, says);
    const QStringList peer{QStringLiteral(MODERN_PEER), QStringLiteral(PEERS_FOLDER)};
    QStringList line = QStringList{u"call"_s} + words + QStringList{u"--trace"_s};
    std::optional<Test::RunningCommand> server;
    if (overHttp) {
        server.emplace(m_run, peer + QStringList{u"http"_s}, QStringLiteral(NODE_PROGRAM));
        line.insert(1, QString::fromUtf8(server->line().trimmed()));
    } else {
        line += QStringList{u"--"_s, QStringLiteral(NODE_PROGRAM)} + peer + QStringList{u"stdio"_s};
    }
    const Test::CommandResult result = m_run(line);
    QVERIFY2(result.exitCode == 0, result.err.constData());
    QVERIFY2(result.out.contains(says), result.out.constData());
    QVERIFY2(!result.err.contains("\"initialize\""), result.err.constData());
}

WORKBENCH_TEST(tst_PeerAsks, QCoreApplication)
#include "tst_peer_asks.moc"
