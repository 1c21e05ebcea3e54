// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Why not QProcess: core/DECISIONS.md "Child processes".

#include "core/transport/process/childprocess.h"

#include "core/transport/process/orphanguard.h"

#include <QPointer>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>
#ifdef __linux__
#include <linux/close_range.h>
#include <sys/prctl.h>
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

struct Pipe {
    FileDescriptor reading;
    FileDescriptor writing;
};

//! Returns a pipe whose ends are above 2, so that setting up the child's descriptors 0 to 2 never overwrites
//! one. Both ends are closed on exec.
std::optional<Pipe> makePipe()
{
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
        return std::nullopt;
    const auto lift = [](int number) {
        FileDescriptor low(number);
        return number > 2 ? std::move(low) : FileDescriptor(::fcntl(number, F_DUPFD_CLOEXEC, 3));
    };
    Pipe pipe{lift(ends[0]), lift(ends[1])};
    if (!pipe.reading.isOpen() || !pipe.writing.isOpen())
        return std::nullopt;
    return pipe;
}

std::vector<char *> pointersTo(const QByteArrayList &texts)
{
    std::vector<char *> pointers;
    pointers.reserve(size_t(texts.size()) + 1);
    for (const QByteArray &text : texts)
        pointers.push_back(const_cast<char *>(text.constData())); // the signature of exec; it does not write
    pointers.push_back(nullptr);
    return pointers;
}

struct ChildPlan {
    const char *program;
    char *const *arguments;
    char *const *environment;
    const char *workingDirectory; // or null
    std::array<int, 3> standard;
    int report;
    int guard; // or -1
    pid_t parent;
};

[[noreturn]] void giveUp(int report, SpawnFailure::Step step)
{
    const SpawnFailure failure{step, errno};
    [[maybe_unused]] const ssize_t written = ::write(report, &failure, sizeof failure);
    ::_exit(127);
}

//! Runs between fork and exec, so it makes only calls that POSIX allows there and allocates no memory.
[[noreturn]] void becomeProgram(const ChildPlan &plan)
{
    ::setsid();
    OrphanGuard::enrol(plan.guard, ::getpid());
#ifdef __linux__
    ::prctl(PR_SET_PDEATHSIG, SIGKILL); // the last resort: the polite sign is the end of the pipes
    if (::getppid() != plan.parent)
        ::_exit(127); // the parent died before the call above
#endif
    for (int number = 0; number < 3; ++number) {
        if (::dup2(plan.standard[size_t(number)], number) < 0)
            giveUp(plan.report, SpawnFailure::Step::Setup);
    }
#ifdef __linux__
    const bool marked = ::close_range(3, ~0U, CLOSE_RANGE_CLOEXEC) == 0;
#else
    const bool marked = false;
#endif
    if (!marked) { // an older kernel
        const long most = ::sysconf(_SC_OPEN_MAX);
        for (int number = 3; number < most; ++number)
            ::fcntl(number, F_SETFD, FD_CLOEXEC);
    }
    for (int number = 1; number < NSIG; ++number)
        ::signal(number, SIG_DFL);
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    if (plan.workingDirectory && ::chdir(plan.workingDirectory) != 0)
        giveUp(plan.report, SpawnFailure::Step::WorkingDirectory);
    ::execve(plan.program, plan.arguments, plan.environment);
    giveUp(plan.report, SpawnFailure::Step::Execute);
}

void makeNonBlocking(const FileDescriptor &descriptor)
{
    ::fcntl(descriptor.number(), F_SETFL, ::fcntl(descriptor.number(), F_GETFL) | O_NONBLOCK);
}

std::unexpected<Error> systemFailure(const QString &what)
{
    return std::unexpected(Error{ErrorKind::Network, u"child.notStarted"_s,
        u"%1: %2. Close other programs or connections and try again."_s.arg(
            what, QString::fromLocal8Bit(std::strerror(errno)))});
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

Result<SpawnedChild> spawnChild(const SpawnRequest &request)
{
    std::optional<Pipe> input = makePipe();
    std::optional<Pipe> output = makePipe();
    std::optional<Pipe> errors = makePipe();
    std::optional<Pipe> report = makePipe();
    if (!input || !output || !errors || !report)
        return systemFailure(u"A pipe to a child process could not be created"_s);

    const std::vector<char *> arguments = pointersTo(request.arguments);
    const std::vector<char *> environment = pointersTo(request.environment);
    const ChildPlan plan{request.program.constData(), arguments.data(), environment.data(),
        request.workingDirectory.isEmpty() ? nullptr : request.workingDirectory.constData(),
        {input->reading.number(), output->writing.number(), errors->writing.number()},
        report->writing.number(), OrphanGuard::start(), ::getpid()};
    sigset_t all;
    sigset_t before;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before); // no signal handler of this program may run in the child
    const pid_t id = ::fork();
    if (id == 0)
        becomeProgram(plan);
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    if (id < 0)
        return systemFailure(u"A child process could not be created"_s);
    OrphanGuard::remember(id);

    makeNonBlocking(input->writing);
    makeNonBlocking(output->reading);
    makeNonBlocking(errors->reading);
    makeNonBlocking(report->reading);
    return SpawnedChild{id, std::move(input->writing), std::move(output->reading), std::move(errors->reading),
        std::move(report->reading)};
}

} // namespace Workbench

#include "moc_childprocess.cpp"
