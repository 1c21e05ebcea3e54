// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sources/adapter.h"

#include <QCoreApplication>
#include <QTimer>

namespace Workbench {

//! A call that waits until the test, its stop token or the end of the connection settles it.
struct FakeCall {
    OperationSpec spec;
    Json input;
    CallContext context;
    QPromise<Result<HandlerResult>> promise;
    bool isSettled = false;

    void settle(const Result<HandlerResult> &result)
    {
        if (std::exchange(isSettled, true))
            return;
        promise.addResult(result);
        promise.finish();
    }
};

class FakeAdapter;
class FakeStream;

//! The peer behind the fake adapters: its answers, and the requests that it saw. It must outlive the
//! adapters.
struct FakePeer {
    Result<PeerInfo> handshake = PeerInfo{};
    std::optional<PeerInfo> handshakeAnyway; //!< the handshake when any version is accepted
    Result<Discovery> discovery = Discovery{};
    bool holdsOpen = false; //!< open() does not end before close()
    bool isStubborn = false; //!< close() is not answered
    bool holdsLists = false; //!< discover() does not end before releaseLists()
    bool forgetsCalls = false; //!< the end of the connection settles no call
    bool hasPeer = false; //!< AdapterFactory::hasPeer(): changed definitions need to be accepted
    bool answersAtOnce = true; //!< otherwise calls wait in `calls`
    Result<HandlerResult> answer = HandlerResult(Json::boolean(true));
    OperationFeatures features{}; //!< the features of every operation
    QStringList completed; //!< "member=text" of each requested completion
    Result<InputCompletion> completion = InputCompletion();
    std::function<Result<WirePreview>(const OperationSpec &spec, const Json &input)>
        previewer; //!< may be empty
    Json settingsSchema;
    std::optional<TrustFacts> facts;
    //! Returns the facts of a source. If empty, all sources have equal facts.
    std::function<TrustFacts(const Source &)> factsOf;
    SchemaDialect dialect = SchemaDialect::Draft2020_12;
    Result<void> settingsCheck;

    QList<Source> sources; //!< the sources for which adapters were created
    int created = 0;
    int opened = 0;
    int discovered = 0;
    int closed = 0;
    int deleted = 0;
    std::vector<std::shared_ptr<FakeCall>> calls;
    FakeStream *stream = nullptr; //!< the newest stream; null once it is deleted
    CallContext subscribed; //!< the context of the newest stream
    std::optional<Identity> identity; //!< the last identity that an adapter got
    FakeAdapter *adapter = nullptr; //!< the newest adapter; null once it is deleted
    std::vector<std::shared_ptr<QPromise<void>>> heldLists;

    void releaseLists()
    {
        holdsLists = false;
        for (const auto &list : std::exchange(heldLists, {}))
            list->finish();
    }
};

//! A stream whose items the test pushes.
class FakeStream : public ItemStream {
public:
    explicit FakeStream(std::shared_ptr<FakePeer> peer)
        : m_peer(std::move(peer))
    {
        m_peer->stream = this;
    }
    ~FakeStream() override
    {
        if (m_peer->stream == this)
            m_peer->stream = nullptr;
    }
    void start() override { isStarted = true; }
    void cancel() override
    {
        isCancelled = true;
        finish(EndReason::Cancelled);
    }
    void setReading(bool reading) override { readings.append(reading); }

    void push(const Json &value, const std::optional<SseFields> &sse = {})
    {
        Q_EMIT item({.value = value, .sse = sse});
    }
    void finish(EndReason reason, const Error &error = {}) { Q_EMIT ended(reason, error); }

    bool isStarted = false;
    bool isCancelled = false;
    QList<bool> readings;

private:
    std::shared_ptr<FakePeer> m_peer;
};

class FakeAdapter : public Adapter {
public:
    explicit FakeAdapter(std::shared_ptr<FakePeer> peer)
        : m_peer(std::move(peer))
        , m_opening(std::make_shared<Opening>())
    {
        ++m_peer->created;
        m_peer->adapter = this;
        m_opening->promise.start();
    }
    ~FakeAdapter() override
    {
        ++m_peer->deleted;
        if (m_peer->adapter == this)
            m_peer->adapter = nullptr;
        settleAll();
    }

    void acceptAnyVersion() override { m_opening->acceptsAny = true; }
    void setIdentity(const std::optional<Identity> &identity) override { m_peer->identity = identity; }
    Task<Result<PeerInfo>> open() override
    {
        ++m_peer->opened;
        if (!m_peer->holdsOpen)
            QMetaObject::invokeMethod(this, [this] { settleOpening(false); }, Qt::QueuedConnection);
        return awaitOpening(m_opening, m_peer);
    }
    Task<Result<Discovery>> discover() override
    {
        ++m_peer->discovered;
        return discoverLater(m_peer);
    }
    Task<Result<HandlerResult>> invoke(OperationSpec spec, Json input, CallContext context) override
    {
        auto call = std::make_shared<FakeCall>();
        call->spec = std::move(spec);
        call->input = std::move(input);
        call->context = std::move(context);
        call->promise.start();
        m_peer->calls.push_back(call);
        m_calls.push_back(call);
        if (m_peer->answersAtOnce)
            call->settle(m_peer->answer);
        return awaitCall(call);
    }
    Result<std::unique_ptr<ItemStream>> subscribe(OperationSpec, Json, CallContext context) override
    {
        m_peer->subscribed = std::move(context);
        return std::make_unique<FakeStream>(m_peer);
    }
    OperationFeatures featuresOf(const OperationSpec &) const override { return m_peer->features; }
    Task<Result<InputCompletion>> complete(
        OperationSpec, QString member, Json input, std::stop_token) override
    {
        m_peer->completed.append(member + QLatin1Char('=') + input.member(QStringView(member)).toString());
        return completeLater(m_peer);
    }
    Result<WirePreview> preview(const OperationSpec &spec, const Json &input) const override
    {
        if (m_peer->previewer)
            return m_peer->previewer(spec, input);
        WirePreview preview;
        preview.body = spec.id.name.toUtf8() + ' ' + input.toBytes();
        return preview;
    }
    void close() override
    {
        ++m_peer->closed;
        if (m_peer->isStubborn)
            return;
        settleAll();
        QMetaObject::invokeMethod(
            this,
            [this] {
                Q_EMIT closed({.kind = ErrorKind::Cancelled, .message = QStringLiteral("closed by us")});
            },
            Qt::QueuedConnection);
    }

    //! Ends the connection as if the peer had gone away.
    void die(const Error &reason)
    {
        settleCalls(reason);
        Q_EMIT closed(reason);
    }

private:
    static Error connectionEnded()
    {
        return {.kind = ErrorKind::Closed, .message = QStringLiteral("the fake connection ended")};
    }
    struct Opening {
        QPromise<void> promise;
        bool isSettled = false;
        bool isLost = false; //!< otherwise the handshake of the peer follows
        bool acceptsAny = false;
    };
    void settleOpening(bool isLost)
    {
        if (std::exchange(m_opening->isSettled, true))
            return;
        m_opening->isLost = isLost;
        m_opening->promise.finish();
    }
    void settleCalls(const Error &reason)
    {
        if (m_peer->forgetsCalls)
            return;
        for (const auto &call : m_calls)
            call->settle(std::unexpected(reason));
    }
    void settleAll()
    {
        settleOpening(true);
        settleCalls(connectionEnded());
    }
    static Task<Result<PeerInfo>> awaitOpening(
        std::shared_ptr<Opening> opening, std::shared_ptr<FakePeer> peer)
    {
        co_await opening->promise.future();
        if (opening->isLost)
            co_return std::unexpected(connectionEnded());
        if (opening->acceptsAny && peer->handshakeAnyway)
            co_return Result<PeerInfo>(*peer->handshakeAnyway);
        co_return Result<PeerInfo>(peer->handshake); // a copy: returning an lvalue moves from it
    }
    static QFuture<void> nextList(FakePeer &peer)
    {
        const auto later = std::make_shared<QPromise<void>>();
        later->start();
        if (peer.holdsLists)
            peer.heldLists.push_back(later);
        else
            QTimer::singleShot(0, QCoreApplication::instance(), [later] { later->finish(); });
        return later->future();
    }
    static Task<Result<Discovery>> discoverLater(std::shared_ptr<FakePeer> peer)
    {
        const QFuture<void> future = nextList(*peer);
        co_await future;
        co_return Result<Discovery>(peer->discovery); // a copy, as in open()
    }
    static Task<Result<InputCompletion>> completeLater(std::shared_ptr<FakePeer> peer)
    {
        co_return Result<InputCompletion>(peer->completion);
    }
    static Task<Result<HandlerResult>> awaitCall(std::shared_ptr<FakeCall> call)
    {
        const std::stop_callback stopped(call->context.cancellation, [call] {
            call->settle(
                std::unexpected(Error{.kind = ErrorKind::Cancelled, .message = QStringLiteral("stopped")}));
        });
        co_return co_await call->promise.future();
    }

    std::shared_ptr<FakePeer> m_peer;
    std::shared_ptr<Opening> m_opening;
    std::vector<std::shared_ptr<FakeCall>> m_calls;
};

//! The kind "fake": one peer behind all sources, or its own peer for each name in `peers`.
class FakeFactory : public AdapterFactory {
public:
    explicit FakeFactory(std::shared_ptr<FakePeer> peer)
        : m_peer(std::move(peer))
    {
    }
    QHash<QString, std::shared_ptr<FakePeer>> peers;
    SchemaDialect defaultDialect() const override { return m_peer->dialect; }
    bool hasPeer() const override { return m_peer->hasPeer; }

    QString kind() const override { return QStringLiteral("fake"); }
    QList<SourceKind> sourceKinds() const override
    {
        return {{.id = kind(),
            .kind = kind(),
            .title = QStringLiteral("Fake"),
            .subtitle = {},
            .icon = {},
            .settingsSchema = m_peer->settingsSchema}};
    }
    Result<void> check(const Source &source) const override { return peerOf(source)->settingsCheck; }
    std::optional<TrustFacts> trustFacts(const Source &source) const override
    {
        const auto peer = peerOf(source);
        return peer->factsOf ? peer->factsOf(source) : peer->facts;
    }
    std::unique_ptr<Adapter> create(const Source &source, const Limits &, ExchangeLog *) const override
    {
        peerOf(source)->sources.append(source);
        return std::make_unique<FakeAdapter>(peerOf(source));
    }

private:
    std::shared_ptr<FakePeer> peerOf(const Source &source) const { return peers.value(source.name, m_peer); }
    std::shared_ptr<FakePeer> m_peer;
};

inline OperationSpec fakeOperation(
    const QString &name, OperationType type = OperationType::Query, const Json &outputSchema = {})
{
    OperationSpec spec;
    spec.id.name = name;
    spec.type = type;
    spec.outputSchema = outputSchema;
    return spec;
}

} // namespace Workbench
