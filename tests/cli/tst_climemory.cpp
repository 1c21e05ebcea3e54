// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// How much memory the command needs for a document: at most twelve times the document and 60 MB.

#include "core/json/jsonparser.h"
#include "tests/support/commandrun.h"
#include "tests/support/rawserver.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QDirIterator>
#include <QEventLoop>
#include <QTest>
#include <QTimer>

#include <csignal>
#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Test;

namespace {

#if defined(WORKBENCH_UNOPTIMISED)
constexpr bool measures = false; // the sanitizer's own bookkeeping would be measured
#else
constexpr bool measures = true;
#endif

constexpr double megabyte = 1024 * 1024;

QByteArray reference(int schema)
{
    return "{\"$ref\":\"#/components/schemas/object_" + QByteArray::number(schema) + "\"}";
}

//! A document of the shape of the largest public ones: 600 schemas that refer to each other in circles, and
//! 1000 operations, each of which reaches all of them.
QByteArray largeDocument(const QByteArray &server)
{
    constexpr int schemas = 600;
    constexpr int operations = 1000;
    const QByteArray words =
        "The object that this one belongs to. Ask for it to be expanded, or get its identifier. ";
    QByteArray text = R"({"openapi":"3.0.0","info":{"title":"Large","version":"1"},"servers":[{"url":")"
        + server + R"("}],"paths":{)";
    for (int i = 0; i < operations; ++i) {
        const QByteArray number = QByteArray::number(i);
        text += (i > 0 ? ",\"/v1/things_" : "\"/v1/things_") + number + "\":{\"" + (i % 2 ? "post" : "get")
            + R"(":{"operationId":"op_)" + number + R"(","summary":")" + words
            + R"(","parameters":[{"name":"expand","in":"query","style":"deepObject","schema":{"type":"array",)"
              R"("items":{"type":"string"}}}],)"
            + (i % 2 ? R"("requestBody":{"content":{"application/json":{"schema":)"
                        + reference(i * 5 % schemas) + "}}},"
                     : QByteArray())
            + R"("responses":{"200":{"description":"ok","content":{"application/json":{"schema":)"
            + reference(i % schemas)
            + R"(}}},"default":{"description":"An error","content":{"application/json":{"schema":)"
            + reference(i * 3 % schemas) + "}}}}}}";
    }
    text += R"(},"components":{"schemas":{)";
    for (int i = 0; i < schemas; ++i) {
        const QByteArray number = QByteArray::number(i);
        text += (i > 0 ? ",\"object_" : "\"object_") + number
            + R"(":{"type":"object","required":["id"],"description":")" + words + words
            + R"(","properties":{"id":{"type":"string","maxLength":5000},"object":{"enum":["object_)" + number
            + R"("]},"next":)" + reference((i + 1) % schemas);
        for (int link = 0; link < 10; ++link) {
            text += ",\"link_" + QByteArray::number(link)
                + R"(":{"anyOf":[{"type":"string","maxLength":5000},)"
                + reference((i * 7 + link * link * 13 + link) % schemas)
                + R"(],"nullable":true,"description":")" + words + "\"}";
        }
        text += "}}";
    }
    return text + "}}}";
}

qint64 bytesBelow(const QString &path)
{
    if (const QFileInfo file(path); !file.fileName().startsWith("index"_L1))
        return file.size();
    qint64 bytes = 0;
    for (QDirIterator files(QFileInfo(path).path(), QDir::Files, QDirIterator::Subdirectories);
        files.hasNext();)
        bytes += files.nextFileInfo().size();
    return bytes;
}

} // namespace

class tst_CliMemory : public QObject {
    Q_OBJECT

private:
    struct Measured {
        int exitCode = -1;
        double cpuSeconds = 0;
        double megabytes = 0;
        QByteArray out;
    };

    CommandRun run{QStringLiteral(ENVELOPE_PROGRAM)};
    RawServer server{[](QTcpSocket *socket, const RawServer::Request &) {
        RawServer::answer(socket, RawServer::ok(R"({"id":"1"})", "Content-Type: application/json\r\n"));
    }};

    //! Runs the command beside the server of this process. A program that \a says something is ended then.
    Measured measured(const QStringList &arguments, const QByteArray &says = {})
    {
        QList<QByteArray> words{QStringLiteral(ENVELOPE_PROGRAM).toUtf8()};
        for (const QString &argument : arguments)
            words.append(argument.toUtf8());
        std::vector<char *> argv;
        for (QByteArray &word : words)
            argv.push_back(word.data());
        argv.push_back(nullptr);
        for (const char *name : {"XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"})
            qputenv(name, run.home().toUtf8());
        const QByteArray path = run.home().toUtf8() + "/out";
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_addopen(
            &actions, STDOUT_FILENO, path.constData(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
        pid_t process = 0;
        const int failed = posix_spawn(&process, argv.front(), &actions, nullptr, argv.data(), environ);
        posix_spawn_file_actions_destroy(&actions);
        Measured result;
        if (failed != 0)
            return result;
        const auto output = [&path] {
            QFile file(QString::fromUtf8(path));
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        int status = 0;
        rusage usage{};
        bool isTold = says.isEmpty();
        // In an event loop, which serves the process at once: QTest::qWaitFor() sleeps for 10 ms after each
        // turn.
        bool isOver = false;
        QEventLoop loop;
        QTimer poll;
        connect(&poll, &QTimer::timeout, &loop, [&] {
            if (!isTold && output().contains(says)) {
                isTold = true;
                ::kill(process, SIGTERM);
            }
            isOver = ::wait4(process, &status, WNOHANG, &usage) == process;
            if (isOver)
                loop.quit();
        });
        poll.start(5);
        QTimer::singleShot(300'000, &loop, &QEventLoop::quit);
        loop.exec();
        if (!isOver) {
            ::kill(process, SIGKILL);
            ::wait4(process, &status, 0, &usage);
        }
        result.exitCode = isOver && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
        result.cpuSeconds = double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
            + double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
        result.megabytes = double(usage.ru_maxrss) / 1024;
        result.out = output();
        return result;
    }

    QString writeLargeDocument()
    {
        QFile file(run.home() + u"/large.json"_s);
        if (!file.open(QIODevice::WriteOnly)
            || file.write(largeDocument(server.url(u""_s).toEncoded())) < 2'000'000)
            qFatal("cannot write the document");
        return file.fileName();
    }

    QStringList m_table;

private Q_SLOTS:
    void staysWithinTheLimit_data()
    {
        QTest::addColumn<QString>("path");
        const QString folder = QStringLiteral(OPENAPI_FIXTURES);
        for (const QString &name : QDir(folder).entryList({u"*-[23].[01].*"_s}, QDir::Files))
            QTest::newRow(qPrintable(name)) << QString(folder + u'/' + name);
        // The largest public document at hand, where the peers of the tests are installed.
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
            QSKIP("a sanitizer needs memory of its own");
        QFETCH(QString, path);
        const Measured listed = measured({u"list"_s, path, u"--json"_s});
        QCOMPARE(listed.exitCode, 0);
        const Json operations = parseJson(listed.out).value_or(Json()).member("operations"_L1);
        QVERIFY(operations.size() > 0);
        const QString operation = operations.at(0).member("name"_L1).toString();
        const QString fixtures = run.home() + u"/fixtures-" + QString::fromLatin1(QTest::currentDataTag());
        const QString to = server.url(u""_s).toString();
        const QStringList input{u"--send-invalid"_s, u"--input"_s, u"{}"_s};
        struct Command {
            QString name;
            QStringList arguments;
            QByteArray says = {};
        };
        const QList<Command> commands{
            {u"list"_s, {u"list"_s, path}},
            {u"describe"_s, {u"describe"_s, path, operation}},
            {u"describe --json"_s, {u"describe"_s, path, operation, u"--json"_s}},
            {u"check"_s, {u"check"_s, path, u"--server"_s, to}},
            {u"record"_s,
                QStringList{u"record"_s, path, operation, u"--to"_s, fixtures, u"--server"_s, to,
                    u"--accept-findings"_s}
                    + input},
            {u"verify"_s, {u"verify"_s, fixtures, path, u"--server"_s, to, u"--allow-mutations"_s}},
            {u"serve"_s, {u"serve"_s, path, u"--as"_s, u"hub"_s, u"--port"_s, u"0"_s, u"--json"_s}, "\n"},
        };
        const double size = double(bytesBelow(path)) / megabyte;
        const double limit = 12 * size + 60;
        QString line = u"%1 (%2 MB, limit %3 MB): list --json %4"_s.arg(
            QString::fromLatin1(QTest::currentDataTag()), QString::number(size, 'f', 2),
            QString::number(limit, 'f', 0), QString::number(listed.megabytes, 'f', 1));
        QStringList tooLarge;
        if (listed.megabytes > limit)
            tooLarge += u"list --json"_s;
        for (const Command &command : commands) {
            const Measured each = measured(command.arguments, command.says);
            QVERIFY2(each.exitCode >= 0, qPrintable(command.name));
            line += u", %1 %2"_s.arg(command.name, QString::number(each.megabytes, 'f', 1));
            if (each.megabytes > limit)
                tooLarge += command.name;
        }
        qInfo("%s", qPrintable(line));
        QVERIFY2(tooLarge.isEmpty(), qPrintable(tooLarge.join(u", "_s)));
    }

    void listsALargeDocumentAtOnce()
    {
        const QString path = writeLargeDocument();
        const Measured listed = measured({u"list"_s, path, u"--json"_s});
        QCOMPARE(listed.exitCode, 0);
        const Json list = parseJson(listed.out).value_or(Json());
        QCOMPARE(list.member("operations"_L1).size(), 1000);
        QCOMPARE(list.member("$defs"_L1).size(), 600);
        QCOMPARE(list.member("operations"_L1).at(1).member("outputSchema"_L1).toBytes(),
            QByteArray("{\"$ref\":\"#/$defs/object_1\"}"));
        const qint64 document = QFileInfo(path).size();
        QVERIFY2(listed.out.size() < 2 * document, qPrintable(QString::number(listed.out.size())));
        qInfo("list --json of %lld bytes: %.2f s of processor time, %lld bytes written", document,
            listed.cpuSeconds, qint64(listed.out.size()));
        if (measures)
            QVERIFY2(listed.cpuSeconds < 1, qPrintable(QString::number(listed.cpuSeconds)));
    }
};

WORKBENCH_TEST(tst_CliMemory, QCoreApplication)
#include "tst_climemory.moc"
