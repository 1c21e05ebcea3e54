// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Measures how a result of 64 MiB is shown as tree, text and table for the first time: the time until the
// view is filled, and the longest CPU time of the GUI thread for one event. It fails only if a view stays
// empty.

#include "core/json/jsonparser.h"
#include "tests/support/heartbeat.h"
#include "ui/models/tablemodel.h"
#include "ui/panes/datapane.h"
#include "ui/text/textview.h"
#include "ui/theme/workbenchstyle.h"

#include <QApplication>
#include <QTest>

#include <cstdio>
#include <ctime>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Ui;

namespace {

qint64 threadTime()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return qint64(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

//! Measures each event that the GUI thread handles.
class Application : public QApplication {
public:
    using QApplication::QApplication;
    bool notify(QObject *receiver, QEvent *event) override
    {
        if (m_depth++ == 0)
            m_begin = threadTime();
        const bool handled = QApplication::notify(receiver, event);
        if (--m_depth == 0)
            longest = std::max(longest, threadTime() - m_begin);
        return handled;
    }
    qint64 longest = 0;

private:
    int m_depth = 0;
    qint64 m_begin = 0;
};

QByteArray records(qsizetype bytes, bool nested)
{
    QByteArray text(nested ? R"({"total":1,"issues":[)" : "[");
    for (qsizetype i = 0; text.size() < bytes; ++i) {
        text += (i > 0 ? ",{\"id\":" : "{\"id\":") + QByteArray::number(i)
            + R"(,"title":"The title of an issue, as long as they are","labels":["bug","ui"],"open":true,"author":{"name":"someone"}})";
    }
    return text + (nested ? "]}" : "]");
}

int run(Application &application)
{
    for (const bool nested : {false, true}) {
        const Json value = jsonLiteral(records(64 << 20, nested));
        DataPane pane;
        pane.resize(800, 600);
        pane.show();
        if (!QTest::qWaitForWindowExposed(&pane))
            return 1;
        const auto *table = pane.findChild<TableModel *>();
        struct Step {
            const char *name;
            std::function<void()> act;
            std::function<bool()> isDone;
        };
        const Step steps[] = {
            {"shown as tree",
                [&] { pane.setOutcome({localEnvelope(value, u"a.b"_s, 0), value, {}, 0, {}, {}}); },
                [] { return true; }},
            {"first switch to table", [&] { pane.setFace(DataPane::Face::Table); },
                [&] { return table->rowCount() >= TableModel::pageSize; }},
            {"first switch to text", [&] { pane.setFace(DataPane::Face::Text); },
                [&] {
                    return pane.textView()->document()
                        && pane.textView()->document()->bytes().size() > (64 << 20);
                }},
        };
        for (const Step &step : steps) {
            QTest::qWait(50);
            application.longest = 0;
            Test::Heartbeat heart;
            QElapsedTimer clock;
            clock.start();
            const qint64 begin = threadTime();
            step.act();
            const qint64 acted = threadTime() - begin;
            if (!QTest::qWaitFor(step.isDone, 30'000))
                return 1;
            const qint64 filled = clock.elapsed();
            QTest::qWait(100);
            std::printf("%-10s %-24s filled after %5lld ms, GUI thread busy for %6.2f ms at most, longest "
                        "gap %lld ms\n",
                nested ? "nested" : "an array", step.name, qlonglong(filled),
                double(std::max(acted, application.longest)) / 1e6, qlonglong(heart.longestGap()));
            std::fflush(stdout);
        }
    }
    return 0;
}

} // namespace

int main(int argc, char **argv)
{
    Application application(argc, argv);
    QApplication::setStyle(new WorkbenchStyle(u"Fusion"_s));
    return run(application);
}
