// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/session/sourceconnection.h"

#include "core/operation/registry/discard.h"
#include "core/session/invocationrun.h"
#include "core/session/operationchanges.h"

#include <QElapsedTimer>
#include <QTimer>
#include <QtConcurrentRun>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

//! How long pending calls may take to end with the adapter's own error after its connection was lost.
constexpr std::chrono::milliseconds lastWords{250};

Error trustNeededError(const QString &source, const TrustFacts &facts)
{
    Error error{.kind = ErrorKind::Trust, .code = u"trust.needed"_s};
    if (!facts.program.isEmpty()) {
        error.message = u"source \"%1\" starts a program that has not been confirmed yet"_s.arg(source);
        error.detail = facts.commandLine();
    } else {
        error.code = u"trust.secrets"_s;
        error.message = u"source \"%1\" would receive secrets; this has not been confirmed yet"_s.arg(source);
        error.detail = u"%1 → %2"_s.arg(facts.secrets.join(u", "_s), facts.destinations.join(u", "_s));
    }
    return error;
}

//! Returns the text that is shown in place of a secret: its variable, or its name in the keychain.
QString secretName(const Environment *environment, const QString &reference)
{
    if (environment) {
        const auto variable =
            std::ranges::find(environment->variables, reference, &EnvironmentVariable::secret);
        if (variable != environment->variables.cend())
            return variable->name;
    }
    return reference.section(u':', 1);
}

Error sourceGone(const QString &name)
{
    return {ErrorKind::Closed, u"source.notConnected"_s, u"source \"%1\" no longer exists"_s.arg(name)};
}

constexpr qsizetype remarksKept = 100;
constexpr qsizetype inlineOperations = 500;
constexpr qint64 sliceMs = 6; // per turn of the event loop
constexpr qsizetype changesAtOnce = 64; // the clock is read once for so many changes

void endCalls(const std::vector<std::weak_ptr<RunningCall>> &calls, const Error &why)
{
    for (const std::weak_ptr<RunningCall> &weak : calls) {
        if (const auto call = weak.lock())
            call->endWith(why);
    }
}

//! Settles in the next turn of the event loop, so that painting and input get theirs.
QFuture<void> nextTurn(QObject *context)
{
    auto promise = std::make_shared<QPromise<void>>();
    promise->start();
    QTimer::singleShot(0, context, [promise] { promise->finish(); });
    return promise->future();
}

} // namespace

SourceConnection::SourceConnection(Source source, const AdapterFactory *factory, Services services,
    std::shared_ptr<const Environment> environment)
    : m_source(std::move(source))
    , m_factory(factory)
    , m_services(std::move(services))
    , m_environment(std::move(environment))
{
    m_state.since = QDateTime::currentDateTimeUtc();
}

SourceConnection::~SourceConnection()
{
    settleWaiting();
    if (m_adapter)
        m_services.closing->closeAndDelete(std::move(m_adapter));
}

Error SourceConnection::notConnected() const
{
    return {ErrorKind::Closed, u"source.notConnected"_s,
        u"source \"%1\" is not connected; try again with a new connection"_s.arg(m_source.name)};
}

Task<void> SourceConnection::connectFlow(std::shared_ptr<SourceConnection> self, quint64 attempt)
{
    Result<PeerInfo> peer = co_await self->m_adapter->open();
    if (self->m_attempt != attempt)
        co_return;
    if (!peer) {
        self->fail(peer.error());
        co_return;
    }
    self->takePeer(*peer);
    self->m_listChanges.listingBegins();
    Result<Discovery> found = co_await self->m_adapter->discover();
    if (self->m_attempt != attempt)
        co_return;
    if (!found) {
        self->fail(found.error());
        co_return;
    }
    const bool differs = co_await adopt(self, attempt, *std::move(found));
    if (self->m_attempt != attempt)
        co_return;
    self->m_listChanges.listingEnded();
    self->showUsable();
    if (differs)
        Q_EMIT self->operationsChanged();
    if (self->m_attempt == attempt && std::exchange(self->m_refreshAgain, false))
        self->refresh();
}

void SourceConnection::takePeer(const PeerInfo &peer)
{
    const QStringList former = std::exchange(m_state.peer, peer).notes;
    if (peer.notes.isEmpty()) // a new session of the same connection
        m_state.peer.notes = former;
    for (const QString &remark : peer.remarks)
        log(LogLine::Level::Warning, remark);
    for (const QString &note : peer.notes)
        log(LogLine::Level::Notice, note);
}

void SourceConnection::listenToAdapter()
{
    Adapter *adapter = m_adapter.get();
    connect(adapter, &Adapter::logged, this, [this](LogLine line) {
        line.text = m_services.exchanges->secrets().hidden(line.text);
        tell(line);
    });
    m_adapterSignals = {
        connect(adapter, &Adapter::closed, this, &SourceConnection::adapterClosed),
        connect(adapter, &Adapter::degraded, this,
            [this](const QString &why) {
                m_degradedReason = why;
                if (m_state.isUsable())
                    showUsable();
            }),
        connect(adapter, &Adapter::renewed, this, &SourceConnection::takePeer),
        connect(adapter, &Adapter::operationsStale, this, &SourceConnection::listMayDiffer),
        connect(adapter, &Adapter::operationsChanged, this,
            [this] {
                listMayDiffer(false);
                if (m_state.isUsable())
                    refresh();
                else
                    m_refreshAgain = true;
            }),
    };
}

void SourceConnection::refresh()
{
    if (!m_state.isUsable()) {
        open();
        return;
    }
    if (m_refreshing) {
        m_refreshAgain = true;
        return;
    }
    m_refreshing = true;
    QCoro::connect(refreshFlow(shared_from_this(), m_attempt), this, [] { });
}

Task<void> SourceConnection::refreshFlow(std::shared_ptr<SourceConnection> self, quint64 attempt)
{
    do {
        self->m_refreshAgain = false;
        self->m_listChanges.listingBegins();
        Result<Discovery> found = co_await self->m_adapter->discover();
        if (self->m_attempt != attempt)
            co_return;
        bool differs = false;
        if (found) {
            self->m_listError = {};
            differs = co_await adopt(self, attempt, *std::move(found));
            if (self->m_attempt != attempt)
                co_return;
        } else {
            self->m_listError = found.error();
        }
        self->m_listChanges.listingEnded();
        self->showUsable();
        if (differs)
            Q_EMIT self->operationsChanged();
        if (self->m_attempt != attempt)
            co_return;
    } while (self->m_refreshAgain);
    self->m_refreshing = false;
}

void SourceConnection::close(const Error &why)
{
    const auto self = shared_from_this();
    m_files.reset();
    // Without an adapter, Connecting means that the source still waits for its secrets.
    if (!m_adapter && m_state.phase != SourceState::Phase::Connecting) {
        if (m_state.phase != SourceState::Phase::Disconnected)
            setPhase(SourceState::Phase::Disconnected);
        return;
    }
    end(why);
    setPhase(SourceState::Phase::Disconnected, why);
}

void SourceConnection::end(const Error &why)
{
    ++m_attempt;
    for (const QMetaObject::Connection &connection : std::exchange(m_adapterSignals, {}))
        disconnect(connection);
    auto closing = std::move(m_adapter);
    m_state.error = why;
    m_state.phase = SourceState::Phase::Disconnected;
    endCalls(std::exchange(m_calls, {}), why);
    if (closing)
        m_services.closing->closeAndDelete(std::move(closing));
}

void SourceConnection::fail(const Error &error)
{
    ++m_attempt;
    for (const QMetaObject::Connection &connection : std::exchange(m_adapterSignals, {}))
        disconnect(connection);
    if (m_adapter)
        m_services.closing->closeAndDelete(std::move(m_adapter));
    if (error.kind != ErrorKind::Cancelled && error.kind != ErrorKind::Trust)
        log(LogLine::Level::Error, error.message);
    setPhase(SourceState::Phase::Failed, error);
}

void SourceConnection::adapterClosed(const Error &reason)
{
    const auto self = shared_from_this();
    ++m_attempt;
    m_adapterSignals.clear();
    m_services.closing->deleteSoon(std::move(m_adapter));
    QTimer::singleShot(
        lastWords, this, [calls = std::exchange(m_calls, {}), reason] { endCalls(calls, reason); });
    Error shown = reason;
    if (shown.message.isEmpty())
        shown.message = u"the connection of source \"%1\" ended"_s.arg(m_source.name);
    log(LogLine::Level::Error, shown.message);
    setPhase(SourceState::Phase::Failed, shown);
}

void SourceConnection::setPhase(SourceState::Phase phase, const Error &error)
{
    const auto self = shared_from_this();
    if (m_state.phase != phase)
        m_state.since = QDateTime::currentDateTimeUtc();
    m_state.phase = phase;
    if (!m_state.isUsable())
        m_listChanges.clear();
    m_state.error = m_services.exchanges->secrets().hidden(error);
    if (phase != SourceState::Phase::Connecting)
        settleWaiting();
    Q_EMIT changed();
}

void SourceConnection::showUsable()
{
    Error error = m_listError;
    for (const QString &reason : {m_state.peer.listsOnly, m_degradedReason, m_state.incompleteReason}) {
        if (error.message.isEmpty())
            error.message = reason;
    }
    setPhase(error.message.isEmpty() ? SourceState::Phase::Ready : SourceState::Phase::Degraded, error);
}

QFuture<Result<void>> SourceConnection::whenUsable()
{
    open();
    QPromise<Result<void>> promise;
    promise.start();
    QFuture<Result<void>> future = promise.future();
    m_waiting.push_back(std::move(promise));
    if (m_state.phase != SourceState::Phase::Connecting)
        settleWaiting();
    return future;
}

void SourceConnection::settleWaiting()
{
    for (QPromise<Result<void>> &promise : std::exchange(m_waiting, {})) {
        if (m_state.isUsable()) {
            promise.addResult(Result<void>());
        } else {
            const bool told = !m_state.error.message.isEmpty();
            promise.addResult(Result<void>(std::unexpected(told ? m_state.error : notConnected())));
        }
        promise.finish();
    }
}

void SourceConnection::addCall(const std::shared_ptr<RunningCall> &call)
{
    std::erase_if(m_calls, [](const std::weak_ptr<RunningCall> &weak) { return weak.expired(); });
    m_calls.push_back(call);
}

void SourceConnection::log(LogLine::Level level, const QString &text, const QString &origin)
{
    tell({.at = QDateTime::currentDateTimeUtc(),
        .level = level,
        .source = m_source.name,
        .origin = origin,
        .text = m_services.exchanges->secrets().hidden(text)});
}

void SourceConnection::tell(const LogLine &line)
{
    // Changed definitions are reported by definitionChanges() and not as remarks.
    const bool isNew = line.isRemark() && line.origin != "definition"_L1
        && m_state.remarks.size() < remarksKept && !m_state.remarks.contains(line.text);
    if (isNew)
        m_state.remarks.append(line.text);
    Q_EMIT logged(line);
    // Until the source is usable, the next change of phase emits changed().
    if (!isNew || !m_state.isUsable() || std::exchange(m_hasNewRemarks, true))
        return;
    QTimer::singleShot(0, this, [this] { // one signal for a burst of remarks
        m_hasNewRemarks = false;
        Q_EMIT changed();
    });
}

Result<EffectiveSource> SourceConnection::checkBeforeOpening() const
{
    if (!m_factory) {
        return std::unexpected(Error{ErrorKind::Usage, u"source.kind"_s,
            u"source \"%1\" is of kind \"%2\", which this version does not know"_s.arg(
                m_source.name, m_source.kind)});
    }
    Result<EffectiveSource> effective = effectiveSource(m_source, m_environment.get());
    if (!effective)
        return effective;
    if (const Result<Limits> limits = limitsOf(effective->source, m_services.limits); !limits)
        return std::unexpected(limits.error());
    // Settings with secrets are checked later, with the secrets' values: a placeholder may fail the check.
    if (effective->secrets.isEmpty()) {
        if (const Result<void> checked = m_factory->check(effective->source); !checked)
            return std::unexpected(checked.error());
    }
    const std::optional<TrustFacts> facts = trustFactsOf(*m_factory, *effective);
    if (facts && !m_services.trust->isTrusted(*facts))
        return std::unexpected(trustNeededError(m_source.name, *facts));
    return effective;
}

void SourceConnection::open(Versions versions)
{
    const auto self = shared_from_this();
    if (m_adapter || m_state.phase == SourceState::Phase::Connecting)
        return;
    const quint64 attempt = ++m_attempt;
    m_versions = versions;
    m_refreshing = m_refreshAgain = false;
    m_degradedReason.clear();
    m_listError = {};
    m_state.peer = {};
    m_state.remarks.clear();
    m_state.connectedSince = QDateTime::currentDateTimeUtc();
    Result<EffectiveSource> effective = checkBeforeOpening();
    if (!effective) {
        setPhase(SourceState::Phase::Failed, effective.error());
        return;
    }
    if (effective->secrets.isEmpty())
        makeAdapter(effective->source, limitsOf(effective->source, m_services.limits).value_or(Limits()));
    setPhase(SourceState::Phase::Connecting);
    if (m_attempt != attempt)
        return;
    if (m_adapter)
        QCoro::connect(connectFlow(self, attempt), this, [] { });
    else
        QCoro::connect(secretsFlow(self, attempt, *std::move(effective)), this, [] { });
}

void SourceConnection::makeAdapter(const Source &source, const Limits &limits)
{
    m_limits = limits;
    m_adapter = m_factory->create(source, limits, m_services.exchanges);
    if (m_versions == Versions::Any)
        m_adapter->acceptAnyVersion();
    m_adapter->setIdentity(m_identity);
    listenToAdapter();
    watchFiles(m_factory->watchedPaths(source), limits.watchFiles);
}

void SourceConnection::watchFiles(const QStringList &paths, qint64 mostFiles)
{
    if (!m_files || m_files->paths() != paths) {
        m_files.reset();
        if (paths.isEmpty())
            return;
        m_files = std::make_unique<FileWatch>(paths, mostFiles);
        connect(m_files.get(), &FileWatch::leftOut, this,
            [this](const QString &why) { log(LogLine::Level::Warning, why); });
        connect(m_files.get(), &FileWatch::changed, this, [this](const QString &file) {
            const auto self = shared_from_this();
            log(LogLine::Level::Notice, u"%1 changed; connecting again"_s.arg(file));
            end({ErrorKind::Closed, u"source.closed"_s,
                u"source \"%1\" was connected again because %2 changed"_s.arg(m_source.name, file)});
            open(m_versions);
        });
    }
    m_files->programStarts();
}

//! Reads the secrets, then connects.
Task<void> SourceConnection::secretsFlow(
    std::shared_ptr<SourceConnection> self, quint64 attempt, EffectiveSource effective)
{
    const std::shared_ptr<const Environment> environment = self->m_environment;
    QHash<QString, QString> values;
    for (const QString &reference : std::as_const(effective.secrets)) {
        if (!self->m_services.secrets) {
            self->fail({ErrorKind::Usage, u"secret.reference"_s,
                u"source \"%1\" needs the secret %2, but no secret store is available"_s.arg(
                    self->m_source.name, reference)});
            co_return;
        }
        const Result<Secret> value = co_await self->m_services.secrets->resolve(reference);
        if (self->m_attempt != attempt)
            co_return;
        if (!value) {
            Error error = value.error();
            error.message.prepend(u"source \"%1\": "_s.arg(self->m_source.name));
            self->fail(error);
            co_return;
        }
        self->m_services.exchanges->hideSecret(value->reveal(), secretName(environment.get(), reference));
        values.insert(reference, QString::fromUtf8(value->reveal()));
    }
    const Source source = withSecrets(self->m_source, environment.get(), values);
    const Result<Limits> limits = limitsOf(source, self->m_services.limits);
    Result<void> checked = limits ? self->m_factory->check(source) : std::unexpected(limits.error());
    if (const std::optional<TrustFacts> confirmed = trustFactsOf(*self->m_factory, effective);
        checked && confirmed)
        checked = checkAgainst(*confirmed, self->m_factory->trustFacts(source), source.name);
    if (!checked) {
        self->fail(checked.error());
        co_return;
    }
    self->makeAdapter(source, *limits);
    co_await connectFlow(self, attempt);
}

bool SourceConnection::setEnvironment(
    const std::shared_ptr<const Environment> &environment, const QStringList &changedSecrets)
{
    const Result<EffectiveSource> before = effectiveSource(m_source, m_environment.get());
    const Result<EffectiveSource> after = effectiveSource(m_source, environment.get());
    m_environment = environment;
    if (!before || !after)
        return before.has_value() != after.has_value() || before.error().message != after.error().message;
    return *before != *after || std::ranges::any_of(after->secrets, [&](const QString &reference) {
        return changedSecrets.contains(reference);
    });
}

OperationRegistry::Registration SourceConnection::registration(
    const std::shared_ptr<const OperationSpec> &spec)
{
    const std::weak_ptr<SourceConnection> weak = weak_from_this();
    const QString name = m_source.name;
    const SchemaDialect dialect = m_dialect;
    const StreamHandler stream = [weak, spec, name](
                                     Json input, CallContext context) -> Result<std::unique_ptr<ItemStream>> {
        const auto self = weak.lock();
        if (!self)
            return std::unexpected(sourceGone(name));
        if (const std::optional<Error> refused = self->streamRefusal(spec->id.name, context))
            return std::unexpected(*refused);
        Adapter *adapter = self->usableAdapter();
        if (!adapter)
            return std::unexpected(self->notConnected());
        return adapter->subscribe(*spec, std::move(input), std::move(context));
    };
    if (spec->type == OperationType::Subscription)
        return {*spec, stream, dialect};
    // The lambdas are not coroutines themselves, so the captures need not outlive the call.
    const auto call = [weak, spec, name](Json input, CallContext context) -> Task<Result<HandlerResult>> {
        const auto self = weak.lock();
        if (!self)
            return settledTask<HandlerResult>(std::unexpected(sourceGone(name)));
        if (const std::optional<Error> refused = self->refusal(spec->id.name, context))
            return settledTask<HandlerResult>(std::unexpected(*refused));
        Adapter *adapter = self->usableAdapter();
        if (!adapter)
            return settledTask<HandlerResult>(std::unexpected(self->notConnected()));
        return adapter->invoke(*spec, std::move(input), std::move(context));
    };
    return {*spec, Handler([weak, call](Json input, CallContext context) -> Task<Result<HandlerResult>> {
                const auto self = weak.lock();
                if (!self || !self->isListStale(context))
                    return call(std::move(input), std::move(context));
                const QFuture<bool> listed = self->whenListed(context.cancellation);
                return callAfter(listed, call, std::move(input), std::move(context));
            }),
        dialect, isStreamToo(*spec) ? stream : StreamHandler()};
}

//! Updates the registry to \a found: registers new and changed operations, removes the others. Lists may have
//! any length: a worker compares and frees them, and the registry is changed a few milliseconds at a time.
Task<bool> SourceConnection::adopt(std::shared_ptr<SourceConnection> self, quint64 attempt, Discovery found)
{
    self->m_state.incompleteReason = found.incompleteReason;
    self->m_dialect = found.dialect.value_or(self->m_factory->defaultDialect());
    for (const QString &remark : std::as_const(found.remarks))
        self->log(LogLine::Level::Warning, remark);

    const QPointer<OperationRegistry> registry = self->m_services.registry;
    const bool isRegistered = !self->m_adopting;
    OperationChanges changes;
    if (found.operations.size() > inlineOperations) {
        // The future keeps its result for a while. A shared pointer lets us move the lists out of it.
        const std::shared_ptr<OperationChanges> compared =
            co_await QtConcurrent::run([operations = std::move(found.operations), before = self->m_operations,
                                           isRegistered, space = self->nameSpace()]() mutable {
                return std::make_shared<OperationChanges>(
                    operationChanges(std::move(operations), before, isRegistered, space));
            });
        if (self->m_attempt != attempt)
            co_return false;
        changes = std::move(*compared);
    } else {
        changes = operationChanges(
            std::move(found.operations), self->m_operations, isRegistered, self->nameSpace());
    }
    for (const QString &name : std::as_const(changes.listedTwice)) {
        self->log(LogLine::Level::Warning,
            u"the operation \"%1\" is listed twice; the first one is kept"_s.arg(name));
    }

    if (self->m_factory->hasPeer()) {
        co_await watch(self, attempt, changes.changed, changes.gone, changes.list);
        if (self->m_attempt != attempt)
            co_return false;
    }
    self->m_definitions.remove(changes.gone);

    self->m_adopting = true;
    QElapsedTimer slice;
    slice.start();
    for (qsizetype i = 0; i < changes.gone.size(); ++i) {
        if (registry)
            registry->remove(changes.gone.at(i)->id);
        if (i % changesAtOnce == 0 && slice.elapsed() > sliceMs) {
            co_await nextTurn(self.get());
            slice.start();
        }
        // A slot that the registry's signal called may have closed or removed the source.
        if (self->m_attempt != attempt)
            co_return false;
    }
    OperationList previous = std::exchange(self->m_operations, changes.list);
    self->m_state.operations = changes.list.size();
    for (qsizetype i = 0; registry && i < changes.changed.size();) {
        QList<OperationRegistry::Registration> batch;
        batch.reserve(changesAtOnce);
        for (; batch.size() < changesAtOnce && i < changes.changed.size(); ++i)
            batch.append(self->registration(changes.changed.at(i)));
        if (const Result<void> registered = registry->registerAll(std::move(batch)); !registered)
            self->log(LogLine::Level::Error, registered.error().message);
        if (i < changes.changed.size() && slice.elapsed() > sliceMs) {
            co_await nextTurn(self.get());
            slice.start();
        }
        if (self->m_attempt != attempt)
            co_return false;
    }
    self->m_adopting = false;
    const bool differs = changes.differs;
    discard(std::pair(std::move(previous), std::move(changes)));
    co_return differs;
}

Task<void> SourceConnection::watch(std::shared_ptr<SourceConnection> self, quint64 attempt,
    OperationList changed, OperationList gone, OperationList all)
{
    const std::optional<Watched> &before = self->m_watched;
    const bool isElsewhere = before && !before->place.isOfSameSource(self->pinsPlace());
    const bool isComplete = self->m_state.incompleteReason.isEmpty(); // else an operation may only seem gone
    const bool wasWhole = before && before->isWhole && !isElsewhere;
    const Watched now{self->pinsPlace(), self->m_state.peer.instructions, isComplete || wasWhole};
    if (isElsewhere) // the source is in another environment, which has its own accepted definitions
        self->m_definitions = {};
    else if (changed.isEmpty() && gone.isEmpty() && before == now)
        co_return;
    std::optional<OperationList> missing;
    if (wasWhole || !isComplete)
        missing = isComplete ? gone : OperationList();
    OperationList operations = (before && before->place != now.place) || !missing ? all : changed;
    operations.removeIf([](const auto &spec) { return spec->id.name.isEmpty(); });
    // The server's instructions count as the definition of an operation without a name.
    OperationSpec instructions;
    instructions.definition = Json::object({{u"instructions"_s, Json::string(now.instructions)}});
    operations.append(std::make_shared<const OperationSpec>(std::move(instructions)));
    for (;;) {
        const std::shared_ptr<const DefinitionWatch::Review> review = co_await QtConcurrent::run(
            [listing = self->m_definitions.listing(self->m_services.pins, now.place,
                 self->m_services.remembersDefinitions, operations, missing)] {
                return std::make_shared<const DefinitionWatch::Review>(DefinitionWatch::review(listing));
            });
        if (!review->unreadable.isEmpty()) // the next review would not find it out again
            self->log(LogLine::Level::Warning, review->unreadable);
        if (self->m_attempt != attempt)
            co_return;
        if (!self->m_definitions.take(*review))
            continue;
        self->m_watched = now;
        for (const QString &line : review->lines)
            self->log(LogLine::Level::Warning, line, u"definition"_s);
        for (const QString &notice : review->notices)
            self->log(LogLine::Level::Notice, notice, u"definition"_s);
        if (!review->kept)
            self->log(LogLine::Level::Warning, review->kept.error().message);
        co_return;
    }
}

//! Returns where the definitions of the source are stored. An environment that the settings use has its own.
DefinitionPlace SourceConnection::pinsPlace() const
{
    const Result<EffectiveSource> effective = effectiveSource(m_source, m_environment.get());
    if (!effective)
        return definitionPlace(m_source);
    const bool usesIt = m_environment && effective->source.settings != m_source.settings;
    return definitionPlace(effective->source, usesIt ? m_environment->name : QString());
}

void SourceConnection::takeDefinitions(const SourceConnection &former)
{
    if (!former.m_watched || !former.m_watched->place.isOfSameSource(pinsPlace()))
        return;
    m_definitions = former.m_definitions;
    m_definitions.remove(former.m_operations); // they are compared again when this source lists them
    m_watched = former.m_watched;
    m_watched->isWhole = false;
}

std::optional<Error> SourceConnection::refusal(const QString &operation, const CallContext &context) const
{
    return context.despiteChangedDefinition ? std::nullopt : m_definitions.refusal(m_source.name, operation);
}

QFuture<Result<void>> SourceConnection::acceptDefinitions(const QList<DefinitionChange> &changes)
{
    QFuture<Result<void>> kept = m_definitions.accept(
        m_services.pins, m_watched ? m_watched->place : pinsPlace(), changes, m_operations);
    Q_EMIT operationsChanged();
    Q_EMIT changed();
    return kept;
}

void SourceConnection::forgetOperations()
{
    discard(std::exchange(m_operations, {}));
    m_state.operations = 0;
    m_state.incompleteReason.clear();
    if (m_services.registry)
        m_services.registry->removeNamespace(nameSpace());
}

} // namespace Workbench

#include "moc_sourceconnection.cpp"
