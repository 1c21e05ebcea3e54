// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Frames in both directions, and the environment of a child.

#include "tests/loopback/tst_processtransport.h"

#include "tests/support/testprogram.h"

//! Fails if a test leaves a process behind, even a zombie. R-06
void tst_ProcessTransport::cleanup()
{
    const auto isChildLeft = [] {
        siginfo_t information{};
        return ::waitid(P_ALL, 0, &information, WEXITED | WNOHANG | WNOWAIT) == 0 || errno != ECHILD;
    };
    QTRY_VERIFY2(!isChildLeft(), "a child is left");
}

void tst_ProcessTransport::exchangesFrames()
{
    Peer peer(QStringList{u"echo"_s});
    QVERIFY(!peer.transport->isOpen());
    QVERIFY(!peer.transport->send("{}"));
    QVERIFY(peer.waitForOpen());
    QVERIFY(peer.transport->isOpen());
    QVERIFY(peer.transport->processId() > 0);
    for (int number = 0; number < 100; ++number)
        QVERIFY(peer.transport->send("{\"n\":" + QByteArray::number(number) + "}"));
    QVERIFY(!peer.transport->send("{\n}"));
    QVERIFY(peer.waitForFrames(100));
    QCOMPARE(peer.frames.at(99), "{\"n\":99}");
    peer.transport->close();
    QVERIFY(peer.waitForEnd());
    QCOMPARE(peer.ends.first().kind, ErrorKind::Cancelled);
    QVERIFY(!peer.transport->isOpen());
    QCOMPARE(peer.transport->processId(), 0);
    QTest::qWait(50);
    QCOMPARE(peer.ends.size(), 1);
    QCOMPARE(peer.opened, 1);
}

//! The backlog exceeds the capacity of a pipe, so each write() takes a part that may end inside a frame.
void tst_ProcessTransport::writesABacklogInPieces()
{
    Peer peer(QStringList{u"echo"_s});
    QVERIFY(peer.waitForOpen());
    QByteArrayList sent;
    for (int number = 0; number < 2000; ++number) {
        sent.append("{\"n\":\"" + QByteArray::number(number) + QByteArray(number, 'x') + "\"}");
        QVERIFY(peer.transport->send(sent.last()));
    }
    QVERIFY(peer.waitForFrames(2000));
    QCOMPARE(peer.frames, sent);
}

void tst_ProcessTransport::survivesGarbageBetweenMessages()
{
    Peer peer(QStringList{u"garbage"_s});
    QVERIFY(peer.waitForOpen());
    QVERIFY(peer.transport->send("{\"n\":4}"));
    QVERIFY(peer.waitForFrames(5));
    // "[1,2" begins like a message: the reader of JSON judges it.
    QCOMPARE(peer.frames, (QByteArrayList{"{\"n\":1}", "[1,2", "{\"n\":2}", "{\"n\":3}", "{\"n\":4}"}));
    QCOMPARE(peer.noise.size(), 10);
    QVERIFY(peer.noise.contains("Welcome to the server!"));
    QVERIFY(peer.noise.contains("{\"a\":\"\xff\xfe\"}"));
    QVERIFY(peer.ends.isEmpty());
}

void tst_ProcessTransport::joinsPiecesCutInsideCharacters()
{
    Peer peer(QStringList{u"pieces"_s});
    QVERIFY(peer.waitForOpen());
    const QByteArray frame = u"{\"text\":\"äöü€😀 %1\"}"_s.arg(QString(500, u'\u20AC')).toUtf8();
    for (int time = 0; time < 20; ++time)
        QVERIFY(peer.transport->send(frame));
    QVERIFY(peer.waitForFrames(20));
    for (const QByteArray &received : std::as_const(peer.frames))
        QCOMPARE(received, frame);
    QVERIFY(peer.noise.isEmpty());
}

void tst_ProcessTransport::takesAResultOf120MiBWhole()
{
    const PeakMemory memory;
    Peer peer(QStringList{u"big"_s, u"120"_s}, Peer::quickLimits(), false);
    QVERIFY(peer.waitForFrames(1));
    QCOMPARE(peer.lastSize, (qsizetype{120} << 20) + 11);
    QVERIFY(peer.ends.isEmpty());
    if (measuresMemory && memory.isSupported)
        QVERIFY2(memory.growth() <= qint64{144} << 20, qPrintable(QString::number(memory.growth() >> 20)));
}

void tst_ProcessTransport::stopsAnEndlessLineAtTheLimit()
{
    const PeakMemory memory;
    Limits limits = Peer::quickLimits();
    limits.stdioMessageBytes = qint64{32} << 20;
    Peer peer(QStringList{u"endless"_s}, limits);
    QVERIFY(peer.waitForEnd());
    QCOMPARE(peer.ends.first().kind, ErrorKind::Limit);
    QVERIFY2(peer.ends.first().message.contains(u"files"_s), qPrintable(peer.ends.first().message));
    QCOMPARE(peer.ends.first().details.member("limit"_L1).toString(), u"stdio.messageBytes"_s);
    QVERIFY2(peer.ends.first().message.contains(u"32 MiB"_s), qPrintable(peer.ends.first().message));
    QVERIFY(peer.frames.isEmpty());
    if (measuresMemory && memory.isSupported)
        QVERIFY2(memory.growth() <= limits.stdioMessageBytes + (qint64{16} << 20),
            qPrintable(QString::number(memory.growth() >> 20)));
    QTRY_COMPARE(peer.transport->processId(), 0);
}

void tst_ProcessTransport::pushesBackWhileReadingIsPaused()
{
    Peer peer(QStringList{u"flood"_s, u"200000"_s}, Peer::quickLimits(), false);
    QVERIFY(peer.waitForFrames(10));
    peer.transport->setReading(false);
    const qsizetype before = peer.received;
    const PeakMemory memory;
    QTest::qWait(300);
    QCOMPARE(peer.received, before);
    if (measuresMemory && memory.isSupported)
        QVERIFY(memory.growth() < qint64{4} << 20);
    peer.transport->setReading(true);
    QCOMPARE(peer.received, before); // signals are never emitted inside setReading()
    QVERIFY(peer.waitForFrames(200'000));
    QCOMPARE(peer.received, 200'000);
}

void tst_ProcessTransport::keepsTheEventLoopRunningInAFlood()
{
    const PeakMemory memory;
    qint64 gap = longestGapMs;
    for (int time = 0; time < 5 && gap >= longestGapMs; ++time) { // other processes may interfere
        Heartbeat heartbeat;
        Peer peer(QStringList{u"flood"_s, u"200000"_s}, Peer::quickLimits(), false);
        QVERIFY(peer.waitForFrames(200'000));
        gap = heartbeat.longestGap;
    }
    QVERIFY2(gap < longestGapMs, qPrintable(QString::number(gap)));
    if (measuresMemory && memory.isSupported)
        QVERIFY2(memory.growth() < qint64{64} << 20, qPrintable(QString::number(memory.growth() >> 20)));
}

void tst_ProcessTransport::givesTheChildASmallEnvironment()
{
    ::setenv("WORKBENCH_CANARY", "secret", 1);
    ::setenv("LC_CANARY", "() { :; }", 1);
    ::setenv("LC_TIME", "C", 1);
    const QStringList environment = childEnvironment({{u"TERM"_s, u"mine"_s}, {u"TOKEN"_s, u"a=b"_s},
        {u"TOKEN"_s, u"c=d"_s}, {u"A=B"_s, u"x"_s}, {u""_s, u"x"_s}});
    QVERIFY(environment.contains(u"TERM=mine"_s));
    QVERIFY(environment.contains(u"TOKEN=c=d"_s));
    QVERIFY(environment.contains(u"LC_TIME=C"_s));
    QVERIFY(environment.contains(u"PATH="_s + qEnvironmentVariable("PATH")));
    QVERIFY(environment.filter(u"CANARY"_s).isEmpty());
    QVERIFY(environment.filter(QRegularExpression(u"^(A=B)?=x"_s)).isEmpty());
    QCOMPARE(environment.filter(u"TERM="_s).size(), 1);

    Peer peer(ProcessSettings{
        u"files"_s, QStringLiteral(CHILD_PROGRAM), {u"dump"_s}, {}, {{u"TOKEN"_s, u"mine"_s}}});
    QVERIFY(peer.waitForFrames(1));
    QVERIFY(peer.frames.first().contains("|TOKEN=mine|"));
    QVERIFY(!peer.frames.first().contains("CANARY"));
    ::unsetenv("WORKBENCH_CANARY");
    ::unsetenv("LC_CANARY");
}

void tst_ProcessTransport::givesTheChildNoOtherDescriptors()
{
    // A careless library opens files without close-on-exec.
    const int leak = ::open("/dev/null", O_RDONLY);
    QVERIFY(leak > 2);
    Peer peer(QStringList{u"dump"_s});
    QVERIFY(peer.waitForFrames(1));
    ::close(leak);
    const QByteArray dump = peer.frames.first();
    const qsizetype start = dump.indexOf("\"descriptors\":\"") + 15;
    QByteArrayList descriptors = dump.mid(start, dump.indexOf("|\"", start) - start).split('|');
    std::ranges::sort(descriptors);
    QCOMPARE(descriptors, (QByteArrayList{"0", "1", "2"}));
    QVERIFY(dump.contains("\"signals\":\"default\""));
    QCOMPARE(numberIn(dump, "group"), peer.transport->processId());
    QCOMPARE(numberIn(dump, "session"), peer.transport->processId());
}

void tst_ProcessTransport::saysWhyAProgramCannotStart_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<QString>("directory");
    QTest::addColumn<QStringList>("says");
    QTest::newRow("not in PATH") << u"no-such-program-anywhere"_s << QString()
                                 << QStringList{
                                        u"no-such-program-anywhere"_s, u"not found"_s, u"full path"_s};
    QTest::newRow("no such file") << u"/no/such/file"_s << QString()
                                  << QStringList{u"/no/such/file"_s, u"no program"_s};
    QTest::newRow("a command in one word")
        << u"node server.mjs"_s << QString()
        << QStringList{u"\"node server.mjs\""_s, u"each argument separately"_s};
    QTest::newRow("a command with a path in one word")
        << u"node a/server.mjs"_s << QString()
        << QStringList{u"node a/server.mjs"_s, u"each argument separately"_s};
    QTest::newRow("a folder") << u"/tmp"_s << QString() << QStringList{u"/tmp"_s, u"folder"_s};
    QTest::newRow("not executable") << u"plain.txt"_s << QString()
                                    << QStringList{u"plain.txt"_s, u"chmod +x"_s};
    QTest::newRow("no interpreter") << u"script.sh"_s << QString()
                                    << QStringList{u"script.sh"_s, u"interpreter"_s};
    QTest::newRow("no format") << u"empty.bin"_s << QString() << QStringList{u"empty.bin"_s, u"#!"_s};
    QTest::newRow("no directory") << u"/bin/true"_s << u"/no/such/directory"_s
                                  << QStringList{u"/no/such/directory"_s, u"working directory"_s};
    QTest::newRow("empty") << QString() << QString() << QStringList{u"No program"_s};
}

void tst_ProcessTransport::saysWhyAProgramCannotStart()
{
    QFETCH(QString, program);
    QFETCH(QString, directory);
    QFETCH(QStringList, says);
    const QTemporaryDir folder;
    const auto make = [&](const QString &name, const QByteArray &content, bool executable) {
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
        if (executable)
            file.setPermissions(file.permissions() | QFile::ExeOwner);
    };
    make(u"plain.txt"_s, "text", false);
    make(u"script.sh"_s, "#!/no/such/interpreter\n", true);
    make(u"empty.bin"_s, "text\n", true);
    if (program.contains(u'.') && !program.contains(u' '))
        program = folder.filePath(program);
    Peer peer(ProcessSettings{u"files"_s, program, {}, directory, {}});
    QVERIFY(peer.ends.isEmpty());
    QVERIFY(peer.waitForEnd());
    QCOMPARE(peer.ends.first().kind, ErrorKind::Network);
    QCOMPARE(peer.ends.first().code, u"child.notStarted"_s);
    for (const QString &word : std::as_const(says))
        QVERIFY2(peer.ends.first().message.contains(word), qPrintable(peer.ends.first().message));
    QCOMPARE(peer.opened, 0);
    QTest::qWait(50);
    QCOMPARE(peer.ends.size(), 1);
}

void tst_ProcessTransport::drainsStderrOfAnyVolume()
{
    const PeakMemory memory;
    std::optional<Heartbeat> heartbeat(std::in_place);
    Peer peer(QStringList{u"stderr"_s, u"50"_s});
    QVERIFY(peer.waitForFrames(1));
    QTRY_COMPARE(peer.sideLines, 50 * 1024 + 1);
    QCOMPARE(peer.transport->stderrTail(1), QByteArrayList{"the last line"});
    qsizetype kept = 0;
    for (const QByteArray &line : peer.transport->stderrTail(1'000'000))
        kept += line.size();
    QVERIFY(kept <= qsizetype{1} << 20);
    QVERIFY(kept > qsizetype{900} << 10);
    qint64 gap = heartbeat->longestGap;
    if (measuresMemory && memory.isSupported)
        QVERIFY2(memory.growth() < qint64{16} << 20, qPrintable(QString::number(memory.growth() >> 20)));
    for (int time = 1; time < 5 && gap >= longestGapMs; ++time) { // other processes may interfere
        heartbeat.emplace();
        Peer again(QStringList{u"stderr"_s, u"50"_s});
        QTRY_COMPARE(again.sideLines, 50 * 1024 + 1);
        gap = heartbeat->longestGap;
    }
    QVERIFY2(gap < longestGapMs, qPrintable(QString::number(gap)));
}

void tst_ProcessTransport::cutsEndlessLinesOnStderr()
{
    Peer peer(QStringList{u"stderr-endless-line"_s});
    QVERIFY(peer.waitForFrames(1));
    QTRY_VERIFY(peer.sideLines >= 300000 / 8192);
    QCOMPARE(peer.longestSideLine, 8192);
}

WORKBENCH_TEST(tst_ProcessTransport, QCoreApplication)
