// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Tests against a real Secret Service: GNOME Keyring on a private bus.

#include "core/secrets/keychainstore.h"
#include "tests/support/secretservice.h"
#include "tests/support/settled.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

class tst_Keychain : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        const QString problem = service.start();
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
        service.use();
    }

    void keepsSecrets()
    {
        KeychainStore store;
        QVERIFY(!settled(store.read(u"none"_s)).value());
        QCOMPARE(*settled(store.names()), QStringList());
        for (const QByteArray &value : {QByteArray("plain"), QByteArray("grüße \"quoted\"\n"),
                 QByteArray("\x00\xFF\x7F bytes", 9), QByteArray(60'000, 'k')}) {
            const auto written = settled(store.write(u"api key"_s, Secret(value)));
            QVERIFY2(
                written, qPrintable(written.error_or(Error{}).message + written.error_or(Error{}).detail));
            const auto read = settled(KeychainStore().read(u"api key"_s));
            QVERIFY(read && *read);
            QCOMPARE((*read)->reveal(), value);
        }
        QVERIFY(*settled(store.remove(u"api key"_s)));
        QVERIFY(!*settled(store.remove(u"api key"_s)));
        QVERIFY(!settled(store.read(u"api key"_s)).value());
        QCOMPARE(*settled(store.names()), QStringList());
        QCOMPARE(store.notice(), QString());
    }

    void namesAllSecretsWrittenAtOnce()
    {
        KeychainStore store;
        QList<QFuture<Result<void>>> writes;
        QStringList names;
        for (int i = 0; i < 10; ++i) {
            names.append(u"name %1"_s.arg(i));
            writes.append(store.write(names.last(), Secret("v" + QByteArray::number(i))));
        }
        for (const auto &write : std::as_const(writes))
            QVERIFY(settled(write));
        QCOMPARE(*settled(KeychainStore().names()), names);
        QCOMPARE((*settled(store.read(u"name 7"_s)))->reveal(), QByteArray("v7"));
        for (const QString &name : std::as_const(names))
            QVERIFY(*settled(store.remove(name)));
        QCOMPARE(*settled(store.names()), QStringList());
    }

    void keepsServicesApart()
    {
        KeychainStore one(u"one"_s);
        KeychainStore two(u"two"_s);
        QVERIFY(settled(one.write(u"n"_s, Secret("1"))));
        QVERIFY(!settled(two.read(u"n"_s)).value());
        QVERIFY(settled(two.names())->isEmpty());
    }

    void refusesNamesThatCannotBeTyped_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("empty") << QString();
        QTest::newRow("spaces") << u"  "_s;
        QTest::newRow("a line end") << u"a\nb"_s;
        QTest::newRow("long") << QString(201, u'x');
    }
    void refusesNamesThatCannotBeTyped()
    {
        QFETCH(QString, name);
        KeychainStore store;
        QCOMPARE(settled(store.write(name, Secret("v"))).error_or(Error{}).kind, ErrorKind::Usage);
        QCOMPARE(settled(store.read(name)).error_or(Error{}).kind, ErrorKind::Usage);
    }

    void writesNothingInTheClear()
    {
        const QByteArray canary = "canary-" + QByteArray::number(QDateTime::currentMSecsSinceEpoch());
        KeychainStore store;
        QVERIFY(settled(store.write(u"canary's name"_s, Secret(canary))));
        QCOMPARE(Test::filesWith(service.home().path(), canary), QStringList());
        const QDir keyrings(service.home().filePath(u"xdg_data_home/keyrings"_s));
        QVERIFY(!keyrings.entryList({u"*.keyring"_s}).isEmpty()); // the file of the keyring exists
    }

    void settlesWhenTheStoreIsDestroyed()
    {
        auto store = std::make_unique<KeychainStore>();
        const auto writing = store->write(u"late"_s, Secret("v"));
        const auto reading = store->read(u"late"_s);
        store.reset();
        QTRY_VERIFY(writing.isFinished() && reading.isFinished());
        QCOMPARE(reading.result().error().kind, ErrorKind::Cancelled);
        QTest::qWait(200); // the answers of the keychain arrive after the store is gone
    }

private:
    Test::SecretService service;
};

WORKBENCH_TEST(tst_Keychain, QCoreApplication)
#include "tst_keychain.moc"
