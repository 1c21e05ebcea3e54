// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/serving/demoserver.h"

#include <QEventLoop>
#include <QSocketNotifier>

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <unistd.h>

namespace Workbench {

namespace {

constexpr int inputDescriptor = 0;
constexpr int outputDescriptor = 1;
constexpr qsizetype pieceSize = 64 * 1024;

} // namespace

int serveOverStdio(DemoServer &server)
{
    ::signal(SIGPIPE, SIG_IGN); // a reader that went away is an error of write(), not the end of the process
    QEventLoop loop;
    QByteArray pending;
    bool outputFailed = false;

    // Writing blocks until the client reads; a server of one client has nothing else to do meanwhile.
    QObject::connect(&server, &DemoServer::send, &loop, [&](const QByteArray &line) {
        const QByteArray bytes = line + '\n';
        for (qsizetype done = 0; done < bytes.size() && !outputFailed;) {
            const ssize_t written =
                ::write(outputDescriptor, bytes.constData() + done, size_t(bytes.size() - done));
            if (written > 0)
                done += written;
            else if (errno != EINTR)
                outputFailed = true;
        }
        if (outputFailed)
            loop.quit();
    });

    QSocketNotifier notifier(inputDescriptor, QSocketNotifier::Read);
    QObject::connect(&notifier, &QSocketNotifier::activated, &loop, [&] {
        QByteArray piece(pieceSize, Qt::Uninitialized);
        const ssize_t count = ::read(inputDescriptor, piece.data(), size_t(piece.size()));
        if (count < 0 && (errno == EINTR || errno == EAGAIN))
            return;
        if (count <= 0) {
            notifier.setEnabled(false);
            loop.quit();
            return;
        }
        qsizetype searchFrom = pending.size();
        pending.append(piece.constData(), count);
        qsizetype start = 0;
        for (qsizetype end = 0; (end = pending.indexOf('\n', searchFrom)) >= 0; searchFrom = start) {
            server.receive(pending.sliced(start, end - start));
            start = end + 1;
        }
        pending.remove(0, start);
    });
    loop.exec();
    return outputFailed ? 1 : 0;
}

} // namespace Workbench
