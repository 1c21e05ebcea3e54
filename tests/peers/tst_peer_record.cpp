// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Two recordings of equal calls of a third-party server differ only where its answers differ. No recording
// contains a secret that was sent to a service or received from it.

#include "core/fixture/fixturecomparison.h"
#include "core/fixture/fixturefolder.h"
#include "core/json/jsonbuilder.h"
#include "core/json/jsondiff.h"
#include "core/json/jsonparser.h"
#include "tests/peers/services.h"
#include "tests/support/encodings.h"
#include "tests/support/outputschema.h"
#include "tests/support/runningcommand.h"
#include "tests/support/testprogram.h"

#include <QDateTime>
#include <QDirIterator>
#include <QFile>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Test;

class tst_PeerRecord : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void differsOnlyWhereTheServerDid();
    void suggestsRulesForTheDifferences();
    void changesOnlyFilesWithOtherAnswers();
    void suggestsOnTheCommandLine();
    void printsWhatTheSchemaOfTheCommandsSays();
    void writesNoSecretOfAService();
    void writesNoSecretOfAnMcpServer();

private:
    void record(const QString &folder);
    QMap<QString, QByteArray> bytes(const QString &folder) const;
    std::unique_ptr<RunningCommand> service(const QString &role) const;
    static QString addressOf(RunningCommand &service);
    void expectNoCanary(const QString &folder, const QByteArray &told, qsizetype placeholders) const;

    CommandRun run{QStringLiteral(ENVELOPE_PROGRAM)};
    QString m_first;
    QString m_second;
    qint64 m_lastRecorded = 0;
};

namespace {

// One secret for each place, so that each must be found separately: the environment, a header, the query, the
// address, the body.
const QByteArrayList canaries{"Env/C4nary+42=&<a>'s", "Head/C4nary+43=&<b>'s", "Query/C4nary+44=&<c>'s",
    "Url/C4nary+45=&<d>'s", "Body/C4nary+46=&<e>'s \xc3\xa9"};

} // namespace

std::unique_ptr<RunningCommand> tst_PeerRecord::service(const QString &role) const
{
    const QStringList arguments{
        QStringLiteral(TESTS_DIR "/peers/echopeer.mjs"), QStringLiteral(PEERS_FOLDER), role};
    return std::make_unique<RunningCommand>(run, arguments, QStringLiteral(NODE_PROGRAM));
}

QString tst_PeerRecord::addressOf(RunningCommand &service)
{
    return jsonLiteral(service.line().trimmed()).member("url"_L1).toString();
}

//! Checks that no file, no file name and no output contains a canary in any encoding.
void tst_PeerRecord::expectNoCanary(
    const QString &folder, const QByteArray &told, qsizetype placeholders) const
{
    QMap<QString, QByteArray> all{{u"what was printed"_s, told}};
    QDirIterator each(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (each.hasNext()) {
        QFile file(each.next());
        QVERIFY(file.open(QIODevice::ReadOnly));
        all.insert(file.fileName(), file.fileName().toUtf8() + '\n' + file.readAll());
    }
    QVERIFY2(all.size() >= 3, qPrintable(all.keys().join(u'\n'))); // a fixture and a definition at least
    qsizetype found = 0;
    for (auto content = all.cbegin(); content != all.cend(); ++content) {
        found += content.value().count("${secret:");
        for (const QByteArray &canary : canaries) {
            const auto encodings = encodingsOf(canary);
            for (auto encoding = encodings.cbegin(); encoding != encodings.cend(); ++encoding) {
                QVERIFY2(!holdsEncoded(content.value(), encoding.value(), encoding.key()),
                    qPrintable(content.key() + u" holds "_s + QString::fromUtf8(canary) + u" as "_s
                        + encoding.key()));
            }
            QVERIFY2(!content.value().contains(canary.first(8)), qPrintable(content.key()));
        }
    }
    // The placeholders prove that the secrets were redacted.
    QVERIFY2(found >= placeholders, qPrintable(QString::number(found)));
}

//! The server writes the time in seconds into one of its answers. Each recording waits for a new second, so
//! this answer differs between any two recordings.
void tst_PeerRecord::record(const QString &folder)
{
    QTRY_VERIFY(QDateTime::currentSecsSinceEpoch() != m_lastRecorded);
    const CommandResult result =
        run({u"record"_s, u"--to"_s, folder, u"--quiet"_s, u"--inputs"_s, run.home() + u"/inputs.json"_s,
                u"--"_s, QStringLiteral(NODE_PROGRAM),
                QStringLiteral(PEERS_FOLDER)
                    + u"/node_modules/@modelcontextprotocol/server-everything/dist/index.js"_s,
                u"stdio"_s},
            {}, 60'000);
    QVERIFY2(result.exitCode == 0, result.err.constData());
    m_lastRecorded = QDateTime::currentSecsSinceEpoch();
}

QMap<QString, QByteArray> tst_PeerRecord::bytes(const QString &folder) const
{
    QMap<QString, QByteArray> all;
    const QDir dir(folder);
    for (const QString &name : dir.entryList(QDir::Files)) {
        QFile file(dir.filePath(name));
        if (file.open(QIODevice::ReadOnly))
            all.insert(name, file.readAll());
    }
    return all;
}

void tst_PeerRecord::initTestCase()
{
    qputenv("WORKBENCH_CANARY", canaries.first());
    run.write(u"inputs.json"_s,
        R"({"echo":{"message":"hi"},"get-sum":{"a":2,"b":3},)"
        R"("get-structured-content":{"location":"Chicago"},)"
        R"("trigger-long-running-operation":{"duration":0.1,"steps":1}})");
    m_first = run.home() + u"/first"_s;
    m_second = run.home() + u"/second"_s;
    record(m_first);
    record(m_second);
}

void tst_PeerRecord::differsOnlyWhereTheServerDid()
{
    const auto first = FixtureFolder(m_first).read();
    const auto second = FixtureFolder(m_second).read();
    QVERIFY(first && second);
    QCOMPARE(first->problems.size(), 0);
    QVERIFY(first->fixtures.size() > 10);
    QCOMPARE(first->definitions.keys(), second->definitions.keys());
    QCOMPARE(bytes(m_first).keys(), bytes(m_second).keys());
    QStringList changed;
    for (qsizetype i = 0; i < first->fixtures.size(); ++i) {
        const auto diff = diffJson(withoutMember(toJson(first->fixtures.at(i).fixture), u"times"),
            withoutMember(toJson(second->fixtures.at(i).fixture), u"times"));
        QVERIFY(diff);
        for (qsizetype place = 0; place < diff->size(); ++place) {
            const JsonChange change = diff->at(place);
            changed.append(first->fixtures.at(i).fixture.operation);
            QVERIFY2(change.after.toString().contains("created at"_L1), qPrintable(change.pointer));
        }
    }
    changed.removeDuplicates();
    QCOMPARE(changed, QStringList{u"get-resource-reference"_s});
}

void tst_PeerRecord::suggestsRulesForTheDifferences()
{
    const auto first = FixtureFolder(m_first).read();
    const auto second = FixtureFolder(m_second).read();
    QVERIFY(first && second);
    for (qsizetype i = 0; i < first->fixtures.size(); ++i) {
        Fixture fixture = first->fixtures.at(i).fixture;
        const Fixture &now = second->fixtures.at(i).fixture;
        const bool isSame = compareFixtures(fixture, now)->isSame();
        QCOMPARE(isSame, fixture.operation != "get-resource-reference"_L1);
        fixture.match = suggestRules(fixture, now);
        QCOMPARE(fixture.match.isEmpty(), isSame);
        QVERIFY(compareFixtures(fixture, now)->isSame());
    }
}

void tst_PeerRecord::changesOnlyFilesWithOtherAnswers()
{
    QMap<QString, QByteArray> before = bytes(m_first);
    record(m_first);
    QStringList changed;
    const QMap<QString, QByteArray> after = bytes(m_first);
    for (auto file = after.cbegin(); file != after.cend(); ++file) {
        if (before.take(file.key()) != file.value())
            changed.append(file.key());
    }
    QCOMPARE(changed, QStringList{u"get-resource-reference.json"_s});
    QVERIFY(before.isEmpty());
}

//! The output of the commands with --json is valid for this server as well. \source resources/cli.schema.json
void tst_PeerRecord::printsWhatTheSchemaOfTheCommandsSays()
{
    OutputSchema schema(run);
    QCOMPARE(schema.loadAll(), QString());
    const QStringList server{u"--"_s, QStringLiteral(NODE_PROGRAM),
        QStringLiteral(PEERS_FOLDER)
            + u"/node_modules/@modelcontextprotocol/server-everything/dist/index.js"_s,
        u"stdio"_s};
    const QString folder = run.home() + u"/printed"_s;
    for (const QStringList &command : {QStringList{u"list"_s}, QStringList{u"describe"_s, u"get-sum"_s},
             QStringList{u"request"_s, u"echo"_s, u"message=hi"_s},
             QStringList{u"call"_s, u"get-structured-content"_s, u"location=Chicago"_s},
             QStringList{u"call"_s, u"get-tiny-image"_s}, QStringList{u"check"_s},
             QStringList{u"check"_s, u"--connect"_s},
             QStringList{u"record"_s, u"--to"_s, folder, u"get-sum"_s, u"a:=2"_s, u"b:=3"_s},
             QStringList{u"verify"_s, folder}})
        QCOMPARE(schema.misfitOf(command + server), QString());
    QCOMPARE(schema.misfitOf(
                 QStringList{u"call"_s, u"get-sum"_s, u"a=x"_s} + server, OutputSchema::Expected::Failure),
        QString());
}

//! The workflow of a user: record twice, let the command write the rules, compare.
void tst_PeerRecord::suggestsOnTheCommandLine()
{
    const auto compare = [this](const QString &first, const QString &second, const QStringList &more = {}) {
        return run(QStringList{u"compare"_s, first, second} + more, {}, 60'000);
    };
    const CommandResult differs = compare(m_first, m_second);
    QCOMPARE(differs.exitCode, 7);
    QVERIFY2(differs.out.contains("get-resource-reference"), differs.out.constData());
    QVERIFY2(!differs.out.contains("get-sum.json\n~"), differs.out.constData());
    const CommandResult suggested = compare(m_first, m_second, {u"--suggest"_s, u"--write"_s});
    QVERIFY2(!suggested.crashed, suggested.err.constData());
    const CommandResult same = compare(m_first, m_second);
    QVERIFY2(same.exitCode == 0, same.out.constData());

    const QString document = run.write(u"echo.json"_s, echoDocument);
    const QString monday = run.home() + u"/monday"_s;
    const QString tuesday = run.home() + u"/tuesday"_s;
    const std::unique_ptr<RunningCommand> http = service(u"http"_s);
    const QString server = addressOf(*http);
    for (const QString &folder : {monday, tuesday}) {
        for (const QString &operation : {u"changing"_s, u"written"_s}) {
            const CommandResult recorded =
                run({u"record"_s, document, u"--to"_s, folder, u"--server"_s, server, operation});
            QVERIFY2(recorded.exitCode == 0, recorded.err.constData());
        }
    }
    QCOMPARE(compare(monday, tuesday).exitCode, 7);
    QVERIFY(!compare(monday, tuesday, {u"--suggest"_s, u"--write"_s}).crashed);
    const auto listing = FixtureFolder(monday).read();
    QVERIFY(listing && listing->fixtures.size() == 2);
    QStringList places;
    for (const MatchRule &rule : listing->fixtures.first().fixture.match)
        places.append(rule.at);
    places.sort();
    QCOMPARE(places, (QStringList{u"/data/at"_s, u"/data/id"_s, u"/data/load"_s, u"/meta/headers/date"_s}));
    QCOMPARE(listing->fixtures.last().fixture.match.size(), 1); // the rule for the date
    const CommandResult verified = run({u"verify"_s, monday, document, u"--server"_s, server});
    QVERIFY2(verified.exitCode == 0, verified.out.constData());
}

void tst_PeerRecord::writesNoSecretOfAService()
{
    const QString document = run.write(u"echo.json"_s, echoDocument);
    const QString folder = run.home() + u"/service"_s;
    const std::unique_ptr<RunningCommand> http = service(u"http"_s);
    const QString server = addressOf(*http);
    const auto text = [](qsizetype canary) { return QString::fromUtf8(canaries.at(canary)); };
    QByteArray told;
    for (const QString &id : {text(0), u"refused"_s}) {
        const Json input = Json::object({{u"id"_s, Json::string(id)}, {u"page"_s, Json::integer(2)},
            {u"api_key"_s, Json::string(text(2))}, {u"X-Api-Key"_s, Json::string(text(1))},
            {u"body"_s,
                Json::object({{u"password"_s, Json::string(text(4))},
                    {u"note"_s,
                        Json::string(u"see https://ada:%1@example.org/?token=%1"_s.arg(
                            QString::fromLatin1(canaries.at(3).toPercentEncoding())))}})}});
        const CommandResult result = run({u"record"_s, document, u"--to"_s, folder, u"--server"_s, server,
            u"--auth"_s, u"bearer:env:WORKBENCH_CANARY"_s, u"--header"_s, u"X-Mine: env:WORKBENCH_CANARY"_s,
            u"echo"_s, u"--input"_s, QString::fromUtf8(input.toBytes())});
        QVERIFY2(result.err.contains("redacted"), result.err.constData());
        QVERIFY2(result.out.contains(".json"), result.err.constData());
        told += result.out + result.err;
    }
    expectNoCanary(folder, told, 50);
}

void tst_PeerRecord::writesNoSecretOfAnMcpServer()
{
    const QString folder = run.home() + u"/mcp"_s;
    const std::unique_ptr<RunningCommand> mcp = service(u"mcp"_s);
    const QString url =
        addressOf(*mcp) + u"?api_key="_s + QString::fromLatin1(canaries.at(2).toPercentEncoding());
    const Json input = Json::object({{u"text"_s,
                                         Json::string(u"https://ada:%1@example.org/"_s.arg(
                                             QString::fromLatin1(canaries.at(3).toPercentEncoding())))},
        {u"password"_s, Json::string(QString::fromUtf8(canaries.at(4)))}});
    qputenv("WORKBENCH_HEADER_CANARY", canaries.at(1));
    const CommandResult result =
        run({u"record"_s, url, u"--to"_s, folder, u"--auth"_s, u"bearer:env:WORKBENCH_CANARY"_s,
                u"--header"_s, u"X-Api-Key: env:WORKBENCH_HEADER_CANARY"_s, u"echo"_s, u"--input"_s,
                QString::fromUtf8(input.toBytes())},
            {}, 60'000);
    QVERIFY2(result.exitCode == 0, result.err.constData());
    expectNoCanary(folder, result.out + result.err, 50);

    const QString told = run.home() + u"/program"_s;
    // The second server is a program that gets the secret in its environment and prints its environment.
    const CommandResult program =
        run({u"record"_s, u"--to"_s, told, u"--env"_s, u"MY_TOKEN="_s + QString::fromUtf8(canaries.at(1)),
                u"get-env"_s, u"--"_s, QStringLiteral(NODE_PROGRAM),
                QStringLiteral(PEERS_FOLDER)
                    + u"/node_modules/@modelcontextprotocol/server-everything/dist/index.js"_s,
                u"stdio"_s},
            {}, 60'000);
    QVERIFY2(program.exitCode == 0, program.err.constData());
    expectNoCanary(told, program.out + program.err, 1);
}

WORKBENCH_TEST(tst_PeerRecord, QCoreApplication)
#include "tst_peer_record.moc"
