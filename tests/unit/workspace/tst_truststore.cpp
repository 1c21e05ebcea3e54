// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/workspace/truststore.h"
#include "tests/support/testprogram.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Workbench;

class tst_TrustStore : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void trustsNothingAtFirst();
    void remembersOnDisk();
    void forgetsTrustForThisRun();
    void keepsToMemoryWithoutAPath();
    void isForTheOwnerOnly();
    void holdsNoCommandInTheClear();
    void setsABrokenFileAside_data();
    void setsABrokenFileAside();
    void keepsWhatAnotherWindowTrusted();
    void trustsForThisRunWhenItCannotWrite();

private:
    QString path() const { return m_dir->filePath(u"data/trust.json"_s); }
    const TrustFacts m_facts{u"/bin/server"_s, {u"--key"_s, u"canary-5c1f"_s}, {u"TOKEN"_s}, {}};
    std::unique_ptr<QTemporaryDir> m_dir;
};

void tst_TrustStore::init()
{
    m_dir = std::make_unique<QTemporaryDir>();
    QVERIFY(m_dir->isValid());
}

void tst_TrustStore::trustsNothingAtFirst()
{
    QVERIFY(!TrustStore(path()).isTrusted(m_facts));
    QVERIFY(!QFile::exists(path()));
}

void tst_TrustStore::remembersOnDisk()
{
    TrustStore store(path());
    QVERIFY(store.trust(m_facts));
    QVERIFY(store.isTrusted(m_facts));
    const TrustStore again(path());
    QVERIFY(again.isTrusted(m_facts));
    TrustFacts other = m_facts;
    other.arguments[1] = u"else"_s;
    QVERIFY(!again.isTrusted(other));
}

void tst_TrustStore::forgetsTrustForThisRun()
{
    TrustStore store(path());
    QVERIFY(store.trust(m_facts, true));
    QVERIFY(store.isTrusted(m_facts));
    QVERIFY(!TrustStore(path()).isTrusted(m_facts));
}

void tst_TrustStore::keepsToMemoryWithoutAPath()
{
    TrustStore store;
    QVERIFY(store.trust(m_facts));
    QVERIFY(store.isTrusted(m_facts));
}

void tst_TrustStore::isForTheOwnerOnly()
{
    TrustStore store(path());
    QVERIFY(store.trust(m_facts));
    const auto others = QFileDevice::ReadGroup | QFileDevice::WriteGroup | QFileDevice::ExeGroup
        | QFileDevice::ReadOther | QFileDevice::WriteOther | QFileDevice::ExeOther;
    QCOMPARE(QFileInfo(path()).permissions() & others, QFileDevice::Permissions());
    QCOMPARE(QFileInfo(m_dir->filePath(u"data"_s)).permissions() & others, QFileDevice::Permissions());
}

void tst_TrustStore::holdsNoCommandInTheClear()
{
    TrustStore store(path());
    QVERIFY(store.trust(m_facts));
    QFile file(path());
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray bytes = file.readAll();
    QVERIFY(bytes.contains(m_facts.hash().toHex()));
    QVERIFY(!bytes.contains("canary-5c1f"));
    QVERIFY(!bytes.contains("/bin/server"));
}

void tst_TrustStore::setsABrokenFileAside_data()
{
    QTest::addColumn<QByteArray>("bytes");
    const QByteArray hash = m_facts.hash().toHex();
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("truncated") << QByteArray("{\"version\": 1, \"commands\": [\"" + hash);
    QTest::newRow("wrong types") << QByteArray("{\"version\": 1, \"commands\": {\"a\": \"" + hash + "\"}}");
    QTest::newRow("one wrong hash") << QByteArray(
        "{\"version\": 1, \"commands\": [\"" + hash + "\", \"*\"]}");
    QTest::newRow("short hash") << QByteArray("{\"version\": 1, \"commands\": [\"" + hash + "\", \"00\"]}");
    QTest::newRow("newer version") << QByteArray("{\"version\": 2, \"commands\": [\"" + hash + "\"]}");
}

void tst_TrustStore::setsABrokenFileAside()
{
    QFETCH(QByteArray, bytes);
    QVERIFY(QDir(m_dir->path()).mkdir(u"data"_s));
    {
        QFile file(path());
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }
    TrustStore store(path());
    QVERIFY(!store.isTrusted(m_facts));
    QVERIFY(!QFile::exists(path()));
    const QDir folder(m_dir->filePath(u"data"_s));
    const QStringList renamed = folder.entryList({u"trust.json.broken-*"_s}, QDir::Files);
    QCOMPARE(renamed.size(), 1);
    QFile aside(folder.filePath(renamed.first()));
    QVERIFY(aside.open(QIODevice::ReadOnly));
    QCOMPARE(aside.readAll(), bytes);

    QVERIFY(store.trust(m_facts));
    QVERIFY(TrustStore(path()).isTrusted(m_facts));
}

void tst_TrustStore::keepsWhatAnotherWindowTrusted()
{
    TrustFacts other = m_facts;
    other.program = u"/bin/other"_s;
    TrustStore one(path());
    TrustStore two(path());
    QVERIFY(one.trust(m_facts));
    QVERIFY(two.trust(other));
    const TrustStore again(path());
    QVERIFY(again.isTrusted(m_facts));
    QVERIFY(again.isTrusted(other));
}

void tst_TrustStore::trustsForThisRunWhenItCannotWrite()
{
    QFile blocker(m_dir->filePath(u"data"_s));
    QVERIFY(blocker.open(QIODevice::WriteOnly)); // a file at the path of the folder
    TrustStore store(path());
    const Result<void> trusted = store.trust(m_facts);
    QVERIFY(!trusted);
    QCOMPARE(trusted.error().kind, ErrorKind::Storage);
    QVERIFY(store.isTrusted(m_facts));
}

WORKBENCH_TEST(tst_TrustStore, QCoreApplication)
#include "tst_truststore.moc"
