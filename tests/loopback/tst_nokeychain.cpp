// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Without a Secret Service, as in a container, secrets stay in memory only. \source core/RULES.md R-90

#include "core/secrets/keychainstore.h"
#include "tests/support/secretservice.h"
#include "tests/support/settled.h"
#include "tests/support/testprogram.h"

#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

class tst_NoKeychain : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent");
        qunsetenv("DISPLAY");
        for (const auto &[name, folder] : Test::SecretService::folders(home))
            qputenv(name.toLatin1().constData(), folder.toUtf8());
    }

    void saysThatThereIsNoKeychain()
    {
        KeychainStore store;
        const auto written = settled(store.write(u"n"_s, Secret("canary")));
        QVERIFY(!written);
        QCOMPARE(written.error().kind, ErrorKind::Storage);
        QCOMPARE(written.error().code, QString(noKeychain));
        QVERIFY(!written.error().message.contains("canary"_L1));
        QCOMPARE(settled(store.names()).error_or(Error{}).code, QString(noKeychain));
    }

    void keepsSecretsInMemoryOnly()
    {
        const QByteArray canary = "canary-" + QByteArray::number(QDateTime::currentMSecsSinceEpoch());
        QStringList told;
        {
            FallbackStore store(
                std::make_unique<KeychainStore>(), [&told](const QString &notice) { told.append(notice); });
            QVERIFY(settled(store.write(u"n"_s, Secret(canary))));
            QCOMPARE((*settled(store.read(u"n"_s)))->reveal(), canary);
            QCOMPARE(*settled(store.names()), QStringList{u"n"_s});
        }
        QCOMPARE(told.size(), 1);
        QCOMPARE(Test::filesWith(home.path(), canary), QStringList());
        QFile planted(home.filePath(u"xdg_config_home/planted"_s));
        QVERIFY(planted.open(QIODevice::WriteOnly) && planted.write(canary) > 0 && planted.flush());
        // A secret on disk would have been found.
        QCOMPARE(Test::filesWith(home.path(), canary).size(), 1);
    }

private:
    QTemporaryDir home;
};

WORKBENCH_TEST(tst_NoKeychain, QCoreApplication)
#include "tst_nokeychain.moc"
