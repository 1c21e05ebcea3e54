// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/secrets/secretreference.h"
#include "tests/support/settled.h"
#include "tests/support/testprogram.h"

#include <QTest>

#include <fcntl.h>
#include <unistd.h>

using namespace Workbench;
using namespace Qt::StringLiterals;

namespace {

//! Returns the reading end of a pipe that holds \a bytes and is closed for writing, or -1 on an error.
int pipeWith(const QByteArray &bytes)
{
    int ends[2] = {-1, -1};
    if (::pipe2(ends, O_CLOEXEC) != 0)
        return -1;
    ::fcntl(ends[1], F_SETPIPE_SZ, 1 << 20);
    const bool isWritten = ::write(ends[1], bytes.constData(), size_t(bytes.size())) == bytes.size();
    ::close(ends[1]);
    return isWritten ? ends[0] : -1;
}

} // namespace

class tst_SecretReference : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsReferences_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("good");
        for (const QString &text : {u"env:TOKEN"_s, u"fd:0"_s, u"fd:12"_s, u"keychain:my api: key"_s})
            QTest::newRow(qPrintable(text)) << text << true;
        for (const QString &text : {u"env:"_s, u"fd:"_s, u"fd:-1"_s, u"fd:x"_s, u"keychain:"_s, u"s3cr3t"_s,
                 u"ENV:TOKEN"_s, u"file:/etc/passwd"_s, QString()})
            QTest::newRow(qPrintable(u"not "_s + text)) << text << false;
    }
    void readsReferences()
    {
        QFETCH(QString, text);
        QFETCH(bool, good);
        const Result<SecretReference> reference = SecretReference::parse(text);
        QCOMPARE(reference.has_value(), good);
        if (reference) {
            QCOMPARE(reference->text(), text);
            QVERIFY(SecretReference::isLike(text));
        } else {
            QCOMPARE(reference.error().kind, ErrorKind::Usage);
            QVERIFY(!reference.error().message.contains("s3cr3t"_L1));
        }
    }

    void resolvesAndNotifiesTheObserver_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QByteArray>("value");
        QTest::newRow("variable") << u"env:WORKBENCH_TEST_SECRET"_s << QByteArray(" from the variable ");
        QTest::newRow("keychain") << u"keychain:known"_s << QByteArray("from the store\n");
        QTest::newRow("descriptor") << u"fd:%1"_s.arg(pipeWith("from a pipe\r\n"))
                                    << QByteArray("from a pipe");
    }
    void resolvesAndNotifiesTheObserver()
    {
        QFETCH(QString, text);
        QFETCH(QByteArray, value);
        qputenv("WORKBENCH_TEST_SECRET", " from the variable ");
        MemoryStore store;
        settled(store.write(u"known"_s, Secret("from the store\n"))).value();
        QList<QByteArray> seen;
        SecretResolver resolver(
            &store, [&seen](const Secret &secret, const QString &) { seen.append(secret.reveal()); });
        const SecretReference reference = *SecretReference::parse(text);
        for (int i = 0; i < 2; ++i) { // a descriptor can be resolved twice, too
            const Result<Secret> secret = settled(resolver.resolve(reference));
            QVERIFY2(secret, qPrintable(secret.error_or(Error{}).message));
            QCOMPARE(secret->reveal(), value);
        }
        QCOMPARE(seen, (QList<QByteArray>{value, value}));
    }

    void saysWhatIsMissing_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("message");
        qputenv("WORKBENCH_TEST_EMPTY", "");
        QTest::newRow("an unset variable")
            << u"env:WORKBENCH_TEST_NONE"_s << u"the variable WORKBENCH_TEST_NONE is not set"_s;
        QTest::newRow("an empty variable")
            << u"env:WORKBENCH_TEST_EMPTY"_s << u"env:WORKBENCH_TEST_EMPTY is empty"_s;
        QTest::newRow("a closed descriptor") << u"fd:917"_s << u"\"fd:917\" cannot be read"_s;
        QTest::newRow("not in the keychain")
            << u"keychain:gone"_s << u"the keychain has no secret \"gone\""_s;
        const int large = pipeWith(QByteArray((64 << 10) + 1, 'x'));
        QTest::newRow("too large") << u"fd:%1"_s.arg(
            large) << u"\"fd:%1\" holds more than 64 KiB, the longest accepted secret"_s.arg(large);
    }
    void saysWhatIsMissing()
    {
        QFETCH(QString, text);
        QFETCH(QString, message);
        MemoryStore store;
        SecretResolver resolver(&store);
        const Result<Secret> secret = settled(resolver.resolve(*SecretReference::parse(text)));
        QVERIFY(!secret);
        QCOMPARE(secret.error().kind, ErrorKind::Usage);
        QCOMPARE(secret.error().message, message);
        const QString setting = secret.error().details.member("setting"_L1).toString();
        QCOMPARE(setting, text == "keychain:gone"_L1 ? u"keychain.gone"_s : QString());
    }

    void worksWithoutAStore()
    {
        SecretResolver resolver(nullptr);
        const auto secret = settled(resolver.resolve(*SecretReference::parse(u"keychain:x")));
        QVERIFY(!secret);
        QCOMPARE(secret.error().kind, ErrorKind::Usage);
    }

    void settlesAfterTheResolverIsGone()
    {
        int ends[2] = {-1, -1};
        QCOMPARE(::pipe2(ends, O_CLOEXEC), 0);
        QFuture<Result<Secret>> future;
        {
            SecretResolver resolver(nullptr);
            future = resolver.resolve(*SecretReference::parse(QString(u"fd:%1"_s.arg(ends[0]))));
        }
        QVERIFY(!future.isFinished());
        QCOMPARE(::write(ends[1], "late", 4), 4);
        ::close(ends[1]);
        QTRY_VERIFY(future.isFinished());
        QCOMPARE(future.result()->reveal(), QByteArray("late"));
    }
};

WORKBENCH_TEST(tst_SecretReference, QCoreApplication)
#include "tst_secretreference.moc"
