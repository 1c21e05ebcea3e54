// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Measures calls of a trivial MCP tool per second, over stdio and over Streamable HTTP, compared with the
// client of the TypeScript SDK against the same server. It fails if an answer is wrong or missing, never for
// a time.
//   bench_mcp NODE MCPBENCH FOLDER

#include "core/json/jsonparser.h"
#include "core/sources/mcp/mcpfactory.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QProcess>
#include <QTimer>

#include <cstdio>

using namespace Qt::StringLiterals;
using namespace Workbench;

namespace {

constexpr int rounds = 7; // the best counts, because other load only slows a round down
constexpr int patienceMs = 120'000;

struct Lanes {
    Adapter *adapter;
    OperationSpec tool;
    int wanted = 0;
    int begun = 0;
    int done = 0;
    int wrong = 0;
    QEventLoop *loop = nullptr;
};

QString textOf(const Result<HandlerResult> &result)
{
    const auto *envelope = result ? std::get_if<ResponseEnvelope>(&*result) : nullptr;
    return envelope ? envelope->data.at(0).member("text"_L1).toString() : QString();
}

//! Makes one call after the other.
Task<void> runLane(std::shared_ptr<Lanes> lanes)
{
    while (lanes->begun < lanes->wanted) {
        const int number = lanes->begun++;
        const Result<HandlerResult> result = co_await lanes->adapter->invoke(
            lanes->tool, Json::object({{u"n"_s, Json::integer(number)}}), CallContext());
        if (textOf(result) != QString::number(number))
            ++lanes->wrong;
        if (++lanes->done == lanes->wanted)
            lanes->loop->quit();
    }
}

//! Returns the calls per second, or 0 if a call failed.
double run(Adapter *adapter, const OperationSpec &tool, int flight, int count)
{
    QEventLoop loop;
    const auto lanes = std::make_shared<Lanes>(adapter, tool, count);
    lanes->loop = &loop;
    QTimer::singleShot(patienceMs, &loop, &QEventLoop::quit);
    QElapsedTimer whole;
    whole.start();
    for (int i = 0; i < flight; ++i)
        QCoro::connect(runLane(lanes), adapter, [] { });
    loop.exec();
    const double seconds = double(whole.nsecsElapsed()) / 1e9;
    return lanes->done == count && lanes->wrong == 0 ? count / seconds : 0;
}

double ourCalls(const Json &settings, int flight, int count)
{
    ExchangeLog log;
    const std::unique_ptr<Adapter> adapter =
        McpFactory().create({u"bench"_s, u"mcp"_s, settings}, Limits(), &log);
    const Result<PeerInfo> peer = QCoro::waitFor(adapter->open());
    const Result<Discovery> found =
        peer ? QCoro::waitFor(adapter->discover()) : Result<Discovery>(std::unexpected(peer.error()));
    if (!found || found->operations.isEmpty()) {
        std::fprintf(stderr, "%s\n", found ? "no tool is listed" : qPrintable(found.error().message));
        return 0;
    }
    if (run(adapter.get(), found->operations.first(), flight, count / 10) <= 0) // warm-up
        return 0;
    return run(adapter.get(), found->operations.first(), flight, count);
}

double sdkCalls(const QStringList &node, const QString &where, int flight, int count)
{
    QProcess client;
    client.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    client.start(node.at(0),
        {node.at(1), u"client"_s, node.at(2), where, QString::number(flight), QString::number(count)});
    client.waitForFinished(patienceMs);
    return client.readAllStandardOutput().trimmed().toDouble();
}

//! Measures \a ours and \a theirs in turns, and prints a row.
bool compare(const char *name, const std::function<double()> &ours, const std::function<double()> &theirs)
{
    QList<double> our;
    QList<double> their;
    for (int round = 0; round < rounds; ++round) {
        our.append(ours());
        their.append(theirs());
    }
    const double ourBest = std::ranges::max(our);
    const double theirBest = std::ranges::max(their);
    std::printf("| %s | %.0f | %.0f | %.2f × |\n", name, ourBest, theirBest, ourBest / theirBest);
    std::fflush(stdout);
    return std::ranges::min(our) > 0 && std::ranges::min(their) > 0;
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    const QStringList node = QCoreApplication::arguments().mid(1);
    if (node.size() != 3) {
        std::fputs("bench_mcp NODE MCPBENCH FOLDER\n", stderr);
        return 2;
    }
    QProcess server;
    server.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    server.start(node.at(0), {node.at(1), u"http"_s});
    while (!server.canReadLine() && server.waitForReadyRead(10'000)) { }
    const QString url = QString::fromUtf8(server.readLine()).trimmed();
    const Json http = Json::object({{u"url"_s, Json::string(url)}});
    const Json stdio = Json::object({{u"command"_s, Json::string(node.at(0))},
        {u"args"_s, Json::array(QList<Json>{Json::string(node.at(1)), Json::string(u"stdio")})}});
    std::printf(
        "| calls per second, best of %d | workbench | SDK | workbench is |\n| --- | ---: | ---: | ---: |\n",
        rounds);
    bool all = true;
    struct Row {
        const char *name;
        const Json &settings;
        QString where;
        int flight;
        int count;
    };
    const Row rows[] = {{"stdio, 1 in flight", stdio, u"stdio"_s, 1, 5'000},
        {"stdio, 32 in flight", stdio, u"stdio"_s, 32, 20'000}, {"HTTP, 1 in flight", http, url, 1, 2'000},
        {"HTTP, 32 in flight", http, url, 32, 5'000}};
    for (const Row &row : rows) {
        all = compare(
                  row.name, [&] { return ourCalls(row.settings, row.flight, row.count); },
                  [&] { return sdkCalls(node, row.where, row.flight, row.count); })
            && all;
    }
    server.closeWriteChannel();
    server.waitForFinished();
    return all ? 0 : 1;
}
