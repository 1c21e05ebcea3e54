// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Why not QProcess: core/DECISIONS.md "Child processes".

#include "core/transport/process/childspawn.h"

#include "core/transport/process/orphanguard.h"

#include <QString>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <vector>
#ifdef __linux__
#include <linux/close_range.h>
#include <sys/prctl.h>
#endif

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

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
