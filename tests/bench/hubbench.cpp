// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Measures the call protocol over a loopback WebSocket, with the other end in another process: echo calls per
// second compared with a bare Node echo, a stream of 100,000 events into the model of the stream view, and
// 1,000 subscriptions on one connection. It fails if an item is lost or out of order.
//   bench_hub NODE WSECHO FOLDER

#include "tests/bench/hubbench.h"

#include "app/wiring/composition.h"
#include "core/base/answers.h"
#include "core/hub/channeltarget.h"
#include "core/hub/pendingrequestmap.h"
#include "core/json/jsonparser.h"
#include "core/transport/websocket/websocketclient.h"
#include "ui/models/streammodel.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QTest>

#include <cstdio>
#include <ctime>
#include <malloc.h>

using namespace Qt::StringLiterals;
using namespace Workbench;

namespace {

constexpr int events = 100'000;
constexpr int subscriptions = 1000;
constexpr int rounds = 3;

//! Another process that prints its address. The destructor ends it.
class Other {
public:
    Other(const QString &program, const QStringList &arguments)
    {
        m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        m_process.start(program, arguments);
        while (!m_process.canReadLine() && m_process.waitForReadyRead(10'000)) { }
        address = QString::fromUtf8(m_process.readLine()).trimmed();
    }
    ~Other()
    {
        m_process.closeWriteChannel();
        if (!m_process.waitForFinished(500)) {
            m_process.kill();
            m_process.waitForFinished();
        }
    }
    Q_DISABLE_COPY_MOVE(Other)
    qint64 residentBytes() const
    {
        QFile file(u"/proc/%1/statm"_s.arg(m_process.processId()));
        const bool isOpen = file.open(QIODevice::ReadOnly);
        return isOpen ? file.readAll().split(' ').at(1).toLongLong() * 4096 : 0;
    }

    QString address;

private:
    QProcess m_process;
};

//! The end of a caller, such as a spoke or a client.
struct Caller {
    explicit Caller(const QString &address)
        : target(std::make_unique<WebSocketClient>(MessageEndpoint{u"bench"_s, QUrl(address)}, Limits()),
              ChannelTarget::Side::Client, {})
        , calls(&target, {})
    {
        target.open();
        isOpen = QTest::qWaitFor([this] { return target.state() == EventTarget::State::Open; }, 10'000);
    }
    ChannelTarget target;
    PendingRequestMap calls;
    bool isOpen = false;
};

struct Lanes {
    PendingRequestMap *calls;
    QString operation;
    int wanted;
    int begun = 0;
    int done = 0;
    int wrong = 0;
};

//! Makes one call after the other.
Task<void> runLane(std::shared_ptr<Lanes> lanes)
{
    while (lanes->begun < lanes->wanted) {
        const int number = lanes->begun++;
        CallRequest request{lanes->operation,
            Json::object({{u"n"_s, Json::integer(number)},
                {u"text"_s, Json::string(u"The quick brown fox jumps over the lazy dog."_s)}})};
        const Result<CallOutput> answer = co_await Answer(lanes->calls->call(std::move(request)));
        if (!answer || answer->envelope.data.member("n"_L1).toInteger() != number)
            ++lanes->wrong;
        ++lanes->done;
    }
}

//! Returns the echo calls per second, or 0 if a call failed.
double echoes(const QString &address, int flight, int count)
{
    Caller caller(address);
    if (!caller.isOpen)
        return 0;
    const auto lanes = std::make_shared<Lanes>(&caller.calls, u"bench.echo"_s, count);
    QElapsedTimer whole;
    whole.start();
    for (int i = 0; i < flight; ++i)
        QCoro::connect(runLane(lanes), &caller.target, [] { });
    QEventLoop loop;
    QTimer end;
    QObject::connect(&end, &QTimer::timeout, &loop, [&] {
        if (lanes->done == count || whole.elapsed() > 120'000)
            loop.quit();
    });
    end.start(2);
    loop.exec();
    const double seconds = double(whole.nsecsElapsed()) / 1e9;
    return lanes->done == count && lanes->wrong == 0 ? count / seconds : 0;
}

double nodeEchoes(const QStringList &node, const QString &address, int flight, int count)
{
    QProcess client;
    client.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    client.start(node.at(0),
        {node.at(1), node.at(2), u"client"_s, address, u"bench.echo"_s, QString::number(flight),
            QString::number(count)});
    client.waitForFinished(120'000);
    return client.readAllStandardOutput().trimmed().toDouble();
}

double median(QList<double> values)
{
    std::ranges::sort(values);
    return values.at(values.size() / 2);
}

bool measureEchoes(const QStringList &node, const QString &own)
{
    const Other bare(node.at(0), {node.at(1), node.at(2), u"serve"_s});
    const Other hub(own, {u"serve"_s});
    std::printf("| echo calls per second, median of %d | 1 in flight | 32 in flight | of the floor at 32 |\n"
                "| --- | ---: | ---: | ---: |\n",
        rounds);
    struct Row {
        const char *name;
        std::function<double(int flight, int count)> run;
        QList<double> one{}, many{};
    };
    Row rows[] = {
        {"floor: Node ws client, Node ws server",
            [&](int flight, int count) { return nodeEchoes(node, bare.address, flight, count); }},
        {"PendingRequestMap, Node ws server",
            [&](int flight, int count) { return echoes(bare.address, flight, count); }},
        {"PendingRequestMap, our hub",
            [&](int flight, int count) { return echoes(hub.address, flight, count); }},
        {"Node ws client, our hub",
            [&](int flight, int count) { return nodeEchoes(node, hub.address, flight, count); }},
    };
    for (int round = 0; round < rounds; ++round) {
        for (Row &row : rows) {
            row.one.append(row.run(1, 5'000));
            row.many.append(row.run(32, 40'000));
        }
    }
    bool all = true;
    const double floor = median(rows[0].many);
    for (const Row &row : rows) {
        const double many = median(row.many);
        std::printf("| %s | %.0f | %.0f | %.2f × |\n", row.name, median(row.one), many, many / floor);
        all = all && *std::ranges::min_element(row.one) > 0 && *std::ranges::min_element(row.many) > 0;
    }
    std::fflush(stdout);
    return all;
}

//! Returns the milliseconds within which the share \a part of the beats followed the previous beat.
double share(const QList<double> &sorted, double part)
{
    return sorted.at(std::min(sorted.size() - 1, qsizetype(double(sorted.size()) * part)));
}

double threadMs()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return double(time.tv_sec) * 1e3 + double(time.tv_nsec) / 1e6;
}

bool connectTo(App::Composition &composition, const QString &address)
{
    Sessions &sessions = composition.sessions();
    const Source source{u"hub"_s, u"hub"_s, Json::object({{u"url"_s, Json::string(address)}})};
    if (!sessions.addSource(source))
        return false;
    sessions.connectSource(source.name);
    return QTest::qWaitFor(
        [&] { return sessions.state(source.name).phase == SourceState::Phase::Ready; }, 10'000);
}

bool measureStream(const QString &own)
{
    const Other hub(own, {u"serve"_s});
    App::Composition composition({.rememberTrust = false});
    if (!connectTo(composition, hub.address))
        return false;
    const auto subscription = composition.sessions().subscribe({u"hub"_s, u"bench.ticks"_s},
        Json::object({{u"count"_s, Json::integer(events)}, {u"interval"_s, Json::integer(0)}}));
    Ui::StreamModel model;
    model.setSubscription(subscription.get());

    quint64 expected = 0;
    bool inOrder = true;
    QObject::connect(
        subscription.get(), &Subscription::itemsChanged, &model, [&](qsizetype added, qsizetype) {
            for (qsizetype i = subscription->count() - added; i < subscription->count(); ++i) {
                const StreamItem &item = subscription->at(i);
                const auto tick = item.outcome.envelope.data.member("tick"_L1).toInteger();
                inOrder = inOrder && item.sequence == ++expected && tick == qint64(expected);
            }
        });
    QList<double> gaps;
    QList<double> computing;
    double computed = threadMs();
    QElapsedTimer beat;
    QTimer heart;
    QObject::connect(&heart, &QTimer::timeout, [&] {
        gaps.append(double(beat.nsecsElapsed()) / 1e6);
        computing.append(threadMs() - std::exchange(computed, threadMs()));
        beat.start();
    });
    heart.setTimerType(Qt::PreciseTimer);
    const size_t before = mallinfo2().uordblks;
    QElapsedTimer whole;
    whole.start();
    beat.start();
    heart.start(5);
    QEventLoop loop;
    QObject::connect(subscription.get(), &Subscription::ended, &loop, &QEventLoop::quit);
    QTimer::singleShot(120'000, &loop, &QEventLoop::quit);
    loop.exec();
    const double seconds = double(whole.nsecsElapsed()) / 1e9;
    heart.stop();
    std::ranges::sort(gaps);
    std::ranges::sort(computing);
    const bool isWhole = model.newest() == quint64(events) && inOrder && expected == quint64(events)
        && subscription->endReason() == EndReason::Completed;
    std::printf("\n| a stream of %d events | |\n| --- | ---: |\n", events);
    std::printf("| events per second, into the model | %.0f |\n", events / seconds);
    std::printf("| all received, in order | %s |\n", isWhole ? "yes" : "NO");
    std::printf("| gap between beats of 5 ms, p50, p99, p99.9, max | %.1f, %.1f, %.1f, %.1f ms |\n",
        share(gaps, 0.5), share(gaps, 0.99), share(gaps, 0.999), gaps.last());
    std::printf("| computing between beats, p99.9, max | %.1f, %.1f ms |\n", share(computing, 0.999),
        computing.last());
    std::printf("| memory of the last %lld | %.1f MiB |\n", qlonglong(subscription->count()),
        double(mallinfo2().uordblks - before) / (1 << 20));
    const auto asked = composition.sessions().invoke({u"hub"_s, u"bench.waits"_s}, Json::emptyObject());
    QObject::connect(asked.get(), &Invocation::finished, &loop, &QEventLoop::quit);
    loop.exec();
    if (asked->result())
        std::printf(
            "| pauses of the producer | %s |\n", asked->result()->envelope.data.toBytes().constData());
    std::fflush(stdout);
    return isWhole;
}

bool measureSubscriptions(const QString &own)
{
    const Other hub(own, {u"serve"_s});
    App::Composition composition({.rememberTrust = false});
    if (!connectTo(composition, hub.address))
        return false;
    std::vector<std::unique_ptr<Subscription>> all;
    all.reserve(subscriptions);
    // All subscriptions start at once, and stay.
    const Json input =
        Json::object({{u"count"_s, Json::integer(1'000'000)}, {u"interval"_s, Json::integer(1000)}});
    const size_t before = mallinfo2().uordblks;
    const qint64 hubBefore = hub.residentBytes();
    QElapsedTimer whole;
    whole.start();
    for (int i = 0; i < subscriptions; ++i)
        all.push_back(composition.sessions().subscribe({u"hub"_s, u"bench.ticks"_s}, input));
    const bool arrived = QTest::qWaitFor(
        [&] { return std::ranges::all_of(all, [](const auto &each) { return each->count() > 0; }); }, 30'000);
    const qint64 tookMs = whole.elapsed();
    const auto each = [](double bytes) { return bytes / subscriptions / 1024; };
    std::printf("\n| %d subscriptions on one connection | |\n| --- | ---: |\n", subscriptions);
    std::printf("| time until each has its first event (sent after 1 s) | %lld ms |\n", qlonglong(tookMs));
    std::printf("| memory per subscription, in the client | %.1f KiB |\n",
        each(double(mallinfo2().uordblks - before)));
    std::printf("| memory per subscription, in the hub (resident) | %.1f KiB |\n",
        each(double(hub.residentBytes() - hubBefore)));
    std::fflush(stdout);
    return arrived;
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.size() == 2 && arguments.at(1) == "serve"_L1)
        return serveBench();
    if (arguments.size() != 4)
        return 2;
    const QString own = QCoreApplication::applicationFilePath();
    const bool echoed = measureEchoes(arguments.mid(1), own);
    const bool streamed = measureStream(own);
    const bool subscribed = measureSubscriptions(own);
    return echoed && streamed && subscribed ? 0 : 1;
}
