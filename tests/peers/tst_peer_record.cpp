// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Two recordings of the same calls of a server that nobody here wrote differ only where it did.

#include "core/fixture/fixturecomparison.h"
#include "core/fixture/fixturefolder.h"
#include "core/json/jsonbuilder.h"
#include "core/json/jsondiff.h"
#include "tests/support/commandrun.h"

#include <QDir>
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
    void suggestsRulesForThat();
    void leavesAloneWhatIsTheSame();

private:
    void record(const QString &folder) const;
    QMap<QString, QByteArray> bytes(const QString &folder) const;

    CommandRun run{QStringLiteral(ENVELOPE_PROGRAM)};
    QString m_first;
    QString m_second;
};

void tst_PeerRecord::record(const QString &folder) const
{
    const CommandResult result =
        run({u"record"_s, u"--to"_s, folder, u"--quiet"_s, u"--inputs"_s, run.home() + u"/inputs.json"_s,
                u"--"_s, QStringLiteral(NODE_PROGRAM),
                QStringLiteral(PEERS_FOLDER)
                    + u"/node_modules/@modelcontextprotocol/server-everything/dist/index.js"_s,
                u"stdio"_s},
            {}, 60'000);
    QVERIFY2(result.exitCode == 0, result.err.constData());
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
    QFile inputs(run.home() + u"/inputs.json"_s);
    QVERIFY(inputs.open(QIODevice::WriteOnly));
    QVERIFY(inputs.write(R"({"echo":{"message":"hi"},"get-sum":{"a":2,"b":3},)"
                         R"("get-structured-content":{"location":"Chicago"},)"
                         R"("trigger-long-running-operation":{"duration":0.1,"steps":1}})")
        > 0);
    inputs.close();
    m_first = run.home() + u"/first"_s;
    m_second = run.home() + u"/second"_s;
    record(m_first);
    QTest::qWait(1100); // its clock shows seconds
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

void tst_PeerRecord::suggestsRulesForThat()
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

void tst_PeerRecord::leavesAloneWhatIsTheSame()
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

QTEST_GUILESS_MAIN(tst_PeerRecord)
#include "tst_peer_record.moc"
