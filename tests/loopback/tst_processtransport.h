// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

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

constexpr std::chrono::milliseconds patience(Test::patience);

//! A transport to the misbehaving child, with all received frames and signals.
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

inline qint64 memoryNow(const char *field)
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

//! Growth of the peak memory since the start, measured by the kernel.
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

//! The longest time that one turn of the event loop took. R-55
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

inline bool isAlive(pid_t id)
{
    if (::kill(id, 0) != 0)
        return false;
    QFile status(u"/proc/%1/stat"_s.arg(id));
    const QByteArray text = status.open(QIODevice::ReadOnly) ? status.readAll() : QByteArray();
    return !text.isEmpty() && !text.contains(") Z "); // empty: the process has been reaped meanwhile
}

inline pid_t numberIn(const QByteArray &json, const char *key)
{
    const QRegularExpression number(u"\"%1\":(\\d+)"_s.arg(QLatin1StringView(key)));
    return number.match(QString::fromUtf8(json)).captured(1).toInt();
}

#if defined(WORKBENCH_UNOPTIMISED)
constexpr bool measuresMemory = false; // the sanitizer's own memory would be counted
#else
constexpr bool measuresMemory = true;
#endif

class tst_ProcessTransport : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void exchangesFrames();
    void writesABacklogInPieces();
    void survivesGarbageBetweenMessages();
    void joinsPiecesCutInsideCharacters();
    void takesAResultOf120MiBWhole();
    void stopsAnEndlessLineAtTheLimit();
    void pushesBackWhileReadingIsPaused();
    void keepsTheEventLoopRunningInAFlood();
    void givesTheChildASmallEnvironment();
    void givesTheChildNoOtherDescriptors();
    void saysWhyAProgramCannotStart_data();
    void saysWhyAProgramCannotStart();
    void reportsTheExitCodeWithTheEndOfStderr();
    void namesAVariableThatWasNotPassedOn();
    void quotesItsStdoutIfItsStderrIsEmpty();
    void keepsWhatHasNoNewlineYet();
    void namesTheSignal();
    void noticesClosedStdout();
    void noticesClosedStdin();
    void drainsStderrOfAnyVolume();
    void cutsEndlessLinesOnStderr();
    void refusesToQueueForAChildThatDoesNotRead();
    void stopsChildren_data();
    void stopsChildren();
    void stopsTwentyStubbornChildrenInTime();
    void endsWhenAGrandchildHoldsThePipes();
    void waitsForNoZombies();
    void leavesNothingOfASessionThatForks_data();
    void leavesNothingOfASessionThatForks();
    void killsTheGroupWhenDestroyed_data();
    void killsTheGroupWhenDestroyed();
    void replacesAKilledGuard();
    void mayBeDestroyedByAListener();
    void closesWithoutHavingBeenOpened();
    void cleanup();
};
