// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The commands that `request --as curl` prints work in a shell, also for a server with sessions.

#include "tests/support/runningcommand.h"
#include "tests/support/testprogram.h"

#include <QTcpServer>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench::Test;

class tst_PeerRequest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void copiedCommandsOpenASessionOfTheirOwn();

private:
    CommandRun run{QStringLiteral(ENVELOPE_PROGRAM)};
};

void tst_PeerRequest::copiedCommandsOpenASessionOfTheirOwn()
{
    QTcpServer probe;
    QVERIFY(probe.listen(QHostAddress::LocalHost));
    const QByteArray port = QByteArray::number(probe.serverPort());
    probe.close();
    qputenv("PORT", port);
    RunningCommand server(run,
        {QStringLiteral(PEERS_FOLDER "/node_modules/@modelcontextprotocol/server-everything/dist/index.js"),
            u"streamableHttp"_s},
        QStringLiteral(NODE_PROGRAM));
    qunsetenv("PORT");
    QVERIFY(server.saysOnError(port, 1, 60'000));
    const QString url = u"http://127.0.0.1:%1/mcp"_s.arg(QLatin1StringView(port));
    const QStringList request{u"request"_s, url, u"get-sum"_s, u"a:=2"_s, u"b:=3"_s, u"--as"_s};
    const CommandResult printed = run(request + QStringList{u"curl"_s});
    QCOMPARE(printed.exitCode, 0);
    QVERIFY2(printed.out.count("curl ") == 3, printed.out.constData());

    const CommandRun shell(u"/bin/sh"_s);
    const CommandResult answered = shell({u"-eu"_s, u"-c"_s, QString::fromUtf8(printed.out)});
    QVERIFY2(answered.exitCode == 0, answered.err.constData());
    QVERIFY2(answered.out.contains("The sum of 2 and 3 is 5"), answered.out.constData());

    const CommandResult message = run(request + QStringList{u"http"_s});
    QVERIFY2(message.err.contains("the session in Mcp-Session-Id ends with this command"),
        message.err.constData());
}

WORKBENCH_TEST(tst_PeerRequest, QCoreApplication)
#include "tst_peer_request.moc"
