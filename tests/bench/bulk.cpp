// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Prints how the window handles long lists and floods. It fails only if something cannot be measured.

#include "tests/support/bulksession.h"
#include "ui/theme/workbenchstyle.h"

#include <QApplication>
#include <QTextStream>

using namespace Workbench;
using namespace Workbench::Test;
using namespace Qt::StringLiterals;

namespace {

QTextStream &out()
{
    static QTextStream stream(stdout);
    return stream;
}

bool measureList(const QString &mode, qint64 count)
{
    BulkSession bulk(mode, count);
    bulk.pane->setExpandedKeys({u"bulk"_s, u"bulk/tools"_s});
    const qint64 before = residentMemory();
    resetPeakMemory();
    Heartbeat heartbeat;
    bulk.connectAndPaint();
    const qint64 gap = heartbeat.longestGap();
    if (bulk.state().operations != count)
        return false;
    heartbeat.restart();
    bulk.sessions->refreshSource(u"bulk"_s);
    QEventLoop loop;
    QObject::connect(bulk.sessions.get(), &Sessions::sourceChanged, &loop, &QEventLoop::quit);
    loop.exec();
    const qint64 refreshGap = heartbeat.longestGap();
    const qint64 grown = peakMemory() - before;
    heartbeat.restart();
    bulk.sessions->removeSource(u"bulk"_s);
    QTimer::singleShot(200, &loop, &QEventLoop::quit);
    loop.exec();
    out() << u"%L1 tools (%2): listed %3 ms and painted %4 ms after they were sent, longest gap %5 ms, "
             "while read again %6 ms, while removed %7 ms, peak +%8 MiB\n"_s.arg(count)
                 .arg(mode)
                 .arg(bulk.listedAfter)
                 .arg(bulk.paintedAfter)
                 .arg(gap)
                 .arg(refreshGap)
                 .arg(heartbeat.longestGap())
                 .arg(grown >> 20);
    return true;
}

bool measureFlood(qint64 count)
{
    BulkSession bulk(u"flood"_s, count);
    bulk.connectAndPaint();
    const qint64 before = residentMemory();
    resetPeakMemory();
    Heartbeat heartbeat;
    QElapsedTimer clock;
    clock.start();
    const auto call =
        bulk.sessions->invoke({u"bulk"_s, u"flood"_s}, Json::object({{u"city"_s, Json::string(u"x")}}));
    QEventLoop loop;
    QObject::connect(call.get(), &Invocation::finished, &loop, &QEventLoop::quit);
    loop.exec();
    if (!call->result())
        return false;
    out() << u"%L1 notifications: %2 ms, longest gap %3 ms, peak +%4 MiB\n"_s.arg(count)
                 .arg(clock.elapsed())
                 .arg(heartbeat.longestGap())
                 .arg((peakMemory() - before) >> 20);
    return true;
}

} // namespace

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    QApplication::setStyle(new Ui::WorkbenchStyle(u"Fusion"_s));
    const bool isGood = measureFlood(200'000) && measureList(u"tools"_s, 10'000)
        && measureList(u"tools"_s, 100'000) && measureList(u"equal"_s, 200'000);
    out().flush();
    return isGood ? 0 : 1;
}
