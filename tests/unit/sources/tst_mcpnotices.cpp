// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The log messages and the progress of a server.

#include "tests/support/testprogram.h"
#include "tests/unit/sources/mcpconnectionfixture.h"

#include <QSignalSpy>
#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

class tst_McpNotices : public QObject, McpConnectionFixture {
    Q_OBJECT
private Q_SLOTS:
    void init() { make(); }
    void cleanup() { drop(); }
    void logMessagesBecomeLogLines_data();
    void logMessagesBecomeLogLines();
    void aLogMessageWithoutTextSaysSo_data();
    void aLogMessageWithoutTextSaysSo();
    void progressReachesItsCall();
    void readsProgress_data();
    void readsProgress();
    void namesTheCallWhoseProgressFell();
};

void tst_McpNotices::logMessagesBecomeLogLines_data()
{
    QTest::addColumn<QString>("params");
    QTest::addColumn<LogLine::Level>("level");
    QTest::addColumn<QString>("origin");
    using Level = LogLine::Level;
    const QString said = uR"({"level":"%1","logger":"db","data":{"a":1}})"_s;
    for (const auto &[name, level] : {std::pair{u"debug"_s, Level::Debug}, {u"info"_s, Level::Info},
             {u"notice"_s, Level::Notice}, {u"warning"_s, Level::Warning}, {u"error"_s, Level::Error}})
        QTest::newRow(qPrintable(name)) << said.arg(name) << level << u"server log: db"_s;
    for (const QString &name : {u"critical"_s, u"alert"_s, u"emergency"_s})
        QTest::newRow(qPrintable(name))
            << said.arg(name) << Level::Error << u"server log (%1): db"_s.arg(name);
    QTest::newRow("unknown level") << said.arg(u"fatal") << Level::Info << u"server log (fatal): db"_s;
    QTest::newRow("no logger") << uR"({"level":"alert","data":{"a":1}})"_s << Level::Error
                               << u"server log (alert)"_s;
    QTest::newRow("no level") << uR"({"data":{"a":1}})"_s << Level::Info << u"server log"_s;
}

void tst_McpNotices::logMessagesBecomeLogLines()
{
    QFETCH(QString, params);
    QFETCH(LogLine::Level, level);
    QFETCH(QString, origin);
    QSignalSpy logged(connection.get(), &McpConnection::logged);
    channel->play(R"({"jsonrpc":"2.0","method":"notifications/message","params":)" + params.toUtf8() + '}');
    QCOMPARE(logged.size(), 1);
    const auto line = logged.first().first().value<LogLine>();
    QCOMPARE(line.origin, origin);
    QCOMPARE(line.level, level);
    QCOMPARE(line.text, u"{\"a\":1}"_s);
    QCOMPARE(line.source, u"files"_s);
}

void tst_McpNotices::aLogMessageWithoutTextSaysSo_data()
{
    QTest::addColumn<QByteArray>("params");
    QTest::newRow("no params") << QByteArray();
    QTest::newRow("no data") << QByteArray(R"(,"params":{"level":"info"})");
    QTest::newRow("an empty text") << QByteArray(R"(,"params":{"level":"info","data":""})");
}

void tst_McpNotices::aLogMessageWithoutTextSaysSo()
{
    QFETCH(QByteArray, params);
    QSignalSpy logged(connection.get(), &McpConnection::logged);
    channel->play(R"({"jsonrpc":"2.0","method":"notifications/message")" + params + '}');
    QCOMPARE(logged.size(), 1);
    QCOMPARE(logged.first().first().value<LogLine>().text, u"(no message)"_s);
}

void tst_McpNotices::progressReachesItsCall()
{
    McpConnection::Request request;
    request.method = u"tools/call"_s;
    request.wantsProgress = true;
    QList<double> values;
    request.onProgress = [&values](const Progress &progress) { values.append(progress.value); };
    const auto answer = connection->request(std::move(request));
    QCOMPARE(channel->sent.first()
                 .message.member("params"_L1)
                 .member("_meta"_L1)
                 .member("progressToken"_L1)
                 .toBytes(),
        idOf(0));
    channel->play(R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":)" + idOf(0)
        + R"(,"progress":0.5,"total":2}})");
    channel->play(R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":")"
        + idOf(0) + R"(","progress":0.7}})");
    channel->play(R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":)" + idOf(0)
        + R"(,"progress":"x"}})");
    channel->play(R"({"jsonrpc":"2.0","id":)" + idOf(0) + R"(,"result":{}})");
    channel->play(R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":)" + idOf(0)
        + R"(,"progress":2}})");
    QCOMPARE(values, QList<double>{0.5});
    QCOMPARE(notes().last(), u"progress of a finished request"_s);
}

void tst_McpNotices::readsProgress_data()
{
    QTest::addColumn<QByteArray>("members");
    QTest::addColumn<QString>("text"); // the progress, or the note of its frame
    QTest::newRow("a total") << QByteArray(R"("progress":1,"total":4)") << u"1 of 4"_s;
    QTest::newRow("the total is reached") << QByteArray(R"("progress":4,"total":4)") << u"4 of 4"_s;
    QTest::newRow("a total below the progress") << QByteArray(R"("progress":50,"total":10)") << u"50"_s;
    QTest::newRow("total 0") << QByteArray(R"("progress":0,"total":0)") << u"0"_s;
    QTest::newRow("a negative total") << QByteArray(R"("progress":1,"total":-4)") << u"1"_s;
    QTest::newRow("a total without end") << QByteArray(R"("progress":1,"total":1e400)") << u"1"_s;
    QTest::newRow("the total is a string") << QByteArray(R"("progress":1,"total":"4")") << u"1"_s;
    QTest::newRow("without end") << QByteArray(R"("progress":1e400,"total":1e400)")
                                 << u"its progress is not a finite number"_s;
    QTest::newRow("a string") << QByteArray(R"("progress":"half")")
                              << u"its progress is a string, expected a number"_s;
    QTest::newRow("missing") << QByteArray(R"("message":"half")") << u"its progress is missing"_s;
}

void tst_McpNotices::readsProgress()
{
    QFETCH(QByteArray, members);
    QFETCH(QString, text);
    McpConnection::Request request;
    request.method = u"tools/call"_s;
    request.wantsProgress = true;
    QStringList texts;
    request.onProgress = [&texts](const Progress &progress) {
        const QString value = QString::number(progress.value);
        texts.append(progress.total ? u"%1 of %2"_s.arg(value, QString::number(*progress.total)) : value);
    };
    const auto answer = connection->request(std::move(request));
    channel->play(R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":)" + idOf(0)
        + ',' + members + "}}");
    texts.append(notes().last());
    texts.removeAll(QString());
    QCOMPARE(texts, QStringList{text});
    channel->play(R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":)" + idOf(0)
        + R"(,"progress":60}})");
    QCOMPARE(texts.last(), u"60"_s); // earlier nonsense does not hide it
}

void tst_McpNotices::namesTheCallWhoseProgressFell()
{
    QSignalSpy logged(connection.get(), &McpConnection::logged);
    const auto answer = ask();
    for (const char *value : {"-5", "2", "1", "1"}) {
        channel->play(R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":)"
            + idOf(0) + R"(,"progress":)" + value + "}}");
    }
    channel->play(R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":"\u202e"}})");
    QStringList lines;
    for (const QList<QVariant> &line : logged)
        lines.append(line.first().value<LogLine>().text);
    QCOMPARE(lines,
        (QStringList{uR"(The progress of "tools/call" was negative or did not rise.)"_s,
            u"Sent notifications/progress: its progress is a string, expected a number."_s}));
}

WORKBENCH_TEST(tst_McpNotices, QCoreApplication)
#include "tst_mcpnotices.moc"
