// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Measures how soon the window can be used after it has read a large OpenAPI document: operations painted in
// the tree, a filter typed, an operation found by name and opened. It uses the clock of the event loop, while
// a timer of 5 ms beats. Usage: openapiview DOCUMENT [WORDS], where WORDS find an operation. It fails only if
// something does not appear.

#include "core/session/sessions.h"
#include "core/sources/openapi/openapiadapter.h"
#include "tests/support/heartbeat.h"
#include "ui/models/operationlistmodel.h"
#include "ui/models/sourcesmodel.h"
#include "ui/pages/operationpage.h"
#include "ui/panes/sourcespane.h"
#include "ui/theme/rowtreeview.h"
#include "ui/theme/workbenchstyle.h"
#include "ui/window/mainwindow.h"
#include "ui/window/topbar.h"

#include <QApplication>
#include <QEventLoop>
#include <QLineEdit>
#include <QTest>

#include <cstdio>

using namespace Qt::StringLiterals;
using namespace Workbench;
using namespace Workbench::Ui;

namespace {

//! Notes when a widget was last painted.
class PaintClock : public QObject {
public:
    explicit PaintClock(QWidget *widget)
    {
        widget->installEventFilter(this);
        clock.start();
    }
    bool eventFilter(QObject *, QEvent *event) override
    {
        if (event->type() == QEvent::Paint)
            QTimer::singleShot(0, this, [this] { paintedNs = clock.nsecsElapsed(); });
        return false;
    }

    QElapsedTimer clock;
    qint64 paintedNs = -1;
};

//! Runs the event loop until \a done. Returns false after 60 s.
bool turnUntil(const std::function<bool()> &done)
{
    QElapsedTimer limit;
    limit.start();
    while (!done() && limit.elapsed() < 60'000)
        QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
    return done();
}

//! Calls \a act. Returns the milliseconds until \a seen is true and the widget has been painted.
double timed(PaintClock &paint, const std::function<void()> &act, const std::function<bool()> &seen)
{
    const qint64 begin = paint.clock.nsecsElapsed();
    act();
    qint64 seenAt = -1;
    if (!turnUntil([&] {
            if (seenAt < 0 && seen())
                seenAt = paint.clock.nsecsElapsed();
            return seenAt >= 0 && paint.paintedNs >= begin;
        }))
        return -1;
    return double(std::max(seenAt, paint.paintedNs) - begin) / 1e6;
}

void print(const char *what, double ms, qint64 gap)
{
    std::printf("%-44s %8.1f ms   longest gap %4lld ms\n", what, ms, qlonglong(gap));
    std::fflush(stdout);
}

int run(const QString &document, const QString &typed, WorkbenchStyle *style)
{
    ExchangeLog exchanges;
    OperationRegistry registry;
    TrustStore trust;
    std::vector<std::unique_ptr<AdapterFactory>> factories;
    factories.push_back(std::make_unique<OpenApiFactory>());
    Sessions sessions(Sessions::Services{.registry = &registry,
        .exchanges = &exchanges,
        .trust = &trust,
        .limits = {},
        .factories = std::move(factories)});
    qint64 loadedNs = -1; // before the window is notified
    QElapsedTimer whole;
    whole.start();
    const auto hear = [&](const QString &) {
        if (loadedNs < 0 && !sessions.operationList(u"api"_s).isEmpty())
            loadedNs = whole.nsecsElapsed();
    };
    QObject::connect(&sessions, &Sessions::operationsChanged, &sessions, hear);
    MainWindow::Options options;
    options.remember = false;
    MainWindow window(&sessions, style, options);
    window.resize(1440, 900);
    window.show();
    if (!QTest::qWaitForWindowExposed(&window))
        return 1;
    SourcesPane *pane = window.sourcesPane();
    RowTreeView *tree = pane->view();
    PaintClock paint(tree->viewport());
    Test::Heartbeat heart;
    if (!sessions.addSource(
            {u"api"_s, u"openapi"_s, Json::object({{u"document"_s, Json::string(document)}})}))
        return 1;
    sessions.connectSource(u"api"_s);
    paint.clock.start();
    paint.paintedNs = -1;
    const qint64 offset = whole.nsecsElapsed();
    qint64 paintedNs = -1;
    const auto isListed = [&] {
        const QModelIndex source = tree->model()->index(0, 0);
        if (loadedNs >= 0 && tree->model()->rowCount(source) > 0 && paint.paintedNs + offset > loadedNs)
            paintedNs = paint.paintedNs + offset;
        return paintedNs >= 0 || sessions.state(u"api"_s).phase == SourceState::Phase::Failed;
    };
    if (!turnUntil(isListed) || paintedNs < 0) {
        std::printf("not listed: %s\n", qPrintable(sessions.state(u"api"_s).error.message));
        return 1;
    }
    const qsizetype operations = sessions.operationList(u"api"_s).size();
    std::printf("window over %s: %lld operations, listed after %.0f ms\n", qPrintable(document),
        qlonglong(operations), double(paintedNs) / 1e6);
    print("painted after loading ends", double(paintedNs - loadedNs) / 1e6, heart.longestGap());

    auto *field = window.findChild<QLineEdit *>(u"filterField"_s);
    const auto shownRows = [&] {
        int rows = 0;
        const QModelIndex source = tree->model()->index(0, 0);
        for (int group = 0; group < tree->model()->rowCount(source); ++group)
            rows += std::max(1, tree->model()->rowCount(tree->model()->index(group, 0, source)));
        return rows;
    };
    double worst = 0;
    heart.restart();
    const QStringList filters{typed.first(3), typed.chopped(3), typed, typed.first(2)};
    for (const QString &text : filters) {
        const int before = shownRows();
        const double ms = timed(paint, [&] { field->setText(text); }, [&] { return shownRows() != before; });
        if (ms < 0)
            return 1;
        worst = std::max(worst, ms);
    }
    print("filter typed, until the tree is painted", worst, heart.longestGap());
    field->clear();
    QTest::qWait(200);

    heart.restart();
    OperationListModel list(&sessions);
    QElapsedTimer search;
    worst = 0;
    for (qsizetype i = 0; i < typed.size(); ++i) {
        search.start();
        list.setFilterText(typed.first(i + 1));
        if (!turnUntil([&] { return !list.isSearching(); }))
            return 1;
        worst = std::max(worst, double(search.nsecsElapsed()) / 1e6);
    }
    print("go to: a letter, until the list is there", worst, heart.longestGap());

    heart.restart();
    const OperationId id = list.operationAt(0);
    if (id.isEmpty())
        return 1;
    search.start();
    const OperationPage *page = window.openOperation(id);
    QCoreApplication::processEvents();
    print("an operation opened, its schemas made", double(search.nsecsElapsed()) / 1e6, heart.longestGap());
    return page ? 0 : 1;
}

} // namespace

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    auto *style = new WorkbenchStyle(u"Fusion"_s);
    QApplication::setStyle(style);
    const QStringList arguments = QApplication::arguments();
    return run(arguments.value(1), arguments.value(2, u"issue comment"_s), style);
}
