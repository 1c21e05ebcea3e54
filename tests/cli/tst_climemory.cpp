// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// The command needs at most twelve times the size of a document plus 60 MB of memory.

#include "core/json/jsonparser.h"
#include "tests/support/commandrun.h"
#include "tests/support/largedocument.h"
#include "tests/support/measuredcommand.h"
#include "tests/support/rawserver.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Test;

namespace {

#if defined(WORKBENCH_UNOPTIMISED)
constexpr bool measures = false; // the sanitizer's own memory would be counted
#else
constexpr bool measures = true;
#endif

} // namespace

class tst_CliMemory : public QObject {
    Q_OBJECT

private:
    const QString program = QStringLiteral(ENVELOPE_PROGRAM);
    CommandRun run{program};
    RawServer server{[](QTcpSocket *socket, const RawServer::Request &) {
        RawServer::answer(socket, RawServer::ok(R"({"id":"1"})"));
    }};

    QString writeLargeDocument()
    {
        QFile file(run.home() + u"/large.json"_s);
        if (!file.open(QIODevice::WriteOnly)
            || file.write(largeDocument(server.url(u""_s).toEncoded())) < 2'000'000)
            qFatal("cannot write the document");
        return file.fileName();
    }

private Q_SLOTS:
    void staysWithinTheLimit_data()
    {
        QTest::addColumn<QString>("path");
        const QString folder = QStringLiteral(OPENAPI_FIXTURES);
        for (const QString &name : QDir(folder).entryList({u"*-[23].[01].*"_s}, QDir::Files))
            QTest::newRow(qPrintable(name)) << QString(folder + u'/' + name);
        // The largest public document, available where the peers of the tests are installed.
        const QString github =
            QStringLiteral(PEERS_FOLDER "/node_modules/@octokit/openapi/generated/api.github.com.json");
        if (QFileInfo::exists(github))
            QTest::newRow("github-rest.json") << github;
        QTest::newRow("multi-file-2.0") << QString(folder + u"/multi-file-2.0/index.yaml"_s);
        QTest::newRow("generated") << writeLargeDocument();
    }

    void staysWithinTheLimit()
    {
        if (!measures)
            QSKIP("A sanitizer needs memory of its own.");
        QFETCH(QString, path);
        const Measured listed = measured(program, {{}, {u"list"_s, path, u"--json"_s}}, run.home());
        QCOMPARE(listed.exitCode, 0);
        const Json operations = parseJson(listed.output()).value_or(Json()).member("operations"_L1);
        QVERIFY(operations.size() > 0);
        const QString operation = operations.at(0).member("name"_L1).toString();
        const double size = megabytesOf(path);
        QStringList line;
        QStringList tooLarge;
        for (const MeasuredCommand &command :
            commandsOver(path, operation, server.url(u""_s).toString(), run.home())) {
            const Measured each = measured(program, command, run.home());
            QVERIFY2(each.exitCode >= 0, qPrintable(command.name));
            line += u"%1 %2"_s.arg(command.name, QString::number(each.megabytes, 'f', 1));
            if (each.megabytes > mostMegabytes(size))
                tooLarge += command.name;
        }
        qInfo("%s (%.2f MB, limit %.0f MB): %s", QTest::currentDataTag(), size, mostMegabytes(size),
            qPrintable(line.join(u", "_s)));
        QVERIFY2(tooLarge.isEmpty(), qPrintable(tooLarge.join(u", "_s)));
    }

    void listsALargeDocumentAtOnce()
    {
        const QString path = writeLargeDocument();
        const Measured listed = measured(program, {{}, {u"list"_s, path, u"--json"_s}}, run.home());
        QCOMPARE(listed.exitCode, 0);
        const Json list = parseJson(listed.output()).value_or(Json());
        QCOMPARE(list.member("operations"_L1).size(), 1000);
        QCOMPARE(list.member("$defs"_L1).size(), 600);
        QCOMPARE(list.member("operations"_L1).at(1).member("outputSchema"_L1).toBytes(),
            QByteArray("{\"$ref\":\"#/$defs/object_1\"}"));
        const qint64 document = QFileInfo(path).size();
        QVERIFY2(listed.printed() < 2 * document, qPrintable(QString::number(listed.printed())));
        qInfo("list --json of %lld bytes: %.2f s of CPU time, %lld bytes written", document,
            listed.processorSeconds, listed.printed());
        if (measures)
            QVERIFY2(listed.processorSeconds < 1, qPrintable(QString::number(listed.processorSeconds)));
    }
};

WORKBENCH_TEST(tst_CliMemory, QCoreApplication)
#include "tst_climemory.moc"
