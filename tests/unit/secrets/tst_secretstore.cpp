// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/secrets/secretstore.h"
#include "tests/support/settled.h"
#include "tests/support/testprogram.h"

#include <QDirIterator>
#include <QFile>
#include <QPromise>
#include <QTemporaryDir>
#include <QTest>

using namespace Workbench;
using namespace Qt::StringLiterals;

namespace {

//! A keychain that fails while isBroken is set.
class FlakyStore : public MemoryStore {
public:
    explicit FlakyStore(const QString &code)
        : m_error{ErrorKind::Storage, code, u"no"_s, {}, {}}
    {
    }
    bool isBroken = true;
    int asked = 0;

    QFuture<Result<std::optional<Secret>>> read(const QString &name) override
    {
        ++asked;
        return isBroken ? failed<std::optional<Secret>>() : MemoryStore::read(name);
    }
    QFuture<Result<void>> write(const QString &name, const Secret &secret) override
    {
        ++asked;
        return isBroken ? failed<void>() : MemoryStore::write(name, secret);
    }
    QFuture<Result<bool>> remove(const QString &name) override
    {
        ++asked;
        return isBroken ? failed<bool>() : MemoryStore::remove(name);
    }
    QFuture<Result<QStringList>> names() override
    {
        ++asked;
        return isBroken ? failed<QStringList>() : MemoryStore::names();
    }
    QString notice() const override { return {}; }

private:
    template <typename T> QFuture<Result<T>> failed() const
    {
        return QtFuture::makeReadyValueFuture(Result<T>(std::unexpected(m_error)));
    }
    Error m_error;
};

} // namespace

class tst_SecretStore : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void storesListsAndRemovesSecrets()
    {
        MemoryStore store;
        QVERIFY(settled(store.write(u"b"_s, Secret("1"))));
        QVERIFY(settled(store.write(u"a"_s, Secret("2"))));
        QVERIFY(settled(store.write(u"b"_s, Secret("3"))));
        QCOMPARE(*settled(store.names()), (QStringList{u"a"_s, u"b"_s}));
        QCOMPARE((*settled(store.read(u"b"_s)))->reveal(), QByteArray("3"));
        QVERIFY(!settled(store.read(u"c"_s))->has_value());
        QVERIFY(*settled(store.remove(u"b"_s)));
        QVERIFY(!*settled(store.remove(u"b"_s)));
        QVERIFY(!settled(store.read(u"b"_s))->has_value());
        QVERIFY(!store.notice().isEmpty());
    }

    void fallsBackToMemoryWithOneNotice()
    {
        auto owned = std::make_unique<FlakyStore>(QString(noKeychain));
        FlakyStore *const keychain = owned.get();
        QStringList told;
        FallbackStore store(std::move(owned), [&told](const QString &notice) { told.append(notice); });
        QCOMPARE(store.notice(), QString());
        QVERIFY(settled(store.write(u"n"_s, Secret("v"))));
        QCOMPARE(told.size(), 1);
        QCOMPARE(store.notice(), told.constFirst());
        QVERIFY(told.constFirst().contains("memory"_L1));
        keychain->isBroken = false; // the secrets in memory stay available
        QCOMPARE((*settled(store.read(u"n"_s)))->reveal(), QByteArray("v"));
        QCOMPARE(*settled(store.names()), QStringList{u"n"_s});
        QVERIFY(*settled(store.remove(u"n"_s)));
        QCOMPARE(keychain->asked, 1);
        QCOMPARE(told.size(), 1);
    }

    void doesNotFallBackWhenTheKeychainIsLocked()
    {
        auto owned = std::make_unique<FlakyStore>(u"keychain.denied"_s);
        FlakyStore *const keychain = owned.get();
        FallbackStore store(
            std::move(owned), [](const QString &) { QFAIL("the store fell back to memory"); });
        const auto written = settled(store.write(u"n"_s, Secret("v")));
        QVERIFY(!written); // a locked keychain does not count as absent
        QCOMPARE(written.error().code, u"keychain.denied"_s);
        keychain->isBroken = false;
        QVERIFY(settled(store.write(u"n"_s, Secret("v"))));
        QCOMPARE((*settled(store.read(u"n"_s)))->reveal(), QByteArray("v"));
        QCOMPARE(store.notice(), QString());
    }

    void leavesNothingOnDisk()
    {
        QTemporaryDir home;
        for (const char *name : {"HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME",
                 "XDG_STATE_HOME", "TMPDIR", "XDG_RUNTIME_DIR"})
            qputenv(name, home.path().toUtf8());
        const QByteArray canary = "canary-" + QByteArray::number(QDateTime::currentMSecsSinceEpoch());
        FallbackStore store(std::make_unique<FlakyStore>(QString(noKeychain)));
        QVERIFY(settled(store.write(u"n"_s, Secret(canary))));
        QCOMPARE((*settled(store.read(u"n"_s)))->reveal(), canary);
        QDirIterator files(
            home.path(), QDir::Files | QDir::Hidden | QDir::System, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            QFile file(files.next());
            QVERIFY(file.open(QIODevice::ReadOnly));
            QVERIFY2(!file.readAll().contains(canary), qPrintable(file.fileName()));
        }
    }
};

WORKBENCH_TEST(tst_SecretStore, QCoreApplication)
#include "tst_secretstore.moc"
