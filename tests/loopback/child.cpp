// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// A server on stdin and stdout that misbehaves in the way its first argument names. It uses none of the
// project's libraries, so that it writes exactly the intended bytes.

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <functional>
#include <map>
#include <string>
#include <unistd.h>
#include <utility>

namespace {

void put(int descriptor, const std::string &text)
{
    size_t done = 0;
    while (done < text.size()) {
        const ssize_t now = ::write(descriptor, text.data() + done, text.size() - done);
        if (now <= 0)
            std::exit(3);
        done += size_t(now);
    }
}

void say(const std::string &text)
{
    put(STDOUT_FILENO, text);
}

bool readLine(std::string &line)
{
    line.clear();
    char byte = 0;
    while (::read(STDIN_FILENO, &byte, 1) == 1) {
        if (byte == '\n')
            return true;
        line += byte;
    }
    return false;
}

void echo()
{
    std::string line;
    while (readLine(line))
        say(line + "\n");
}

void sleepForEver()
{
    for (;;)
        ::pause();
}

void garbage()
{
    say("{\"n\":1}\n");
    say("Welcome to the server!\n");
    say("\n");
    say("   \t\n");
    say("\r\n");
    say("42\n");
    say("\"text\"\n");
    say(std::string("{\"a\":\0}\n", 8));
    say("{\"a\":\"\xff\xfe\"}\n");
    say("\xEF\xBB\xBFhello\n");
    say("null\n");
    say("[1,2\r\n");
    say("{\"n\":2}\r\n");
    say("\xEF\xBB\xBF{\"n\":3}\n");
    echo();
}

//! Writes its input back in pieces of 1 to 7 bytes, each with a separate write().
void pieces()
{
    std::string line;
    while (readLine(line)) {
        line += '\n';
        for (size_t at = 0, step = 1; at < line.size(); at += step, step = step % 7 + 1)
            say(line.substr(at, step));
    }
}

void big(size_t megabytes)
{
    say("{\"data\":\"");
    const std::string piece(1 << 20, 'x');
    for (size_t count = 0; count < megabytes; ++count)
        say(piece);
    say("\"}\n");
}

void endless()
{
    const std::string piece(1 << 16, 'x');
    say("{\"data\":\"");
    for (;;)
        say(piece);
}

void flood(size_t count)
{
    std::string batch;
    for (size_t number = 0; number < count; ++number) {
        batch += "{\"method\":\"notifications/progress\",\"n\":" + std::to_string(number) + "}\n";
        if (batch.size() > 60000)
            say(std::exchange(batch, {}));
    }
    say(batch);
    echo();
}

void noisyErrors(size_t megabytes)
{
    const std::string line = std::string(1023, 'e') + "\n";
    for (size_t count = 0; count < megabytes * 1024; ++count)
        put(STDERR_FILENO, line);
    put(STDERR_FILENO, "the last line\n");
    say("{\"answer\":1}\n");
    echo();
}

//! Leaves a child behind that holds stdout and stderr and, unless \a isPolite, ignores SIGTERM and SIGHUP.
//! With \a hasGroup it is in a process group of its own.
void grandchild(bool leaderStays, bool isPolite = false, bool hasGroup = false)
{
    // The grandchild inherits what it ignores. If it set that itself, a signal could come first.
    const auto handling = isPolite ? SIG_DFL : SIG_IGN;
    ::signal(SIGTERM, handling);
    ::signal(SIGHUP, handling);
    const pid_t id = ::fork();
    if (id == 0)
        sleepForEver();
    if (hasGroup)
        ::setpgid(id, id);
    ::signal(SIGTERM, SIG_DFL);
    ::signal(SIGHUP, SIG_DFL);
    say("{\"grandchild\":" + std::to_string(id) + "}\n");
    if (leaderStays)
        echo();
}

void dump()
{
    std::string json = "{\"environment\":\"";
    for (char **entry = environ; *entry; ++entry)
        json += std::string(*entry) + "|";
    json += "\",\"descriptors\":\"";
    DIR *folder = ::opendir("/proc/self/fd");
    while (const dirent *entry = ::readdir(folder)) {
        if (entry->d_name[0] != '.' && std::atoi(entry->d_name) != ::dirfd(folder))
            json += std::string(entry->d_name) + "|";
    }
    ::closedir(folder);
    sigset_t blocked;
    ::sigprocmask(SIG_SETMASK, nullptr, &blocked);
    struct sigaction pipeAction{};
    ::sigaction(SIGPIPE, nullptr, &pipeAction);
    const bool isClean = pipeAction.sa_handler == SIG_DFL && ::sigismember(&blocked, SIGTERM) == 0;
    json += std::string("\",\"signals\":\"") + (isClean ? "default" : "changed")
        + "\",\"group\":" + std::to_string(::getpgrp()) + ",\"session\":" + std::to_string(::getsid(0))
        + ",\"id\":" + std::to_string(::getpid()) + "}\n";
    std::replace(json.begin(), json.end(), '\\', '/');
    say(json);
    echo();
}

} // namespace

int main(int count, char **arguments)
{
    const std::string mode = count > 1 ? arguments[1] : "echo";
    const size_t size = count > 2 ? size_t(std::atol(arguments[2])) : 1;
    const std::map<std::string, std::function<void()>> modes{
        {"echo", echo},
        {"garbage", garbage},
        {"pieces", pieces},
        {"big", [size] { big(size), echo(); }},
        {"endless", endless},
        {"flood", [size] { flood(size); }},
        {"stderr", [size] { noisyErrors(size); }},
        {"stderr-endless-line", [] { put(STDERR_FILENO, std::string(300000, 'e')), say("{}\n"), echo(); }},
        {"deaf", [] { say("{\"ready\":1}\n"), sleepForEver(); }},
        {"grandchild", [] { grandchild(false); }},
        {"grandchild-stays", [] { grandchild(true); }},
        {"grandchild-group", [] { grandchild(true, false, true); }},
        {"grandchild-polite", [] { grandchild(true, true); }},
        {"stubborn", [] { ::signal(SIGTERM, SIG_IGN), say("{\"ready\":1}\n"), sleepForEver(); }},
        {"polite", [] { say("{\"ready\":1}\n"), sleepForEver(); }},
        {"exit-mid",
            [] {
                for (int line = 1; line <= 30; ++line)
                    put(STDERR_FILENO, "stderr line " + std::to_string(line) + "\n");
                put(STDERR_FILENO, "no newline");
                say("{\"whole\":1}\n{\"half\":");
                std::exit(7);
            }},
        {"crash", [] { say("{\"whole\":1}\n"), ::signal(SIGSEGV, SIG_DFL), ::raise(SIGSEGV); }},
        {"close-stdout", [] { say("{\"whole\":1}\n"), ::close(STDOUT_FILENO), sleepForEver(); }},
        {"close-stdin", [] { ::close(STDIN_FILENO), say("{\"whole\":1}\n"), sleepForEver(); }},
        {"dump", dump},
    };
    const auto found = modes.find(mode);
    if (found == modes.end())
        return 64;
    found->second();
    return 0;
}
