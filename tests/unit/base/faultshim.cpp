// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// A library that, preloaded into a program, makes one kind of system call on files below FAULT_FOLDER fail.
// FAULT_CALL: create, fchmod, write, fsync, rename, openfolder, fsyncfolder. FAULT_HOW: an error number;
// "short" (write only: writes half of the bytes, then fails with ENOSPC); "once-short" (write only: writes
// half of the bytes once, then succeeds); "kill-before" or "kill-after" the call.

#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

namespace {

template <typename Function> Function *real(const char *name)
{
    return reinterpret_cast<Function *>(::dlsym(RTLD_NEXT, name));
}

std::string setting(const char *name)
{
    const char *value = std::getenv(name);
    return value ? value : "";
}

bool isBelowFolder(const std::string &path)
{
    const std::string folder = setting("FAULT_FOLDER");
    return !folder.empty() && path.rfind(folder, 0) == 0;
}

bool isBelowFolder(int descriptor)
{
    char path[4096];
    const std::string link = "/proc/self/fd/" + std::to_string(descriptor);
    const ssize_t length = ::readlink(link.c_str(), path, sizeof path);
    return length > 0 && isBelowFolder(std::string(path, size_t(length)));
}

bool isFolder(int descriptor)
{
    struct stat status{};
    return ::fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode);
}

//! Runs \a call, or the fault that the environment variables choose for the call \a name.
template <typename Call> auto faulty(const char *name, bool concerned, Call call) -> decltype(call())
{
    if (!concerned || setting("FAULT_CALL") != name)
        return call();
    const std::string how = setting("FAULT_HOW");
    if (how == "kill-before")
        ::raise(SIGKILL);
    const int error = std::atoi(how.c_str());
    if (error != 0) {
        errno = error;
        return -1;
    }
    const auto result = call();
    if (how == "kill-after")
        ::raise(SIGKILL);
    return result;
}

int openFaulty(const char *symbol, const char *path, int flags, mode_t mode)
{
    const bool isCreation = (flags & O_CREAT) != 0;
    const bool concerned = isBelowFolder(std::string(path)) && (isCreation || (flags & O_DIRECTORY) != 0);
    return faulty(isCreation ? "create" : "openfolder", concerned,
        [&] { return real<int(const char *, int, ...)>(symbol)(path, flags, mode); });
}

mode_t modeFrom(int flags, va_list rest)
{
    return (flags & O_CREAT) != 0 ? mode_t(va_arg(rest, unsigned)) : 0;
}

} // namespace

extern "C" {

int open(const char *path, int flags, ...)
{
    va_list rest;
    va_start(rest, flags);
    const mode_t mode = modeFrom(flags, rest);
    va_end(rest);
    return openFaulty("open", path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
    va_list rest;
    va_start(rest, flags);
    const mode_t mode = modeFrom(flags, rest);
    va_end(rest);
    return openFaulty("open64", path, flags, mode);
}

ssize_t write(int descriptor, const void *bytes, size_t count)
{
    static int shortWrites = 0;
    const auto really = real<ssize_t(int, const void *, size_t)>("write");
    const bool concerned = isBelowFolder(descriptor);
    const std::string how = setting("FAULT_HOW");
    if (concerned && setting("FAULT_CALL") == "write" && (how == "short" || how == "once-short")) {
        if (shortWrites++ == 0)
            return really(descriptor, bytes, count / 2);
        if (how == "short") {
            errno = ENOSPC;
            return -1;
        }
    }
    return faulty("write", concerned, [&] { return really(descriptor, bytes, count); });
}

int fchmod(int descriptor, mode_t mode)
{
    return faulty("fchmod", isBelowFolder(descriptor),
        [&] { return real<int(int, mode_t)>("fchmod")(descriptor, mode); });
}

int fsync(int descriptor)
{
    return faulty(isFolder(descriptor) ? "fsyncfolder" : "fsync", isBelowFolder(descriptor),
        [&] { return real<int(int)>("fsync")(descriptor); });
}

int rename(const char *from, const char *to)
{
    return faulty("rename", isBelowFolder(std::string(to)),
        [&] { return real<int(const char *, const char *)>("rename")(from, to); });
}

} // extern "C"
