// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/process/childprocess.h"

#include "core/transport/process/orphanguard.h"
#include "core/transport/process/signalsession.h"

#include <QPointer>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif

namespace Workbench {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr int mostKills = 20; // of the rest of a session, until it is given up

//! Returns a descriptor that becomes readable when the child ends, or a closed one if the kernel does not
//! support it (before Linux 5.3).
FileDescriptor exitDescriptor([[maybe_unused]] pid_t id)
{
#ifdef SYS_pidfd_open
    return FileDescriptor(int(::syscall(SYS_pidfd_open, id, 0)));
#else
    return {};
#endif
}

//! Kills \a session. A process that is started while the processes are listed is missed, so this is repeated
//! until none is left, for a few milliseconds at most.
void killSession(pid_t session)
{
    constexpr int mostPasses = 4;
    for (int pass = 0; pass < mostPasses && signalSession(session, SIGKILL); ++pass)
        std::this_thread::sleep_for(1ms);
}

bool reap(pid_t id, int options)
{
    pid_t done = 0;
    do {
        done = ::waitpid(id, nullptr, options);
    } while (done < 0 && errno == EINTR);
    return done != 0; // an error means that there is nothing to reap
}

} // namespace

QString ChildExit::text() const
{
    if (!wasSignalled)
        return u"exit code %1"_s.arg(number);
    const char *const name = ::sigabbrev_np(number);
    return name ? u"signal SIG%1"_s.arg(QLatin1StringView(name)) : u"signal %1"_s.arg(number);
}

ChildProcess::ChildProcess(pid_t id, FileDescriptor startReport, std::chrono::milliseconds leftoverGrace)
    : m_id(id)
    , m_startReport(std::move(startReport))
    , m_exitWatch(exitDescriptor(id))
    , m_startNotifier(std::make_unique<QSocketNotifier>(m_startReport.number(), QSocketNotifier::Read))
    , m_leftoverGrace(leftoverGrace)
{
    connect(m_startNotifier.get(), &QSocketNotifier::activated, this, &ChildProcess::readStartReport);
    if (m_exitWatch.isOpen()) {
        m_exitNotifier = std::make_unique<QSocketNotifier>(m_exitWatch.number(), QSocketNotifier::Read);
        connect(m_exitNotifier.get(), &QSocketNotifier::activated, this, &ChildProcess::checkExit);
    } else {
        m_poll.start(20ms);
    }
    connect(&m_poll, &QTimer::timeout, this, [this] { m_reaped ? checkLeftovers() : checkExit(); });
}

ChildProcess::~ChildProcess()
{
    if (m_gone)
        return;
    if (!m_reaped)
        ::kill(m_id, SIGKILL); // it may not have made its session yet
    killSession(m_id);
    OrphanGuard::dismiss(m_id);
    if (m_reaped)
        return;
    if (!reap(m_id, WNOHANG))
        std::thread([id = m_id] {
            reap(id, 0);
        }).detach(); // a killed process ends soon, but this thread must not wait
}

void ChildProcess::signalAll(int number)
{
    if (!m_gone && !signalSession(m_id, number) && !m_reaped)
        ::kill(m_id, number); // it may not have made its session yet
}

void ChildProcess::readStartReport()
{
    if (!m_startReport.isOpen())
        return;
    SpawnFailure failure;
    ssize_t got = 0;
    do {
        got = ::read(m_startReport.number(), &failure, sizeof failure);
    } while (got < 0 && errno == EINTR);
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
        return;
    m_startNotifier->setEnabled(false);
    m_startNotifier.release()->deleteLater();
    m_startReport.close();
    if (got == sizeof failure)
        Q_EMIT notStarted(failure);
    else
        Q_EMIT started();
}

void ChildProcess::checkExit()
{
    if (m_reaped)
        return;
    siginfo_t information{};
    const int result = ::waitid(P_PID, id_t(m_id), &information, WEXITED | WNOHANG | WNOWAIT);
    if (result == 0 && information.si_pid == 0)
        return; // still running
    const QPointer<ChildProcess> self(this);
    readStartReport(); // the exit may be noticed before the start
    if (!self)
        return;
    // Before reaping: until then the zombie keeps the system from reusing the session's number.
    signalSession(m_id, SIGTERM);
    reap(m_id, WNOHANG);
    m_reaped = true;
    if (m_exitNotifier) {
        m_exitNotifier->setEnabled(false);
        m_exitNotifier.release()->deleteLater();
    }
    m_exitWatch.close();
    m_leftoverDeadline.setRemainingTime(m_leftoverGrace);
    m_poll.start(0ms);
    ChildExit exit;
    exit.wasSignalled = result == 0 && information.si_code != CLD_EXITED;
    exit.number = result == 0 ? information.si_status : -1;
    Q_EMIT exited(exit);
}

//! Checks whether processes of the session are left. Each check finds the session alive shortly after the
//! previous one, so its number has not been reused.
void ChildProcess::checkLeftovers()
{
    m_poll.setInterval(50ms);
    const bool mayKill = m_leftoverDeadline.hasExpired();
    const bool isLeft = signalSession(m_id, mayKill ? SIGKILL : 0);
    // SIGKILL is repeated, because a process that is started while the processes are listed is missed.
    if (isLeft && (!mayKill || ++m_kills < mostKills))
        return;
    m_poll.stop();
    m_gone = true;
    OrphanGuard::dismiss(m_id);
    Q_EMIT gone();
}

} // namespace Workbench

#include "moc_childprocess.cpp"
