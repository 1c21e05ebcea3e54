// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/json/jsonparser.h"
#include "core/sources/mcp/mcpfactory.h"

#include <QDir>
#include <QSignalSpy>
#include <QTest>

namespace Workbench {

//! A source that is opened through the factory, as the session layer does, and its discovery.
class PeerSession {
public:
    explicit PeerSession(const Json &settings)
        : adapter(
              McpFactory().create({QStringLiteral("peer"), QStringLiteral("mcp"), settings}, Limits(), &log))
    {
    }
    ~PeerSession()
    {
        QSignalSpy closed(adapter.get(), &Adapter::closed);
        adapter->close();
        if (closed.isEmpty())
            closed.wait(Test::patience);
    }
    Result<PeerInfo> open() { return QCoro::waitFor(adapter->open()); }
    Result<Discovery> discover() { return QCoro::waitFor(adapter->discover()); }
    Result<HandlerResult> call(const QString &tool, const QByteArray &arguments, CallContext context = {})
    {
        OperationSpec spec;
        spec.id.name = tool;
        spec.kind = QStringLiteral("tool");
        return QCoro::waitFor(adapter->invoke(spec, jsonLiteral(arguments), std::move(context)));
    }
    //! Returns how many messages with this label Wire has.
    int noted(QStringView label) const
    {
        int count = 0;
        for (qsizetype i = 0; i < log.frameCount(); ++i)
            count += log.frameAt(i).label == label ? 1 : 0;
        return count;
    }

    ExchangeLog log;
    std::unique_ptr<Adapter> adapter;
};

inline QString peerScript(const QString &path)
{
    return QStringLiteral(PEERS_FOLDER "/node_modules/") + path;
}

inline const OperationSpec *findOperation(const Discovery &discovery, QStringView name)
{
    const auto found = std::ranges::find_if(
        discovery.operations, [name](const OperationSpec &spec) { return spec.id.name == name; });
    return found == discovery.operations.end() ? nullptr : &*found;
}

//! Tests the official "everything" server over the transport of \a session.
inline void exerciseEverything(PeerSession &session)
{
    using namespace Qt::StringLiterals;
    const Result<PeerInfo> peer = session.open();
    QVERIFY2(peer, peer ? "" : qPrintable(peer.error().message + u'\n' + peer.error().detail));
    QCOMPARE(peer->name, u"mcp-servers/everything"_s);
    QCOMPARE(peer->protocol, u"MCP 2025-11-25"_s);
    QVERIFY(!peer->instructions.isEmpty());

    const Result<Discovery> discovery = session.discover();
    QVERIFY2(discovery, discovery ? "" : qPrintable(discovery.error().message));
    QCOMPARE(discovery->incompleteReason, QString());
    const OperationSpec *echo = findOperation(*discovery, u"echo");
    QVERIFY(echo);
    QVERIFY(echo->tags.contains(u"read-only"_s));
    QVERIFY(findOperation(*discovery, u"get-structured-content")->outputSchema.isObject());
    QVERIFY(std::ranges::any_of(
        discovery->operations, [](const OperationSpec &spec) { return spec.group == "resources"_L1; }));
    QVERIFY(std::ranges::any_of(
        discovery->operations, [](const OperationSpec &spec) { return spec.group == "prompts"_L1; }));

    const auto echoed = session.call(u"echo"_s, R"({"message":"grüße 🎉"})");
    QVERIFY2(echoed, echoed ? "" : qPrintable(echoed.error().message));
    QCOMPARE(
        std::get<ResponseEnvelope>(*echoed).data.at(0).member("text"_L1).toString(), u"Echo: grüße 🎉"_s);

    const auto structured = session.call(u"get-structured-content"_s, R"({"location":"Chicago"})");
    QVERIFY(structured);
    QVERIFY(std::get<ResponseEnvelope>(*structured).data.member("temperature"_L1).isNumber());

    const auto wrong = session.call(u"get-sum"_s, R"({"a":"x"})");
    QVERIFY2(wrong ? std::get<ResponseEnvelope>(*wrong).isError() : wrong.error().kind == ErrorKind::Remote,
        "bad arguments are refused");

    QList<double> progress;
    CallContext slow;
    slow.onProgress = [&progress](const Progress &one) { progress.append(one.value); };
    const auto report =
        session.call(u"trigger-long-running-operation"_s, R"({"duration":1,"steps":4})", slow);
    QVERIFY2(report, report ? "" : qPrintable(report.error().message));
    QVERIFY2(progress.size() >= 3, qPrintable(QString::number(progress.size())));
    QVERIFY(std::ranges::is_sorted(progress));

    std::stop_source stop;
    CallContext cancelled;
    cancelled.cancellation = stop.get_token();
    cancelled.onProgress = [&stop](const Progress &) { stop.request_stop(); };
    const auto ended =
        session.call(u"trigger-long-running-operation"_s, R"({"duration":30,"steps":60})", cancelled);
    QVERIFY(!ended);
    QCOMPARE(ended.error().kind, ErrorKind::Cancelled);
    QVERIFY(session.call(u"echo"_s, R"({"message":"still here"})"));

    const OperationSpec *resource = nullptr;
    const OperationSpec *prompt = nullptr;
    for (const OperationSpec &spec : discovery->operations) {
        if (!resource && spec.kind == "resource"_L1)
            resource = &spec;
        if (spec.id.name == "prompt:simple-prompt"_L1)
            prompt = &spec;
    }
    QVERIFY(resource && prompt);
    const auto contents = QCoro::waitFor(session.adapter->invoke(*resource, Json::emptyObject(), {}));
    QVERIFY2(contents, contents ? "" : qPrintable(contents.error().message));
    QVERIFY(std::get<ResponseEnvelope>(*contents).data.at(0).member("uri"_L1).isString());
    const auto messages = QCoro::waitFor(session.adapter->invoke(*prompt, Json::emptyObject(), {}));
    QVERIFY2(messages, messages ? "" : qPrintable(messages.error().message));
    QVERIFY(std::get<ResponseEnvelope>(*messages).data.member("messages"_L1).size() > 0);
}

//! Tests completion that depends on another argument and updates of a resource, with the "everything"
//! server.
inline void exerciseResources(PeerSession &session)
{
    using namespace Qt::StringLiterals;
    const Result<PeerInfo> peer = session.open();
    QVERIFY2(peer, peer ? "" : qPrintable(peer.error().message + u'\n' + peer.error().detail));
    const Result<Discovery> discovery = session.discover();
    QVERIFY2(discovery, discovery ? "" : qPrintable(discovery.error().message));

    const OperationSpec *prompt = findOperation(*discovery, u"prompt:completable-prompt");
    QVERIFY(prompt && session.adapter->featuresOf(*prompt).completes);
    const auto complete = [&session, prompt](const QString &member, const QByteArray &input) {
        const Result<InputCompletion> found =
            QCoro::waitFor(session.adapter->complete(*prompt, member, jsonLiteral(input), {}));
        return found ? found->values : QStringList{found.error().message};
    };
    QCOMPARE(complete(u"department"_s, R"({"department":"S"})"), (QStringList{u"Sales"_s, u"Support"_s}));
    QCOMPARE(complete(u"name"_s, R"({"department":"Sales","name":"D"})"), QStringList{u"David"_s});
    QCOMPARE(complete(u"name"_s, R"({"department":"Support","name":"D"})"), QStringList());

    const OperationSpec *pattern =
        findOperation(*discovery, u"template:demo://resource/dynamic/text/{resourceId}");
    QVERIFY(pattern && session.adapter->featuresOf(*pattern).watches);
    auto stream = session.adapter->subscribe(*pattern, jsonLiteral(R"({"resourceId":"7"})"), {});
    QVERIFY(stream);
    QSignalSpy items(stream->get(), &ItemStream::item);
    QSignalSpy ended(stream->get(), &ItemStream::ended);
    (*stream)->start();
    QTRY_COMPARE(session.noted(u"result of resources/subscribe"), 1);
    QVERIFY(session.call(u"toggle-subscriber-updates"_s, "{}"));
    QTRY_VERIFY(!items.isEmpty());
    const auto value = items.first().first().value<StreamValue>();
    const QByteArray update = R"({"uri":"demo://resource/dynamic/text/7"})";
    QCOMPARE(std::get<ResponseEnvelope>(value.value).data.toBytes(), update);
    (*stream)->cancel();
    QCOMPARE(ended.size(), 1);
    QTRY_COMPARE(session.noted(u"result of resources/unsubscribe"), 1);
}

//! Tests the log, a task that is cancelled, and a resource that a call adds, with the "everything" server.
//! The settings of \a session have the log level "debug".
inline void exerciseTasks(PeerSession &session)
{
    using namespace Qt::StringLiterals;
    const Result<PeerInfo> peer = session.open();
    QVERIFY2(peer, peer ? "" : qPrintable(peer.error().message + u'\n' + peer.error().detail));
    const Result<Discovery> discovery = session.discover();
    QVERIFY2(discovery, discovery ? "" : qPrintable(discovery.error().message));

    QSignalSpy lines(session.adapter.get(), &Adapter::logged);
    QVERIFY(session.call(u"toggle-simulated-logging"_s, "{}"));
    QTRY_VERIFY(std::ranges::any_of(lines, [](const QList<QVariant> &line) {
        return line.first().value<LogLine>().origin.startsWith("server log"_L1);
    }));

    const OperationSpec *research = findOperation(*discovery, u"simulate-research-query");
    const OperationSpec *list = findOperation(*discovery, u"tasks/list");
    QVERIFY(research && list);
    std::stop_source stop;
    QString id; // of the task
    CallContext context;
    context.exchangeId = u"x1"_s;
    context.cancellation = stop.get_token();
    context.onTask = [&stop, &id](const CallTask &task) {
        id = task.id;
        stop.request_stop();
    };
    const auto ended =
        QCoro::waitFor(session.adapter->invoke(*research, jsonLiteral(R"({"topic":"tides"})"), context));
    QVERIFY(!ended);
    QCOMPARE(ended.error().kind, ErrorKind::Cancelled);
    QVERIFY(!id.isEmpty());
    const auto state = [&session, list, &id] {
        const auto listed = QCoro::waitFor(session.adapter->invoke(*list, Json::emptyObject(), {}));
        const Json tasks = listed ? envelopeOf(*listed)->data.member("tasks"_L1) : Json();
        for (const Json &task : tasks.items()) {
            if (task.member("taskId"_L1).toString() == id)
                return task.member("status"_L1).toString();
        }
        return QString();
    };
    QTRY_COMPARE(state(), u"cancelled"_s);

    QSignalSpy changed(session.adapter.get(), &Adapter::operationsChanged);
    const auto zipped = session.call(u"gzip-file-as-resource"_s,
        R"({"name":"a.gz","data":"data:text/plain;base64,aGk=","outputType":"resourceLink"})");
    QVERIFY2(zipped, zipped ? "" : qPrintable(zipped.error().message));
    const QString uri = envelopeOf(*zipped)->data.at(0).member("uri"_L1).toString();
    QVERIFY2(!uri.isEmpty(), envelopeOf(*zipped)->toJson().toBytes().constData());
    QTRY_VERIFY(!changed.isEmpty());
    const Result<Discovery> now = session.discover();
    QVERIFY2(now, now ? "" : qPrintable(now.error().message));
    const OperationSpec *added = findOperation(*now, QString(u"resource:"_s + uri));
    QVERIFY(added);
    const auto content = QCoro::waitFor(session.adapter->invoke(*added, Json::emptyObject(), {}));
    QVERIFY2(content, content ? "" : qPrintable(content.error().message));
    QVERIFY(!envelopeOf(*content)->data.at(0).member("blob"_L1).toString().isEmpty());
}

} // namespace Workbench
