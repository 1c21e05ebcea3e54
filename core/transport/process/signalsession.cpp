// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/process/signalsession.h"

#include "core/transport/process/filedescriptor.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <string_view>
#include <unistd.h>

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

} // namespace Workbench
