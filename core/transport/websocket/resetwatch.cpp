// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/websocket/resetwatch.h"

#ifdef __linux__
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>
#endif

namespace Workbench {

#ifdef __linux__

ResetWatch::ResetWatch(qintptr socketDescriptor)
    : m_copy(socketDescriptor < 0 ? -1 : ::fcntl(int(socketDescriptor), F_DUPFD_CLOEXEC, 3))
{
}

ResetWatch::~ResetWatch()
{
    if (m_copy >= 0)
        ::close(m_copy);
}

bool ResetWatch::wasReset() const
{
    tcp_info information{};
    socklen_t size = sizeof information;
    const bool isKnown = m_copy >= 0 && ::getsockopt(m_copy, IPPROTO_TCP, TCP_INFO, &information, &size) == 0;
    return isKnown && information.tcpi_state == TCP_CLOSE;
}

#else

ResetWatch::ResetWatch(qintptr) { }
ResetWatch::~ResetWatch() = default;

bool ResetWatch::wasReset() const
{
    return false;
}

#endif

} // namespace Workbench
