// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/process/orphanguard.h"

#include "core/transport/process/filedescriptor.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstring>
#include <ctime>
#include <dirent.h>
#include <fcntl.h>
#include <string_view>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>
#ifdef __linux__
#include <sys/prctl.h>
#endif

namespace Workbench {

namespace {

#ifdef __linux__
//! Returns whether the process has ended and waits to be reaped by its parent. The parent of orphans is the
//! system's first process, which in a container may reap them late or never.
bool isZombie(const FileDescriptor &processes, pid_t id)
{
    std::array<char, 32> path{};
    char *const end = std::to_chars(path.data(), path.data() + path.size() / 2, id).ptr;
    std::memcpy(end, "/stat", sizeof "/stat");
    const FileDescriptor file(::openat(processes.number(), path.data(), O_RDONLY | O_CLOEXEC));
    std::array<char, 512> bytes{};
    const ssize_t got = ::read(file.number(), bytes.data(), bytes.size());
    std::string_view text(bytes.data(), size_t(std::max<ssize_t>(got, 0)));
    // The program chooses the name before the bracket; the state follows the bracket.
    text.remove_prefix(std::min(text.rfind(')'), text.size()));
    if (!text.starts_with(") Z"))
        return false;
    // If its first thread has ended, the state is that of a zombie although other threads still run.
    constexpr int fieldOfName = 2;
    constexpr int fieldOfThreads = 20;
    for (int field = fieldOfName; field < fieldOfThreads; ++field)
        text.remove_prefix(std::min(text.find(' '), text.size() - 1) + 1);
    return text.starts_with("1 ");
}
#endif

} // namespace

bool signalSession(pid_t session, int number)
{
    const bool isGroupLeft = ::kill(-session, number) == 0 || errno == EPERM;
#ifdef __linux__
    const FileDescriptor processes(::open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    alignas(dirent64) std::array<char, 8192> entries{};
    bool isListed = false; // without this process, the folder is not a list of the processes
    bool isAnyLeft = false;
    ssize_t got = 0;
    // Not readdir(), which allocates memory. Listing a thousand processes takes 2 ms.
    while ((got = ::getdents64(processes.number(), entries.data(), entries.size())) > 0) {
        for (ssize_t at = 0; at < got;) {
            const auto *const entry = reinterpret_cast<const dirent64 *>(entries.data() + at);
            at += entry->d_reclen;
            const char *const name = entry->d_name;
            pid_t id = 0;
            if (std::from_chars(name, name + std::strlen(name), id).ec != std::errc{})
                continue;
            isListed = isListed || id == ::getpid();
            if (::getsid(id) != session)
                continue;
            if (number != 0 && ::getpgid(id) != session) // the group of the leader has the signal already
                ::kill(id, number);
            isAnyLeft = isAnyLeft || !isZombie(processes, id);
        }
    }
    return isAnyLeft || (isGroupLeft && (got < 0 || !isListed));
#else
    return isGroupLeft;
#endif
}

namespace OrphanGuard {

namespace {

struct Record {
    pid_t session;
    int isEnrolled; // 0: dismissed
};

constexpr size_t mostSessions = 4096; // no memory may be allocated after the fork
constexpr int graceSteps = 20;
constexpr long graceStepNs = 50'000'000;

FileDescriptor &socketToGuard()
{
    static FileDescriptor socket;
    return socket;
}

//! Returns the sessions of the children that have not been dismissed.
std::vector<pid_t> &rememberedSessions()
{
    static std::vector<pid_t> sessions;
    return sessions;
}

void closeAllBut(int kept)
{
    const long most = ::sysconf(_SC_OPEN_MAX);
#ifdef __linux__
    if (::close_range(unsigned(kept) + 1, ~0U, 0) == 0) {
        for (int number = 0; number < kept; ++number)
            ::close(number);
        return;
    }
#endif
    for (int number = 0; number < most; ++number) {
        if (number != kept)
            ::close(number);
    }
}

//! Runs the guard. It follows a fork in a program with threads, so it makes only calls that POSIX allows in a
//! signal handler, and plain system calls that take no lock and allocate no memory: getsid(), getdents64(),
//! prctl() and close_range().
[[noreturn]] void watch(int socket)
{
    ::setsid(); // the guard must not get the signals of the terminal
    for (const int number : {SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGPIPE})
        ::signal(number, SIG_IGN);
#ifdef __linux__
    // Not a name like that of the program, so that "pkill -9 envelope" does not end the guard too.
    ::prctl(PR_SET_NAME, "orphan-guard");
#endif
    closeAllBut(socket);
    static std::array<pid_t, mostSessions> sessions{};
    size_t count = 0;
    for (;;) {
        Record record{};
        const ssize_t got = ::read(socket, &record, sizeof record);
        if (got < 0 && errno == EINTR)
            continue;
        if (got != ssize_t(sizeof record))
            break; // the program has ended
        pid_t *const end = sessions.data() + count;
        pid_t *const known = std::find(sessions.data(), end, record.session);
        if (record.isEnrolled != 0 && known == end && count < mostSessions && record.session > 1)
            sessions[count++] = record.session;
        else if (record.isEnrolled == 0 && known != end)
            *known = sessions[--count];
    }
    const auto signalAll = [&](int number) {
        // A session that has ended gets no further signal, because the system may reuse its number.
        const auto hasEnded = [number](pid_t session) { return !signalSession(session, number); };
        count = size_t(std::remove_if(sessions.data(), sessions.data() + count, hasEnded) - sessions.data());
        return count > 0;
    };
    const auto repeatWhileAnyIsLeft = [&](int number) {
        for (int step = 0; step < graceSteps && signalAll(number); ++step) {
            const timespec pause{0, graceStepNs};
            ::nanosleep(&pause, nullptr);
        }
    };
    signalAll(SIGTERM);
    repeatWhileAnyIsLeft(0);
    repeatWhileAnyIsLeft(SIGKILL); // the list of processes may lack one that was started meanwhile
    ::_exit(0);
}

} // namespace

int start()
{
    FileDescriptor &ours = socketToGuard();
    char byte = 0;
    // The guard never writes, so its socket is readable only after its end.
    if (ours.isOpen() && (::recv(ours.number(), &byte, 1, MSG_DONTWAIT) == 0 || errno == ECONNRESET))
        ours.close();
    if (ours.isOpen())
        return ours.number();
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        return -1;
    // Above 2, because the descriptors 0 to 2 are overwritten in a child.
    ours = FileDescriptor(::fcntl(ends[0], F_DUPFD_CLOEXEC, 3));
    ::close(ends[0]);
    FileDescriptor theirs(ends[1]);
    // Forked twice, so that the guard is not a child of this program and needs no waitpid.
    const pid_t id = ours.isOpen() ? ::fork() : -1;
    if (id == 0) {
        const pid_t guard = ::fork();
        if (guard == 0)
            watch(theirs.number());
        ::_exit(guard < 0 ? 1 : 0);
    }
    int status = 0;
    pid_t done = -1;
    do {
        done = id < 0 ? -1 : ::waitpid(id, &status, 0);
    } while (done < 0 && id > 0 && errno == EINTR);
    if (done != id || status != 0)
        ours.close();
    for (const pid_t session : rememberedSessions())
        enrol(ours.number(), session);
    return ours.number();
}

void enrol(int descriptor, pid_t session)
{
    const Record record{session, 1};
    if (descriptor >= 0) [[maybe_unused]]
        const ssize_t sent = ::send(descriptor, &record, sizeof record, MSG_NOSIGNAL);
}

void remember(pid_t session)
{
    rememberedSessions().push_back(session);
}

void dismiss(pid_t session)
{
    std::erase(rememberedSessions(), session);
    const Record record{session, 0};
    if (socketToGuard().isOpen()) [[maybe_unused]]
        const ssize_t sent = ::send(socketToGuard().number(), &record, sizeof record, MSG_NOSIGNAL);
}

} // namespace OrphanGuard

} // namespace Workbench
