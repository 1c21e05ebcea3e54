// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Children that end by themselves, and children that are stopped.

#include "core/base/advice.h"
#include "core/transport/process/orphanguard.h"
#include "tests/loopback/tst_processtransport.h"

#include <QDir>
#include <QProcess>

#include <sys/prctl.h>
#include <sys/wait.h>

//! Returns the guard of this process, which alone has \a mark in its environment; 0 if there is none.
static pid_t guardWith(const QByteArray &mark)
{
    for (const QString &id : QDir(u"/proc"_s).entryList(QDir::Dirs)) {
        QFile name(u"/proc/%1/comm"_s.arg(id));
        QFile environment(u"/proc/%1/environ"_s.arg(id));
        if (name.open(QIODevice::ReadOnly) && name.readAll() == "orphan-guard\n"
            && environment.open(QIODevice::ReadOnly) && environment.readAll().contains(mark))
            return id.toInt();
    }
    return 0;
}

void tst_ProcessTransport::reportsTheExitCodeWithTheEndOfStderr()
{
    Peer peer(QStringList{u"exit-mid"_s});
    QVERIFY(peer.waitForEnd());
    const Error &error = peer.ends.first();
    QCOMPARE(error.kind, ErrorKind::Closed);
    QCOMPARE(error.code, u"child.exited"_s);
    QVERIFY2(error.message.contains(u"exit code 7"_s), qPrintable(error.message));
    QCOMPARE(peer.frames, QByteArrayList{"{\"whole\":1}"}); // the rest of the pipe comes first
    QVERIFY(error.detail.contains(u"stderr line 30"_s));
    QVERIFY(error.detail.contains(u"stderr line 12"_s));
    // The detail holds the last twenty lines, and "no newline" is one of them.
    QVERIFY(!error.detail.contains(u"stderr line 11\n"_s));
    QVERIFY(error.detail.contains(u"no newline"_s));
    QVERIFY(error.detail.contains(u"{\"half\":"_s));
    QCOMPARE(peer.sideLines, 31);
}

void tst_ProcessTransport::namesAVariableThatWasNotPassedOn()
{
    qputenv("WORKBENCH_SHOP_KEY", "abc");
    const auto run = [](const QList<std::pair<QString, QString>> &environment) {
        const QString script = u"echo WORKBENCH_SHOP_KEY and WORKBENCH_NO_KEY are missing >&2; exit 1"_s;
        Peer peer(ProcessSettings{u"shop"_s, u"sh"_s, {u"-c"_s, script}, {}, environment});
        return peer.waitForEnd() ? peer.ends.first() : Error();
    };
    const Error error = run({});
    QVERIFY2(error.detail.endsWith(u"are missing"_s), qPrintable(error.detail));
    QCOMPARE(adviceOf(error).setting, u"env.WORKBENCH_SHOP_KEY"_s);
    QCOMPARE(adviceOf(run({{u"WORKBENCH_SHOP_KEY"_s, u"abc"_s}})).setting, QString());
    qunsetenv("WORKBENCH_SHOP_KEY");
}

void tst_ProcessTransport::quotesItsStdoutIfItsStderrIsEmpty()
{
    const auto detailOf = [](const QString &script) {
        Peer peer(ProcessSettings{u"shop"_s, u"sh"_s, {u"-c"_s, script}, {}, {}});
        return peer.waitForEnd() ? peer.ends.first().detail : QString();
    };
    const QString usage = u"echo '{}'; echo; echo 'Usage: shop FILE'; echo '  --help'; "_s;
    QCOMPARE(detailOf(usage + u"exit 2"_s),
        u"The last lines on its stdout, which are not messages:\nUsage: shop FILE\n  --help"_s);
    QCOMPARE(detailOf(usage + u"echo no file >&2; exit 2"_s), u"The last lines on its stderr:\nno file"_s);
}

void tst_ProcessTransport::keepsWhatHasNoNewlineYet()
{
    Peer peer(ProcessSettings{u"shop"_s, u"sh"_s, {u"-c"_s, u"printf '{}\\n{\"half'; exec cat"_s}, {}, {}});
    QVERIFY(peer.waitForFrames(1));
    QTRY_COMPARE(peer.transport->unfinishedFrame(), QByteArray("{\"half"));
}

void tst_ProcessTransport::namesTheSignal()
{
    Peer peer(QStringList{u"crash"_s});
    QVERIFY(peer.waitForEnd());
    QCOMPARE(peer.ends.first().code, u"child.killed"_s);
    QVERIFY2(peer.ends.first().message.contains(u"SIGSEGV"_s), qPrintable(peer.ends.first().message));
    QCOMPARE(peer.frames.size(), 1);
}

void tst_ProcessTransport::noticesClosedStdout()
{
    Peer peer(QStringList{u"close-stdout"_s}); // the child stays alive
    QVERIFY(peer.waitForEnd());
    QCOMPARE(peer.ends.first().kind, ErrorKind::Closed);
    QCOMPARE(peer.ends.first().code, u"child.closedOutput"_s);
    QCOMPARE(peer.frames.size(), 1);
    QTRY_COMPARE(peer.transport->processId(), 0);
}

void tst_ProcessTransport::noticesClosedStdin()
{
    Peer peer(QStringList{u"close-stdin"_s});
    QVERIFY(peer.waitForFrames(1));
    QVERIFY(peer.transport->send("{}"));
    QVERIFY(peer.waitForEnd());
    QCOMPARE(peer.ends.first().code, u"child.closedInput"_s);
    QTRY_COMPARE(peer.transport->processId(), 0);
}

void tst_ProcessTransport::refusesToQueueForAChildThatDoesNotRead()
{
    Peer peer(QStringList{u"deaf"_s});
    QVERIFY(peer.waitForFrames(1));
    const QByteArray frame = "{\"data\":\"" + QByteArray(1 << 20, 'x') + "\"}";
    int accepted = 0;
    std::optional<Error> refused;
    for (int number = 0; number < 64; ++number) {
        const Result<void> sent = peer.transport->send(frame);
        if (sent)
            ++accepted;
        else
            refused = sent.error();
        if (number % 8 == 0)
            QTest::qWait(1);
    }
    QVERIFY2(accepted == 15 || accepted == 16,
        qPrintable(QString::number(accepted))); // one more if the pipe took a part
    QVERIFY(refused);
    QCOMPARE(refused->kind, ErrorKind::Limit);
    QVERIFY2(refused->message.contains(u"is not reading its input"_s), qPrintable(refused->message));
    QCOMPARE(refused->details.member("limit"_L1).toString(), u"queue.outBytes"_s);
    QVERIFY(peer.transport->isOpen());
    peer.transport->close();
    QVERIFY(peer.waitForEnd());

    Peer other(QStringList{u"deaf"_s});
    QVERIFY(other.waitForFrames(1));
    QVERIFY(other.transport->send(QByteArray(20 << 20, 'x'))); // a single message may exceed the queue
    QVERIFY(!other.transport->send("{}"));
}

void tst_ProcessTransport::stopsChildren_data()
{
    QTest::addColumn<QString>("mode");
    QTest::addColumn<int>("stdinMs");
    QTest::addColumn<int>("termMs"); // deadlines that no row should reach are long
    QTest::newRow("ends with its input") << u"echo"_s << 20'000 << 20'000;
    QTest::newRow("needs SIGTERM") << u"polite"_s << 300 << 20'000;
    QTest::newRow("ignores SIGTERM") << u"stubborn"_s << 300 << 300;
    QTest::newRow("writes for ever") << u"endless"_s << 300 << 300;
    QTest::newRow("leaves a grandchild that ignores SIGTERM") << u"grandchild-stays"_s << 300 << 300;
    QTest::newRow("leaves a grandchild in a group of its own") << u"grandchild-group"_s << 300 << 300;
}

void tst_ProcessTransport::stopsChildren()
{
    QFETCH(QString, mode);
    QFETCH(int, stdinMs);
    QFETCH(int, termMs);
    const int atLeastMs = mode == u"stubborn"_s                    ? 540 // a timer may fire up to 5 % early
        : mode == u"polite"_s || mode.startsWith(u"grandchild-"_s) ? 270
                                                                   : 0;
    Limits limits;
    limits.childStopStdinMs = stdinMs;
    limits.childStopTermMs = termMs;
    Peer peer(QStringList{mode}, limits);
    QVERIFY(peer.waitForOpen());
    if (mode != u"echo"_s && mode != u"endless"_s)
        QVERIFY(peer.waitForFrames(1));
    const auto id = pid_t(peer.transport->processId());
    const pid_t grandchild = peer.frames.isEmpty() ? 0 : numberIn(peer.frames.first(), "grandchild");
    QElapsedTimer timer;
    timer.start();
    peer.transport->close();
    QVERIFY2(atLeastMs == 0 || isAlive(grandchild > 0 ? grandchild : id), "close() waited for the child");
    QVERIFY(!peer.transport->isOpen());
    QVERIFY(peer.ends.isEmpty());
    QVERIFY(peer.waitForEnd());
    const qint64 took = timer.elapsed();
    QVERIFY2(took >= atLeastMs && took < 15'000, qPrintable(QString::number(took)));
    QCOMPARE(peer.ends.first().kind, ErrorKind::Cancelled);
    QVERIFY(!isAlive(id));
    if (grandchild > 0)
        QTRY_VERIFY(!isAlive(grandchild));
}

void tst_ProcessTransport::stopsTwentyStubbornChildrenInTime()
{
    constexpr qint64 withinMs = 5000;
    qint64 took = withinMs + 1;
    for (int time = 0; time < 3 && took > withinMs; ++time) { // a busy machine may need more time
        std::vector<std::unique_ptr<Peer>> peers;
        for (int number = 0; number < 20; ++number)
            peers.push_back(std::make_unique<Peer>(QStringList{u"stubborn"_s}, Limits{}));
        for (const auto &peer : peers)
            QVERIFY(peer->waitForFrames(1));
        QElapsedTimer timer;
        timer.start();
        for (const auto &peer : peers)
            peer->transport->close();
        for (const auto &peer : peers)
            QVERIFY(peer->waitForEnd());
        took = timer.elapsed();
    }
    QVERIFY2(took <= withinMs, qPrintable(QString::number(took)));
}

void tst_ProcessTransport::endsWhenAGrandchildHoldsThePipes()
{
    Peer peer(QStringList{u"grandchild"_s}); // the grandchild pauses for ever
    QVERIFY(peer.waitForEnd());
    QCOMPARE(peer.ends.first().code, u"child.exited"_s);
    QCOMPARE(peer.frames.size(), 1);
    const pid_t grandchild = numberIn(peer.frames.first(), "grandchild");
    QVERIFY(grandchild > 0);
    QTRY_VERIFY(!isAlive(grandchild)); // SIGTERM is ignored, SIGKILL follows
}

//! In a container, process 1 may never reap orphans that have ended. In this test, this process inherits the
//! orphans and does not reap them.
void tst_ProcessTransport::waitsForNoZombies()
{
    QCOMPARE(::prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
    Limits limits;
    limits.childStopTermMs = 600'000;
    Peer peer(QStringList{u"grandchild-polite"_s}, limits);
    QVERIFY(peer.waitForFrames(1));
    const pid_t grandchild = numberIn(peer.frames.first(), "grandchild");
    peer.transport->close();
    QVERIFY(peer.waitForEnd());
    QVERIFY(!isAlive(grandchild));
    QCOMPARE(::waitpid(grandchild, nullptr, WNOHANG), grandchild); // the grandchild was a zombie until now
    QCOMPARE(::prctl(PR_SET_CHILD_SUBREAPER, 0), 0);
}

void tst_ProcessTransport::leavesNothingOfASessionThatForks_data()
{
    QTest::addColumn<bool>("isDestroyed");
    QTest::newRow("closed") << false;
    QTest::newRow("destroyed") << true;
}

//! The first process ends with its input. The second ignores SIGTERM and starts others, each in a process
//! group of its own.
void tst_ProcessTransport::leavesNothingOfASessionThatForks()
{
    QFETCH(bool, isDestroyed);
    const QString script =
        u"set -m; (trap '' TERM; set -m; echo '{}'; while :; do sleep 0.01 & wait; done) & read line"_s;
    Peer peer(ProcessSettings{u"files"_s, u"bash"_s, {u"-c"_s, script}, {}, {}});
    QVERIFY(peer.waitForFrames(1));
    const auto session = pid_t(peer.transport->processId());
    QVERIFY(signalSession(session, 0));
    if (isDestroyed) {
        peer.transport.reset();
    } else {
        peer.transport->close();
        QVERIFY(peer.waitForEnd());
    }
    QTRY_VERIFY(!signalSession(session, 0));
}

void tst_ProcessTransport::killsTheGroupWhenDestroyed_data()
{
    QTest::addColumn<QString>("mode");
    QTest::newRow("a grandchild in its group") << u"grandchild-stays"_s;
    QTest::newRow("a grandchild in a group of its own") << u"grandchild-group"_s;
}

void tst_ProcessTransport::killsTheGroupWhenDestroyed()
{
    QFETCH(QString, mode);
    Peer peer(QStringList{mode});
    QVERIFY(peer.waitForFrames(1));
    const auto id = pid_t(peer.transport->processId());
    const pid_t grandchild = numberIn(peer.frames.first(), "grandchild");
    QElapsedTimer timer;
    timer.start();
    peer.transport.reset();
    QVERIFY2(timer.elapsed() < Limits{}.childStopStdinMs, qPrintable(QString::number(timer.elapsed())));
    QTRY_VERIFY(!isAlive(id));
    QTRY_VERIFY(!isAlive(grandchild));
}

//! This test runs itself as the program that loses its guard, starts another child, and is killed.
void tst_ProcessTransport::replacesAKilledGuard()
{
    constexpr auto variable = "WORKBENCH_GUARDED";
    if (const QByteArray path = qgetenv(variable); !path.isEmpty()) {
        Peer first(QStringList{u"grandchild-stays"_s});
        QVERIFY(first.waitForFrames(1));
        const pid_t guard = guardWith(path);
        QVERIFY(guard > 0);
        ::kill(guard, SIGKILL);
        QTRY_VERIFY(!isAlive(guard));
        Peer second(QStringList{u"echo"_s});
        QVERIFY(second.waitForOpen());
        QFile file(QFile::decodeName(path));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(first.frames.first());
        file.close();
        ::kill(::getpid(), SIGKILL);
    }
    const QTemporaryDir folder;
    QFile file(folder.filePath(u"grandchild"_s));
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QString::fromLatin1(variable), file.fileName());
    QProcess program;
    program.setProcessEnvironment(environment);
    program.start(QFile::symLinkTarget(u"/proc/self/exe"_s),
        {u"tst_processtransport"_s, QString::fromLatin1(QTest::currentTestFunction())});
    QVERIFY(program.waitForFinished(Test::patience));
    QVERIFY2(file.open(QIODevice::ReadOnly), program.readAllStandardOutput().constData());
    const pid_t grandchild = numberIn(file.readAll(), "grandchild");
    QVERIFY(grandchild > 0);
    QTRY_VERIFY(!isAlive(grandchild)); // it ignores SIGTERM, and only the second guard knows its session
}

void tst_ProcessTransport::mayBeDestroyedByAListener()
{
    for (const int at : {1, 5}) {
        Peer peer(QStringList{u"flood"_s, u"1000"_s});
        QObject::connect(peer.transport.get(), &Transport::received, [&peer, at] {
            if (peer.received == at)
                peer.transport.reset();
        });
        QTRY_VERIFY(!peer.transport);
        QCOMPARE(peer.received, at);
    }
    Peer peer(QStringList{u"exit-mid"_s});
    QObject::connect(peer.transport.get(), &Transport::closed, [&peer] { peer.transport.reset(); });
    QTRY_VERIFY(!peer.transport);
}

void tst_ProcessTransport::closesWithoutHavingBeenOpened()
{
    ProcessTransport transport(
        ProcessSettings{u"files"_s, QStringLiteral(CHILD_PROGRAM), {}, {}, {}}, Limits{});
    QSignalSpy closed(&transport, &Transport::closed);
    transport.close();
    QCOMPARE(closed.count(), 0);
    QTRY_COMPARE(closed.count(), 1);
    transport.open();
    transport.close();
    QTest::qWait(50);
    QCOMPARE(closed.count(), 1);

    Peer peer(QStringList{u"echo"_s});
    peer.transport->close(); // before the process was started
    QVERIFY(peer.waitForEnd());
    QCOMPARE(peer.ends.first().kind, ErrorKind::Cancelled);
    QCOMPARE(peer.opened, 0);
}
