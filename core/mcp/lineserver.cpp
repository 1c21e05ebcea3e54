// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/mcp/lineserver.h"

#include "core/base/limits.h"
#include "core/mcp/stdiolines.h"

#include <QEventLoop>

namespace Workbench {

int serveOverStdio(LineServer &server)
{
    QEventLoop loop;
    StdioLines lines(Limits().stdioMessageBytes);
    bool hasEnded = false;
    const auto endWhenOut = [&] {
        if (hasEnded && lines.isIdle())
            loop.quit();
    };
    QObject::connect(&server, &LineServer::send, &lines, &StdioLines::send);
    QObject::connect(&lines, &StdioLines::line, &server, &LineServer::receive);
    QObject::connect(&lines, &StdioLines::failed, &loop, &QEventLoop::quit);
    QObject::connect(&lines, &StdioLines::idle, &loop, endWhenOut);
    QObject::connect(&lines, &StdioLines::inputEnded, &loop, [&] {
        hasEnded = true;
        endWhenOut();
    });
    lines.start();
    loop.exec();
    return lines.hasFailed() ? 1 : 0;
}

} // namespace Workbench

#include "moc_lineserver.cpp"
