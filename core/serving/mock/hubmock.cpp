// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/serving/mock/hubmock.h"

#include "core/registry/delay.h"

#include <QPointer>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

Task<Result<HandlerResult>> settledMock(Result<HandlerResult> result)
{
    co_return result;
}

Error injectedCallError(const QString &code)
{
    return toError(
        CallError{code.isEmpty() ? QString(ErrorCode::executionError) : code, u"Injected error."_s, {}});
}

Task<Result<HandlerResult>> answerIn(MockTurn turn, std::stop_token cancellation)
{
    if (turn.wait.count() > 0 && !co_await delay(turn.wait, cancellation)) {
        co_return std::unexpected(
            Error{ErrorKind::Cancelled, u"call.cancelled"_s, u"The call was cancelled."_s});
    }
    if (turn.error)
        co_return std::unexpected(injectedCallError(*turn.error));
    if (!turn.fixture->error.isAbsent())
        co_return std::unexpected(replayedError(*turn.fixture));
    co_return replayedValue(turn.fixture->envelope);
}

//! Plays a fault that ends the connection. The call is never answered.
Task<Result<HandlerResult>> droppedIn(
    QPointer<HubMock> mock, MockTurn turn, QString connectionId, std::stop_token cancellation)
{
    std::ignore = co_await delay(turn.wait, cancellation);
    if (mock)
        Q_EMIT mock->dropAsked(connectionId);
    std::ignore = co_await delay(std::chrono::hours(1), cancellation); // the end of the connection cancels it
    co_return std::unexpected(
        Error{ErrorKind::Cancelled, u"call.cancelled"_s, u"The connection has ended."_s});
}

//! A stream that ends with an error before its first item.
class FailingStream : public ItemStream {
public:
    explicit FailingStream(Error error)
        : m_error(std::move(error))
    {
    }
    void start() override { endSoon(EndReason::Error); }
    void cancel() override { endSoon(EndReason::Cancelled); }

private:
    void endSoon(EndReason reason)
    {
        QMetaObject::invokeMethod(
            this,
            [this, reason] {
                if (!std::exchange(m_hasEnded, true))
                    Q_EMIT ended(reason, reason == EndReason::Error ? m_error : Error{});
            },
            Qt::QueuedConnection);
    }
    Error m_error;
    bool m_hasEnded = false;
};

} // namespace

OperationId hubIdOf(const FixtureOrigin &origin, const QString &operation)
{
    if (origin.kind == "hub"_L1 && operation.contains(u'.'))
        return OperationId::fromString(operation);
    const QString nameSpace = nameSpaceFor(origin.name);
    return {nameSpace.isEmpty() ? u"fixtures"_s : nameSpace, operation};
}

class HubMock::Operations : public CallableOperations {
public:
    Operations(std::shared_ptr<MockPlayer> player, HubMock *mock)
        : m_player(std::move(player))
        , m_mock(mock)
    {
    }

    void add(const OperationId &id, const OperationSpec &spec)
    {
        m_names.insert(id, spec.id.name);
        m_types.insert(id, spec.type);
    }

    std::optional<OperationType> typeOf(const OperationId &id) const override
    {
        const auto found = m_types.constFind(id);
        return found == m_types.cend() ? std::nullopt : std::optional(*found);
    }

    Task<Result<HandlerResult>> call(IncomingCall call) override
    {
        const Result<MockTurn> turn = m_player->turn(m_names.value(call.id), call.input);
        if (!turn)
            return settledMock(std::unexpected(turn.error()));
        if (turn->drops || (turn->breaksAt && !turn->fixture->isStream()))
            return droppedIn(m_mock, *turn, call.connectionId, call.context.cancellation);
        return answerIn(*turn, call.context.cancellation);
    }

    Result<std::unique_ptr<ItemStream>> subscribe(IncomingCall call) override
    {
        const Result<MockTurn> turn = m_player->turn(m_names.value(call.id), call.input);
        if (!turn)
            return std::unexpected(turn.error());
        if (turn->drops && m_mock) {
            QMetaObject::invokeMethod(
                m_mock, [mock = m_mock, id = call.connectionId] { Q_EMIT mock->dropAsked(id); },
                Qt::QueuedConnection);
        }
        if (turn->error)
            return std::make_unique<FailingStream>(injectedCallError(*turn->error));
        if (!turn->fixture->isStream() && !turn->fixture->error.isAbsent())
            return std::make_unique<FailingStream>(replayedError(*turn->fixture));
        auto stream = m_player->streamOf(*turn, call.context.cancellation);
        if (turn->breaksAt) {
            QObject::connect(stream.get(), &ItemStream::ended, m_mock,
                [mock = m_mock, id = call.connectionId](EndReason reason) {
                    if (mock && reason == EndReason::Closed)
                        Q_EMIT mock->dropAsked(id);
                });
        }
        return stream;
    }

private:
    std::shared_ptr<MockPlayer> m_player;
    QPointer<HubMock> m_mock;
    QHash<OperationId, QString> m_names; //!< the recorded names
    QHash<OperationId, OperationType> m_types;
};

HubMock::HubMock(std::shared_ptr<MockPlayer> player, const Limits &limits, QObject *parent)
    : QObject(parent)
    , m_registry(limits)
{
    auto operations = std::make_shared<Operations>(player, this);
    for (OperationSpec spec : player->replay().operations()) {
        const FixtureOrigin origin = player->replay().originOf(spec.id.name);
        const OperationId id = hubIdOf(origin, spec.id.name);
        operations->add(id, spec);
        spec.id = id;
        spec.accessControl = {}; // access was checked when it was recorded
        if (origin.kind != "hub"_L1)
            spec.definition = {}; // only the definitions of hubs are sent as they were recorded
        std::ignore = m_registry.registerSpec(std::move(spec)); // can only fail for unsuitable handlers
    }
    m_operations = std::move(operations);
}

HubMock::~HubMock() = default;

} // namespace Workbench

#include "moc_hubmock.cpp"
