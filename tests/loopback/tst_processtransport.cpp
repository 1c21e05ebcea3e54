// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/process/processtransport.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <csignal>
#include <fcntl.h>
#include <sys/wait.h>

using namespace Workbench;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr std::chrono::milliseconds patience(Test::patience);

//! A transport to the misbehaving child, with all it said.
class Peer {
public:
    explicit Peer(const QStringList &arguments, const Limits &limits = quickLimits(), bool keepFrames = true)
        : Peer(ProcessSettings{u"files"_s, QStringLiteral(CHILD_PROGRAM), arguments, {}, {}}, limits,
              keepFrames)
    {
    }
    explicit Peer(
        const ProcessSettings &settings, const Limits &limits = quickLimits(), bool keepFrames = true)
        : transport(std::make_unique<ProcessTransport>(settings, limits))
    {
        QObject::connect(transport.get(), &Transport::opened, [this] { ++opened; });
        QObject::connect(transport.get(), &Transport::received, [this, keepFrames](const QByteArray &frame) {
            ++received;
            if (keepFrames)
                frames.append(frame);
            else
                lastSize = frame.size();
        });
        QObject::connect(transport.get(), &Transport::noise,
            [this](const QByteArray &bytes, const QString &) { noise.append(bytes); });
        QObject::connect(transport.get(), &Transport::sideLine, [this](const QByteArray &line) {
            ++sideLines;
            longestSideLine = std::max(longestSideLine, line.size());
        });
        QObject::connect(
            transport.get(), &Transport::closed, [this](const Error &error) { ends.append(error); });
        transport->open();
    }

    static Limits quickLimits()
    {
        Limits limits;
        limits.childStopStdinMs = 300;
        limits.childStopTermMs = 300;
        return limits;
    }
    bool waitForOpen()
    {
        return QTest::qWaitFor([this] { return opened > 0; }, patience);
    }
    bool waitForFrames(qsizetype count, std::chrono::milliseconds time = patience)
    {
        return QTest::qWaitFor([&] { return received >= count; }, time);
    }
    bool waitForEnd(std::chrono::milliseconds time = patience)
    {
        return QTest::qWaitFor([this] { return !ends.isEmpty(); }, time);
    }

    std::unique_ptr<ProcessTransport> transport;
    int opened = 0;
    qsizetype received = 0;
    qsizetype lastSize = 0;
    qsizetype sideLines = 0;
    qsizetype longestSideLine = 0;
    QByteArrayList frames;
    QByteArrayList noise;
    QList<Error> ends;
};

qint64 memoryNow(const char *field)
{
    QFile status(u"/proc/self/status"_s);
    if (!status.open(QIODevice::ReadOnly))
        return 0;
    for (const QByteArray &line : status.readAll().split('\n')) {
        if (line.startsWith(field))
            return line.mid(qsizetype(qstrlen(field)) + 1).trimmed().split(' ').first().toLongLong() * 1024;
    }
    return 0;
}

//! Peak memory above the value at the start, measured by the kernel.
class PeakMemory {
public:
    PeakMemory()
    {
        QFile reset(u"/proc/self/clear_refs"_s);
        isSupported = reset.open(QIODevice::WriteOnly) && reset.write("5") == 1;
        reset.close();
        m_before = memoryNow("VmRSS");
    }
    qint64 growth() const { return memoryNow("VmHWM") - m_before; }
    bool isSupported = false;

private:
    qint64 m_before = 0;
};

constexpr qint64 longestGapMs = 100 * Test::slowness;

//! The longest time the event loop did not come round. R-55
class Heartbeat {
public:
    Heartbeat()
    {
        m_since.start();
        QObject::connect(
            &m_timer, &QTimer::timeout, [this] { longestGap = std::max(longestGap, m_since.restart()); });
        m_timer.start(5ms);
    }
    qint64 longestGap = 0;

private:
    QTimer m_timer;
    QElapsedTimer m_since;
};

bool isAlive(pid_t id)
{
    if (::kill(id, 0) != 0)
        return false;
    QFile status(u"/proc/%1/stat"_s.arg(id));
    return status.open(QIODevice::ReadOnly) && !status.readAll().contains(") Z ");
}

pid_t numberIn(const QByteArray &json, const char *key)
{
    const QRegularExpression number(u"\"%1\":(\\d+)"_s.arg(QLatin1StringView(key)));
    return number.match(QString::fromUtf8(json)).captured(1).toInt();
}

#if defined(__SANITIZE_ADDRESS__)
constexpr bool measuresMemory = false; // the sanitizer's own bookkeeping would be measured
#else
constexpr bool measuresMemory = true;
#endif

} // namespace

class tst_ProcessTransport : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void exchangesFrames();
    void survivesGarbageBetweenMessages();
    void joinsPiecesCutInsideCharacters();
    void takesAResultOf120MiBWhole();
    void stopsAnEndlessLineAtTheLimit();
    void pushesBackWhileNobodyReads();
    void keepsTheEventLoopRunningInAFlood();
    void givesTheChildASmallEnvironment();
    void givesTheChildNothingElse();
    void saysWhyAProgramCannotStart_data();
    void saysWhyAProgramCannotStart();
    void reportsTheExitCodeWithTheLastWords();
    void namesTheSignal();
    void noticesClosedStdout();
    void noticesClosedStdin();
    void drainsStderrOfAnyVolume();
    void cutsEndlessLinesOnStderr();
    void refusesToQueueForADeafChild();
    void stopsChildren_data();
    void stopsChildren();
    void stopsTwentyStubbornChildrenInTime();
    void endsWhenAGrandchildHoldsThePipes();
    void killsTheGroupWhenDestroyed();
    void mayBeDestroyedByAListener();
    void closesWithoutHavingBeenOpened();
    void cleanup();
};

//! No test may leave a process behind, not even a dead one. R-06
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
    QVERIFY2(
        peer.ends.first().message.contains(u"stdio.messageBytes"_s), qPrintable(peer.ends.first().message));
    QVERIFY2(peer.ends.first().message.contains(u"32 MiB"_s), qPrintable(peer.ends.first().message));
    QVERIFY(peer.frames.isEmpty());
    if (measuresMemory && memory.isSupported)
        QVERIFY2(memory.growth() <= limits.stdioMessageBytes + (qint64{16} << 20),
            qPrintable(QString::number(memory.growth() >> 20)));
    QTRY_COMPARE(peer.transport->processId(), 0);
}

void tst_ProcessTransport::pushesBackWhileNobodyReads()
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
    QCOMPARE(peer.received, before); // never from inside a call
    QVERIFY(peer.waitForFrames(200'000));
    QCOMPARE(peer.received, 200'000);
}

void tst_ProcessTransport::keepsTheEventLoopRunningInAFlood()
{
    const PeakMemory memory;
    qint64 gap = longestGapMs;
    for (int time = 0; time < 5 && gap >= longestGapMs; ++time) { // others may have taken it from us
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

void tst_ProcessTransport::givesTheChildNothingElse()
{
    const int leak = ::open("/dev/null", O_RDONLY); // no close-on-exec, as a careless library opens it
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
                                 << QStringList{u"no-such-program-anywhere"_s, u"not found"_s, u"PATH"_s};
    QTest::newRow("no such file") << u"/no/such/file"_s << QString()
                                  << QStringList{u"/no/such/file"_s, u"no program"_s};
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
    if (program.contains(u'.'))
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

void tst_ProcessTransport::reportsTheExitCodeWithTheLastWords()
{
    Peer peer(QStringList{u"exit-mid"_s});
    QVERIFY(peer.waitForEnd());
    const Error &error = peer.ends.first();
    QCOMPARE(error.kind, ErrorKind::Closed);
    QCOMPARE(error.code, u"child.exited"_s);
    QVERIFY2(error.message.contains(u"exit code 7"_s), qPrintable(error.message));
    QCOMPARE(peer.frames, QByteArrayList{"{\"whole\":1}"}); // what was left in the pipe came first
    QVERIFY(error.detail.contains(u"stderr line 30"_s));
    QVERIFY(error.detail.contains(u"stderr line 12"_s));
    QVERIFY(!error.detail.contains(u"stderr line 11\n"_s)); // the last twenty, "no newline" is one of them
    QVERIFY(error.detail.contains(u"no newline"_s));
    QVERIFY(error.detail.contains(u"{\"half\":"_s));
    QCOMPARE(peer.sideLines, 31);
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
    Peer peer(QStringList{u"close-stdout"_s}); // it stays alive
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
    for (int time = 1; time < 5 && gap >= longestGapMs; ++time) { // others may have taken it from us
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

void tst_ProcessTransport::refusesToQueueForADeafChild()
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
        qPrintable(QString::number(accepted))); // one more when the pipe took some
    QVERIFY(refused);
    QCOMPARE(refused->kind, ErrorKind::Limit);
    QVERIFY2(refused->message.contains(u"is not reading its input"_s), qPrintable(refused->message));
    QVERIFY2(refused->message.contains(u"queue.outBytes"_s), qPrintable(refused->message));
    QVERIFY(peer.transport->isOpen());
    peer.transport->close();
    QVERIFY(peer.waitForEnd());

    Peer other(QStringList{u"deaf"_s});
    QVERIFY(other.waitForFrames(1));
    QVERIFY(other.transport->send(QByteArray(20 << 20, 'x'))); // always room for one message
    QVERIFY(!other.transport->send("{}"));
}

void tst_ProcessTransport::stopsChildren_data()
{
    QTest::addColumn<QString>("mode");
    QTest::addColumn<int>("stdinMs");
    QTest::addColumn<int>("termMs"); // that are not waited for are long
    QTest::newRow("ends with its input") << u"echo"_s << 20'000 << 20'000;
    QTest::newRow("needs SIGTERM") << u"polite"_s << 300 << 20'000;
    QTest::newRow("ignores SIGTERM") << u"stubborn"_s << 300 << 300;
    QTest::newRow("writes for ever") << u"endless"_s << 300 << 300;
    QTest::newRow("leaves a grandchild that ignores SIGTERM") << u"grandchild-stays"_s << 300 << 300;
}

void tst_ProcessTransport::stopsChildren()
{
    QFETCH(QString, mode);
    QFETCH(int, stdinMs);
    QFETCH(int, termMs);
    const int atLeastMs = mode == u"stubborn"_s                ? 590
        : mode == u"polite"_s || mode == u"grandchild-stays"_s ? 290
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
    QVERIFY(timer.elapsed() < 250); // it does not wait
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
    for (int time = 0; time < 3 && took > withinMs;
        ++time) { // a machine that is busy with others may need more
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
    Peer peer(QStringList{u"grandchild"_s}); // which pauses for ever
    QVERIFY(peer.waitForEnd());
    QCOMPARE(peer.ends.first().code, u"child.exited"_s);
    QCOMPARE(peer.frames.size(), 1);
    const pid_t grandchild = numberIn(peer.frames.first(), "grandchild");
    QVERIFY(grandchild > 0);
    QTRY_VERIFY(!isAlive(grandchild)); // SIGTERM is ignored, SIGKILL follows
}

void tst_ProcessTransport::killsTheGroupWhenDestroyed()
{
    Peer peer(QStringList{u"grandchild-stays"_s});
    QVERIFY(peer.waitForFrames(1));
    const auto id = pid_t(peer.transport->processId());
    const pid_t grandchild = numberIn(peer.frames.first(), "grandchild");
    QElapsedTimer timer;
    timer.start();
    peer.transport.reset();
    QVERIFY2(timer.elapsed() < 250, qPrintable(QString::number(timer.elapsed())));
    QTRY_VERIFY(!isAlive(id));
    QTRY_VERIFY(!isAlive(grandchild));
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

QTEST_GUILESS_MAIN(tst_ProcessTransport)
#include "tst_processtransport.moc"
