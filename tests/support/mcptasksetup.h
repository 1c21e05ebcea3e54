// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sources/mcp/mcpadapter.h"
#include "tests/support/fakechannel.h"

#include <QTest>

#ifndef Q_MOC_RUN // moc reads some of the braces in the texts as code, and puts the test into this namespace
namespace Workbench::Test {

//! An MCP source over a channel without a wire, whose server runs the call of a tool as the task t1.
struct McpTaskSetup {
    void start()
    {
        limits = {};
        requests.offer({});
        capabilities = R"({"tools":{},"tasks":{"list":{},"cancel":{},"requests":{"tools":{"call":{}}}}})";
        calls = {R"({"task":)" + task("working") + '}'};
        states = {task("working", R"(,"statusMessage":"half")"), task("completed")};
        result = R"({"content":[{"type":"text","text":"done"}]})";
        failures = 0;
        callError.clear();
        cancelError.clear();
        resultFailures = 0;
        holdsResult = false;
        logLines.clear();
        extra = {};
        seen.clear();
        progress.clear();
        adapter.reset();
    }
    void connectWith(McpPin::Era era)
    {
        auto made = std::make_unique<FakeChannel>();
        channel = made.get();
        McpPlan plan;
        plan.pin = {era, {}};
        plan.client = {&requests, {}};
        limits.reconnectServerRetryMinMs = 1;
        adapter = std::make_unique<McpAdapter>(QStringLiteral("files"), std::move(made), plan, limits, &log);
        QObject::connect(adapter.get(), &Adapter::logged, adapter.get(),
            [this](const LogLine &line) { logLines.append(line.text); });
        channel->respond = [this](const McpOutgoing &outgoing) { return answer(outgoing); };
        QVERIFY(QCoro::waitFor(adapter->open()));
    }
    FakeChannel::Answers answer(const McpOutgoing &outgoing)
    {
        const QString method = FakeChannel::methodOf(outgoing);
        if (method == QLatin1StringView("initialize"))
            return {FakeChannel::resultFor(outgoing,
                R"({"protocolVersion":"2025-11-25","capabilities":)" + capabilities
                    + R"(,"serverInfo":{"name":"s"}})")};
        if (method == QLatin1StringView("server/discover"))
            return {FakeChannel::resultFor(outgoing,
                R"({"resultType":"complete","ttlMs":0,"cacheScope":"private","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}}})")};
        if (method == QLatin1StringView("tools/call") && !callError.isEmpty())
            return {FakeChannel::errorFor(outgoing, callError)};
        if (method == QLatin1StringView("tools/call"))
            return {FakeChannel::resultFor(
                outgoing, calls.isEmpty() ? QByteArray("{\"content\":[]}") : calls.takeFirst())};
        if (method == QLatin1StringView("tasks/get") && failures-- > 0) {
            Q_EMIT channel->sendFailed(outgoing.ticket,
                Error{
                    ErrorKind::Network, QStringLiteral("http.lost"), QStringLiteral("It was lost."), {}, {}});
            return {};
        }
        if (method == QLatin1StringView("tasks/get") && !states.isEmpty())
            return before(outgoing, FakeChannel::resultFor(outgoing, states.takeFirst()));
        if (method == QLatin1StringView("tasks/result") && resultFailures-- > 0) {
            Q_EMIT channel->sendFailed(outgoing.ticket,
                Error{
                    ErrorKind::Network, QStringLiteral("http.lost"), QStringLiteral("It was lost."), {}, {}});
            return {};
        }
        if (method == QLatin1StringView("tasks/result") && holdsResult) {
            waiting = outgoing;
            return before(outgoing, {});
        }
        if (method == QLatin1StringView("tasks/result"))
            return before(outgoing, FakeChannel::resultFor(outgoing, result));
        if (method == QLatin1StringView("tasks/cancel") && !cancelError.isEmpty())
            return {FakeChannel::errorFor(outgoing, cancelError)};
        if (method.startsWith(QLatin1StringView("tasks/")) && method != QLatin1StringView("tasks/get"))
            return {FakeChannel::resultFor(outgoing, R"({"resultType":"complete"})")};
        return {};
    }
    //! Returns the messages that \c extra gives for \a outgoing, followed by \a last.
    FakeChannel::Answers before(const McpOutgoing &outgoing, const QByteArray &last)
    {
        const FakeChannel::Answers first = extra ? extra(outgoing) : FakeChannel::Answers();
        return last.isEmpty() ? first : first + FakeChannel::Answers{last};
    }
    static QByteArray task(const QByteArray &status, const QByteArray &more = {})
    {
        QByteArray text(R"({"resultType":"complete","taskId":"t1","pollInterval":1,"status":")");
        return text.append(status).append('"').append(more).append('}');
    }
    Result<HandlerResult> call(
        const QByteArray &support = "optional", bool asTask = true, std::stop_token cancellation = {})
    {
        OperationSpec spec;
        spec.id.name = QStringLiteral("slow");
        spec.kind = QStringLiteral("tool");
        spec.definition =
            jsonLiteral(QByteArray(R"({"name":"slow","execution":{"taskSupport":")" + support + R"("}})"));
        CallContext context;
        context.exchangeId = QStringLiteral("x1");
        context.asTask = asTask;
        context.cancellation = std::move(cancellation);
        context.onTask = [this](const CallTask &one) { seen.append(one.status); };
        context.onProgress = [this](const Progress &one) { progress.append(one.value); };
        return QCoro::waitFor(adapter->invoke(spec, Json::emptyObject(), context));
    }
    static QString textOf(const Result<HandlerResult> &outcome)
    {
        const auto *plain = outcome ? std::get_if<ResponseEnvelope>(&*outcome) : nullptr;
        const auto *described = outcome ? std::get_if<DescribedEnvelope>(&*outcome) : nullptr;
        const Json data = plain ? plain->data : described ? described->envelope.data : Json();
        return data.at(0).member(QLatin1StringView("text")).toString();
    }
    Json sent(QStringView method) const
    {
        for (const McpOutgoing &one : channel->sent) {
            if (FakeChannel::methodOf(one) == method)
                return one.message.member(QLatin1StringView("params"));
        }
        return {};
    }

    Limits limits;
    PeerRequests requests;
    QByteArray capabilities;
    QList<QByteArray> calls; // answers to tools/call
    QList<QByteArray> states; // answers to tasks/get
    QByteArray result; // the result of tasks/result
    QByteArray callError; // "error" of tools/call, when not empty
    QByteArray cancelError; // "error" of tasks/cancel, when not empty
    int resultFailures = 0; // the number of tasks/result that fail before one succeeds
    bool holdsResult = false; // tasks/result gets no answer; it is kept in "waiting"
    McpOutgoing waiting;
    ExchangeLog log;
    QStringList logLines;
    int failures = 0; // the number of tasks/get that fail before one succeeds
    std::function<FakeChannel::Answers(const McpOutgoing &)> extra;
    QStringList seen;
    QList<double> progress;
    std::unique_ptr<McpAdapter> adapter;
    FakeChannel *channel = nullptr;
};

} // namespace Workbench::Test
#endif
