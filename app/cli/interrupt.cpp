// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/cli/interrupt.h"

#include <QSocketNotifier>

#include <array>
#include <csignal>
#include <fcntl.h>
#include <unistd.h>

namespace Workbench::Cli {

namespace {

std::array<int, 2> pipeEnds{-1, -1};
volatile std::sig_atomic_t hasCome = 0;

// A signal handler may only call async-signal-safe functions: it sets a flag and writes one byte to the pipe.
void onSignal(int)
{
    hasCome = 1;
    [[maybe_unused]] const ssize_t count = ::write(pipeEnds[1], "!", 1);
}

} // namespace

Interrupt::Interrupt(QObject *parent)
    : QObject(parent)
{
    if (::pipe2(pipeEnds.data(), O_CLOEXEC | O_NONBLOCK) != 0)
        qFatal("cannot create the pipe for signals");
    auto *const notifier = new QSocketNotifier(pipeEnds[0], QSocketNotifier::Read, this);
    connect(notifier, &QSocketNotifier::activated, this, [this] {
        std::array<char, 16> buffer{};
        while (::read(pipeEnds[0], buffer.data(), buffer.size()) > 0) { }
        Q_EMIT interrupted();
    });
    struct sigaction action = {};
    action.sa_handler = onSignal;
    sigemptyset(&action.sa_mask);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        sigaction(signal, &action, nullptr);
    struct sigaction ignore = {};
    ignore.sa_handler = SIG_IGN; // write() reports a closed pipe
    sigaction(SIGPIPE, &ignore, nullptr);
}

bool Interrupt::isPending()
{
    return hasCome != 0;
}

Interrupt::~Interrupt()
{
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        ::signal(signal, SIG_DFL);
    ::close(pipeEnds[0]);
    ::close(pipeEnds[1]);
}

} // namespace Workbench::Cli

#include "moc_interrupt.cpp"
