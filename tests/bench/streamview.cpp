// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Measures how the stream view keeps up with 100,000 events, as fast as they are accepted, through detection
// and validation into the shown table, while a timer of 5 ms beats. It fails only if events are lost.

#include "tests/support/pagefixture.h"
#include "ui/models/streammodel.h"
#include "ui/panes/streampane.h"
#include "ui/theme/rowtableview.h"
#include "ui/theme/workbenchstyle.h"

#include <QComboBox>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QLineEdit>
#include <QScrollBar>

#include <cstdio>
#include <ctime>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Ui;

namespace {

constexpr int events = 100'000;
constexpr int atOnce = 64; // events that a socket delivers in one turn: 8 KiB

struct Way {
    const char *name;
    int keepLast;
    bool scrolled;
    QString filter;
};

double threadMs()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return double(time.tv_sec) * 1e3 + double(time.tv_nsec) / 1e6;
}

//! Returns the milliseconds within which the share \a part of the beats followed the previous beat.
double share(const QList<double> &sorted, double part)
{
    return sorted.at(std::min(sorted.size() - 1, qsizetype(double(sorted.size()) * part)));
}

bool measure(const Way &way)
{
    PageFixture fixture;
    fixture.peer->discovery->operations[2].outputSchema = jsonLiteral(
        R"({"type":"object","properties":{"tick":{"type":"integer"},"at":{"type":"string"}},"required":["tick"]})");
    if (!fixture.connectSource())
        return false;
    const auto page = fixture.streamPage();
    StreamPane *pane = page->streamPane();
    auto *keep = child<QComboBox>(pane, u"keepLast"_s);
    keep->setCurrentIndex(keep->findData(way.keepLast));
    Q_EMIT keep->activated(keep->currentIndex());
    child<QLineEdit>(pane, u"streamFilter"_s)->setText(way.filter);

    QList<double> gaps;
    QList<double> computing; // CPU time of this thread between two beats, independent of other load
    double computed = threadMs();
    QElapsedTimer beat;
    QTimer heart;
    QObject::connect(&heart, &QTimer::timeout, [&] {
        gaps.append(double(beat.nsecsElapsed()) / 1e6);
        computing.append(threadMs() - std::exchange(computed, threadMs()));
        beat.start();
    });
    heart.setTimerType(Qt::PreciseTimer);
    heart.setInterval(5);

    int pushed = 0;
    QTimer source;
    QObject::connect(&source, &QTimer::timeout, [&] {
        const QList<bool> &readings = fixture.peer->stream->readings;
        if (!readings.isEmpty() && !readings.last())
            return; // asked to wait
        for (int i = 0; i < atOnce && pushed < events; ++i)
            fixture.peer->stream->push(Json::object({{u"tick"_s, Json::integer(++pushed)},
                {u"at"_s, Json::string(u"2026-05-18T12:03:21.114Z"_s)}}));
        if (way.scrolled && pane->view()->verticalScrollBar()->value() == 0 && pushed > 2000)
            pane->view()->verticalScrollBar()->setValue(1000);
        if (pushed == events)
            source.stop();
    });
    QElapsedTimer whole;
    whole.start();
    beat.start();
    heart.start();
    source.start(0);
    // qWaitFor() would sleep for 10 ms between two turns of the event loop.
    QEventLoop loop;
    QObject::connect(&heart, &QTimer::timeout, &loop, [&] {
        if (pane->model()->newest() == quint64(events))
            loop.quit();
    });
    QTimer::singleShot(120'000, &loop, &QEventLoop::quit);
    loop.exec();
    const bool arrived = pane->model()->newest() == quint64(events);
    const double seconds = double(whole.nsecsElapsed()) / 1e9;
    heart.stop();
    std::ranges::sort(gaps);
    std::ranges::sort(computing);
    std::printf("%-24s %8.0f events/s   beats %5lld   p50 %5.1f   p99 %5.1f   p99.9 %5.1f   max %5.1f ms"
                "   computing p99.9 %5.1f   max %5.1f ms\n",
        way.name, events / seconds, qlonglong(gaps.size()), share(gaps, 0.5), share(gaps, 0.99),
        share(gaps, 0.999), gaps.last(), share(computing, 0.999), computing.last());
    std::fflush(stdout);
    return arrived && (pane->model()->isFiltered() || pane->model()->rowCount() == way.keepLast);
}

} // namespace

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    QApplication::setStyle(new WorkbenchStyle(u"Fusion"_s));
    std::printf("stream view, %d events of 50 bytes; gaps between beats of a 5 ms timer\n", events);
    bool all = true;
    for (const Way &way :
        {Way{"keep 10,000, following", 10'000, false, {}}, Way{"keep 100,000, following", 100'000, false, {}},
            Way{"keep 100,000, reading", 100'000, true, {}},
            Way{"keep 100,000, filtered", 100'000, false, u"99"_s}})
        all = measure(way) && all;
    return all ? 0 : 1;
}
