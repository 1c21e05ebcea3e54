// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// A server with an unknown protocol version on the command line. R-53

#include "core/json/jsonparser.h"
#include "tests/support/commandrun.h"
#include "tests/support/testprogram.h"

#include <QElapsedTimer>
#include <QTest>

using namespace Workbench;
using namespace Workbench::Test;
using namespace Qt::StringLiterals;

class tst_ConnectAnyway : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void stopsWithBothLists()
    {
        const CommandResult result = envelope({u"list"_s, u"--"_s, peer, u"future"_s});
        QCOMPARE(result.exitCode, 5);
        QVERIFY(result.out.isEmpty());
        for (const char *part : {"2031-01-01", "2024-11-05", "2025-11-25", "--connect-anyway"})
            QVERIFY2(result.err.contains(part), result.err.constData());
    }
    void listsAnyway()
    {
        const CommandResult result =
            envelope({u"list"_s, u"--connect-anyway"_s, u"--json"_s, u"--"_s, peer, u"future"_s});
        QVERIFY2(result.exitCode == 0, result.err.constData());
        QCOMPARE(jsonLiteral(result.out).member("operations"_L1).size(), 1);
        const CommandResult plain = envelope({u"list"_s, u"--connect-anyway"_s, u"--"_s, peer, u"future"_s});
        QVERIFY2(plain.err.contains("operations cannot be called"), plain.err.constData());
    }
    void callsNothing()
    {
        const CommandResult result = envelope({u"call"_s, u"tool-0"_s, u"city=Rome"_s, u"--connect-anyway"_s,
            u"--json"_s, u"--"_s, peer, u"future"_s});
        QCOMPARE(result.exitCode, 5);
        QVERIFY2(result.out.contains("mcp.lists-only") || result.err.contains("mcp.lists-only"),
            QByteArray(result.out + result.err).constData());
    }
    void aMuteProgramEndsByTheConnectDeadline()
    {
        QElapsedTimer clock;
        clock.start();
        const CommandResult result =
            envelope({u"list"_s, u"--limit"_s, u"connect.timeout=300ms"_s, u"--"_s, peer, u"mute"_s});
        QCOMPARE(result.exitCode, 4);
        QVERIFY2(result.err.contains("300 ms") && result.err.contains("--limit connect.timeout="),
            result.err.constData());
        QVERIFY(clock.elapsed() < 12'000); // 15 s without the limit
    }

private:
    const CommandRun envelope{QStringLiteral(ENVELOPE_PROGRAM)};
    const QString peer = QStringLiteral(BULK_PEER);
};

WORKBENCH_TEST(tst_ConnectAnyway, QCoreApplication)
#include "tst_connectanyway.moc"
