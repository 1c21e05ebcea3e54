// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Warnings, changes and failures of a result reach the caller over hubs, and each hub prints them. An MCP
// server, the programs that serve it and the caller are separate processes.

#include "core/json/jsonparser.h"
#include "tests/support/quotes.h"
#include "tests/support/runningcommand.h"
#include "tests/support/testprogram.h"

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Test;

namespace CliHubReportsParts {

QStringList keywordsOf(const Json &warnings)
{
    QStringList keywords;
    for (const Json warning : warnings.items())
        keywords.append(warning.member("keyword"_L1).toString());
    return keywords;
}

} // namespace CliHubReportsParts

using namespace CliHubReportsParts;

class tst_CliHubReports : public QObject {
    Q_OBJECT

    CommandRun run{QStringLiteral(ENVELOPE_PROGRAM)};
    std::vector<std::unique_ptr<RunningCommand>> programs; //!< between the server and the caller

    //! Returns "--" and the command of an MCP server that answers as \a lines say.
    QStringList server(const QByteArray &lines) const
    {
        const QString name = u"%1-%2.txt"_s.arg(QLatin1StringView(QTest::currentTestFunction()),
            QString::number(qHash(QByteArray(QTest::currentDataTag()))));
        return {u"--"_s, u"sh"_s, QStringLiteral(TESTS_DIR "/support/oddpeer.sh"), run.write(name, lines)};
    }
    RunningCommand &start(const QStringList &arguments)
    {
        programs.push_back(std::make_unique<RunningCommand>(run, arguments));
        return *programs.back();
    }
    QString startHub(const QStringList &arguments)
    {
        RunningCommand &hub = start(QStringList{u"serve"_s, u"--as"_s, u"hub"_s} + arguments);
        return QString::fromUtf8(hub.line()).trimmed();
    }
    void startSpoke(const QString &hub, const QStringList &arguments)
    {
        RunningCommand &spoke =
            start(QStringList{u"serve"_s, u"--as"_s, u"spoke"_s, u"--hub"_s, hub} + arguments);
        QVERIFY(spoke.says(" offers "));
    }

private Q_SLOTS:
    void cleanup() { programs.clear(); }

    void theCallerSeesWhatTheSourceDid_data()
    {
        QTest::addColumn<QString>("way");
        QTest::addColumn<QString>("nameSpace");
        QTest::newRow("over a hub") << u"hub"_s << u"mcp."_s;
        QTest::newRow("over a spoke and its hub") << u"spoke"_s << u"mcp."_s;
        QTest::newRow("over a hub of a hub") << u"hubs"_s << u"hub.mcp."_s;
    }
    void theCallerSeesWhatTheSourceDid()
    {
        QFETCH(QString, way);
        QFETCH(QString, nameSpace);
        // "look" gives a warning, "warm" has a value that is lost and one that is converted.
        const QStringList peer =
            server(q("output:look {'type':'object'}\n"
                     "look {'content':[{'type':'text','text':'sunny'}]}\n"
                     "output:warm "
                     "{'type':'object','properties':{'high':{'type':'integer'},'low':{'type':'integer'}}}\n"
                     "warm {'content':[],'structuredContent':{'high':'warm','low':'16'}}\n"));
        QString address = startHub(way == "spoke"_L1 ? QStringList{u"demo:local"_s} : peer);
        if (way == "spoke"_L1)
            startSpoke(address, peer);
        else if (way == "hubs"_L1)
            address = startHub({QString(u"hub:"_s + address)});
        for (const QString &operation : {u"look"_s, u"warm"_s}) {
            const QStringList far{u"call"_s, address, QString(nameSpace + operation)};
            const CommandResult here = run(QStringList{u"call"_s, operation, u"--json"_s} + peer);
            QVERIFY2(here.exitCode == 0, here.err.constData());
            const CommandResult there = run(far + QStringList{u"--json"_s});
            QVERIFY2(there.exitCode == 0, there.err.constData());
            const Json direct = jsonLiteral(here.out);
            const Json over = jsonLiteral(there.out);
            QCOMPARE(direct.member("warnings"_L1).size(), operation == "look"_L1 ? 1 : 0);
            QCOMPARE(direct.member("changes"_L1).size(), operation == "warm"_L1 ? 2 : 0);
            // The message of the warning names the operation, which has another name at the hub.
            QCOMPARE(keywordsOf(over.member("warnings"_L1)), keywordsOf(direct.member("warnings"_L1)));
            QCOMPARE(over.member("changes"_L1).toBytes(), direct.member("changes"_L1).toBytes());
            QCOMPARE(run(far + QStringList{u"--strict"_s}).exitCode, 7);
        }
        const QByteArray text = run({u"call"_s, address, QString(nameSpace + u"look"_s)}).err;
        const QByteArray sentence = " declares an output schema but returned no structuredContent.";
        const QByteArray warning = QByteArray("warning: \"" + nameSpace.toUtf8() + "look\"" + sentence);
        QVERIFY2(text.count(warning) == 1, text.constData());
        for (const auto &program : programs) {
            QVERIFY(program->saysOnError("mcp.look: ok in "));
            QVERIFY(program->saysOnError(" ms, 1 warning\n  warning: \""));
            QVERIFY(program->saysOnError(sentence));
            QVERIFY(program->saysOnError(" ms, 2 changes\n  lost /high: \"warm\" became 0\n"));
        }
    }

    void aFailedResultIsAnErrorForTheHub()
    {
        const QString address =
            startHub(server(q("bad {'content':[{'type':'text','text':'no'}],'isError':true}\n")));
        QCOMPARE(run({u"call"_s, address, u"mcp.bad"_s}).exitCode, 1);
        QVERIFY(programs.front()->saysOnError(" called mcp.bad: error in "));
    }

    // The hub ends the connection of a program that sends a larger message.
    void aLongReportDoesNotEndTheConnection()
    {
        const QByteArrayList values(250, QByteArray("\"" + QByteArray(4200, 'x') + "\""));
        const QStringList peer = server(
            QByteArray(q("output:many {'type':'object','properties':{'n':{'type':'array','items':{'type':"
                         "'integer'}}}}\n"
                         "many {'content':[],'structuredContent':{'n':[")
                + values.join(',') + "]}}\n"));
        const QString address = startHub({u"demo:local"_s, u"--limit"_s, u"hub.messageBytes=1600KiB"_s});
        startSpoke(address, peer);
        const CommandResult called = run({u"call"_s, address, u"mcp.many"_s, u"--strict"_s});
        QVERIFY2(called.exitCode == 7, called.err.constData());
        QVERIFY2(called.err.contains("50 more changes are not reported")
                && called.err.contains("lost /n/0: an unknown value became 0"),
            called.err.constData());
        QVERIFY(programs.front()->saysOnError(" called mcp.many: ok in "));
        QVERIFY(!programs.front()->standardError().contains("hub.messageBytes"));
    }
};

WORKBENCH_TEST(tst_CliHubReports, QCoreApplication)
#include "tst_clihubreports.moc"
