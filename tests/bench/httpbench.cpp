// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Measures GET calls per second on kept connections to a Node server on loopback, compared with undici in the
// same run. It fails only if an answer is wrong.
//   bench_http NODE HTTPBENCH

#include "core/transport/http/httpclient.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QProcess>

#include <cstdio>

using namespace Qt::StringLiterals;
using namespace Workbench;

namespace {

constexpr int httpCalls = 10'000;
constexpr int httpRounds = 3;

//! Sends \a count requests, \a flight at a time. Returns the calls per second, or 0 if an answer is wrong.
double measured(HttpClient &client, const QUrl &url, int flight, int count)
{
    QEventLoop loop;
    int begun = 0;
    int done = 0;
    bool isRight = true;
    std::function<void()> ask = [&] {
        if (begun++ >= count)
            return;
        HttpRequest request;
        request.url = url;
        client.fetch(std::move(request)).then(&client, [&](const Result<HttpClient::Whole> &whole) {
            isRight = isRight && whole && whole->body.startsWith("{\"data\":");
            if (++done == count)
                loop.quit();
            else
                ask();
        });
    };
    QElapsedTimer timer;
    timer.start();
    for (int each = 0; each < flight; ++each)
        ask();
    loop.exec();
    return isRight ? count / (double(timer.nsecsElapsed()) / 1e9) : 0;
}

double measuredUndici(const QStringList &command, const QUrl &url, int flight)
{
    QProcess process;
    process.start(command.first(),
        {command.at(1), u"client"_s, url.toString(), QString::number(flight), QString::number(httpCalls)});
    process.waitForFinished(60'000);
    return process.readAllStandardOutput().trimmed().toDouble();
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    const QStringList command = QCoreApplication::arguments().mid(1);
    QProcess server;
    server.start(command.first(), {command.at(1), u"serve"_s});
    while (!server.canReadLine() && server.waitForReadyRead(10'000)) { }
    const QUrl url(QString::fromUtf8(server.readLine()).trimmed());
    std::printf("| HTTP, GET on kept connections | workbench, calls/s | undici, calls/s | workbench is |\n");
    std::printf("| --- | ---: | ---: | ---: |\n");
    bool isRight = true;
    for (const int flight : {1, 32}) {
        HttpClient client(u"bench"_s, {});
        measured(client, url, flight, 500); // opens the connections
        double ours = 0;
        double theirs = 0;
        for (int round = 0; round < httpRounds; ++round) {
            ours = std::max(ours, measured(client, url, flight, httpCalls));
            theirs = std::max(theirs, measuredUndici(command, url, flight));
        }
        isRight = isRight && ours > 0 && theirs > 0;
        std::printf("| %d in flight | %.0f | %.0f | %.2f × as fast |\n", flight, ours, theirs, ours / theirs);
    }
    server.closeWriteChannel();
    server.waitForFinished(2000);
    return isRight ? 0 : 1;
}
