// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/session/sessions.h"

#include "core/base/visibletext.h"
#include "core/session/effectivesource.h"
#include "core/session/peerrequests.h"
#include "core/session/sessions_p.h"

#include <QFutureWatcher>
#include <QSet>
#include <QTimer>

namespace Workbench {

using namespace Qt::StringLiterals;

Error endedByUser(const QString &name, const QString &what)
{
    return {.kind = ErrorKind::Closed,
        .code = u"source.closed"_s,
        .message = u"source \"%1\" was %2"_s.arg(name, what)};
}

namespace {

constexpr qsizetype shownName = 80;

std::unexpected<Error> usage(const QString &message)
{
    return std::unexpected(Error{.kind = ErrorKind::Usage, .code = u"source.settings"_s, .message = message});
}

std::unexpected<Error> noSuchSource(const QString &name)
{
    return std::unexpected(Error{.kind = ErrorKind::Usage,
        .code = u"source.unknown"_s,
        .message = u"there is no source \"%1\""_s.arg(name)});
}

template <typename T> QFuture<Result<T>> noStore()
{
    return QtFuture::makeReadyValueFuture(Result<T>(std::unexpected(Error{.kind = ErrorKind::Storage,
        .code = u"secret.store"_s,
        .message = u"no secret store is available"_s})));
}

} // namespace

Sessions::Sessions(Services services, QObject *parent)
    : QObject(parent)
    , d(std::make_shared<Private>())
{
    d->q = this;
    d->closing = std::make_shared<ClosingAdapters>(services.closePatience);
    d->streamWorker = std::make_shared<QThreadPool>();
    d->streamWorker->setMaxThreadCount(1);
    d->services = std::move(services);
    if (d->services.registry) {
        connect(d->services.registry, &OperationRegistry::remark, this,
            [this](const QString &operation, const QString &text) {
                const OperationId id = OperationId::fromString(operation);
                if (const auto connection = d->findNameSpace(id.nameSpace)) {
                    connection->log(LogLine::Level::Warning,
                        u"%1: %2"_s.arg(visibleText(id.name, false, shownName), text), u"schema"_s);
                }
            });
    }
    if (!d->services.peerRequests)
        return;
    // A record counts the requests of its server, and how many of them wait for an answer.
    const auto note = [this](const PeerRequest &request, int asked, int waiting) {
        const ExchangeRecord *known = d->services.exchanges->findRecord(request.exchangeId);
        if (!known)
            return;
        ExchangeRecord record = *known;
        record.asked += asked;
        record.waiting = std::max(0, record.waiting + waiting);
        d->services.exchanges->update(record);
    };
    connect(d->services.peerRequests, &PeerRequests::arrived, this, [this, note](const QString &id) {
        if (const PeerRequest *request = d->services.peerRequests->find(id))
            note(*request, 1, 1);
    });
    connect(d->services.peerRequests, &PeerRequests::ended, this,
        [note](const PeerRequest &request) { note(request, 0, -1); });
}

Sessions::~Sessions()
{
    for (const auto &connection : d->connections) {
        connection->disconnect(this);
        connection->close(endedByUser(connection->source().name, u"closed"_s));
    }
    // A flow that still waits for its adapter keeps its connection and the adapter alive. Both use services
    // that the owner of Sessions may delete next.
    d->closing->deleteAll();
}

QList<SourceKind> Sessions::kinds() const
{
    QList<SourceKind> all;
    for (const auto &factory : d->services.factories) {
        for (SourceKind kind : factory->sourceKinds()) {
            if (factory->hasPeer())
                kind.settingsSchema = withLimitsSetting(kind.settingsSchema);
            all.append(kind);
        }
    }
    return all;
}

QList<Source> Sessions::sources() const
{
    QList<Source> all;
    for (const auto &connection : d->connections)
        all.append(connection->source());
    return all;
}

const Source *Sessions::source(const QString &name) const
{
    const auto connection = d->find(name);
    return connection ? &connection->source() : nullptr;
}

void Sessions::setSources(const QList<Source> &sources)
{
    QSet<QString> kept;
    for (const Source &source : sources)
        kept.insert(source.name);
    for (const Source &old : Sessions::sources()) {
        if (!kept.contains(old.name))
            removeSource(old.name);
    }
    std::vector<std::shared_ptr<SourceConnection>> ordered;
    QStringList added;
    QStringList replaced;
    QSet<QString> nameSpaces;
    for (const Source &source : sources) {
        if (source.name.isEmpty() || nameSpaces.contains(nameSpaceFor(source.name)))
            continue; // a workspace file cannot hold such sources, and their operations could not be invoked
        nameSpaces.insert(nameSpaceFor(source.name));
        auto connection = d->find(source.name);
        if (!connection) {
            added.append(source.name);
            connection = d->makeConnection(source);
        } else if (connection->source() != source) {
            replaced.append(source.name);
            connection = d->replacement(connection, source);
        }
        ordered.push_back(std::move(connection));
    }
    d->connections = std::move(ordered);
    for (const QString &name : std::as_const(added))
        Q_EMIT sourceAdded(name);
    for (const QString &name : std::as_const(replaced)) {
        Q_EMIT operationsChanged(name);
        Q_EMIT sourceChanged(name);
    }
}

Result<void> Sessions::checkSource(const Source &source, const QString &replaced) const
{
    return d->checkNew(source, replaced);
}

Result<void> Sessions::addSource(const Source &source)
{
    if (Result<void> checked = d->checkNew(source); !checked)
        return checked;
    d->connections.push_back(d->makeConnection(source));
    Q_EMIT sourceAdded(source.name);
    return {};
}

Result<void> Sessions::replaceSource(const QString &name, const Source &source)
{
    const auto old = d->find(name);
    if (!old)
        return noSuchSource(name);
    if (Result<void> checked = d->checkNew(source, name); !checked)
        return checked;
    if (old->source() == source)
        return {};
    const auto connection = d->replacement(old, source);
    *std::ranges::find(d->connections, old) = connection;
    const QString oldName = old->source().name;
    if (oldName != source.name) {
        Q_EMIT sourceRemoved(oldName);
        Q_EMIT sourceAdded(source.name);
    } else {
        Q_EMIT operationsChanged(oldName);
        Q_EMIT sourceChanged(oldName);
    }
    return {};
}

void Sessions::removeSource(const QString &name)
{
    const auto connection = d->find(name);
    if (!connection)
        return;
    const QString removed = connection->source().name; // the argument may refer to the connection's string
    std::erase(d->connections, connection);
    d->retire(connection, u"removed"_s);
    Q_EMIT sourceRemoved(removed);
}

SignIns *Sessions::signIns() const
{
    return d->services.signIns;
}

PeerRequests *Sessions::peerRequests() const
{
    return d->services.peerRequests;
}

bool Sessions::signsIn(const QString &name) const
{
    const Source *signing = source(name);
    return signing && d->services.signIns && signing->settings.member("auth"_L1).toString() == "oauth"_L1;
}

SourceState Sessions::state(const QString &name) const
{
    const auto connection = d->find(name);
    return connection ? connection->state() : SourceState();
}

std::optional<TrustFacts> Sessions::trustNeeded(const Source &source) const
{
    std::optional<TrustFacts> facts = d->trustFacts(source);
    if (facts && d->services.trust->isTrusted(*facts))
        facts.reset();
    return facts;
}

Result<void> Sessions::confirmTrust(const Source &source, bool onlyNow)
{
    const std::optional<TrustFacts> facts = d->trustFacts(source);
    return facts ? d->services.trust->trust(*facts, onlyNow) : Result<void>();
}

bool Sessions::isTrusted(const TrustFacts &facts) const
{
    return d->services.trust->isTrusted(facts);
}

Result<void> Sessions::trust(const TrustFacts &facts)
{
    return d->services.trust->trust(facts);
}

void Sessions::connectSource(const QString &name)
{
    if (const auto connection = d->find(name))
        connection->open();
}

void Sessions::connectAnyway(const QString &name)
{
    if (const auto connection = d->find(name))
        connection->open(SourceConnection::Versions::Any);
}

void Sessions::disconnectSource(const QString &name)
{
    if (const auto connection = d->find(name))
        connection->close(endedByUser(connection->source().name, u"disconnected"_s));
}

void Sessions::refreshSource(const QString &name)
{
    if (const auto connection = d->find(name))
        connection->refresh();
}

OperationRegistry *Sessions::registry() const
{
    return d->services.registry;
}

ExchangeLog *Sessions::exchanges() const
{
    return d->services.exchanges;
}

const Limits &Sessions::limits() const
{
    return d->services.limits;
}

void Sessions::setLimits(const Limits &limits)
{
    d->services.limits = limits;
    for (const auto &connection : d->connections)
        connection->setLimits(limits);
}

QList<OperationSpec> Sessions::operations(const QString &sourceName) const
{
    const OperationList list = operationList(sourceName);
    QList<OperationSpec> all;
    all.reserve(list.size());
    for (const auto &spec : list)
        all.append(*spec);
    return all;
}

OperationList Sessions::operationList(const QString &sourceName) const
{
    const auto connection = d->find(sourceName);
    return connection ? connection->operations() : OperationList();
}

QList<DefinitionChange> Sessions::definitionChanges(const QString &sourceName) const
{
    const auto connection = d->find(sourceName);
    return connection ? connection->definitions().changes(connection->operations())
                      : QList<DefinitionChange>();
}

qsizetype Sessions::changedDefinitions(const QString &sourceName) const
{
    const auto connection = d->find(sourceName);
    return connection ? connection->definitions().changedCount() : 0;
}

std::optional<DefinitionChange> Sessions::definitionChange(const OperationId &operation) const
{
    const auto connection = d->findNameSpace(operation.nameSpace);
    return connection ? connection->definitions().change(operation.name) : std::nullopt;
}

std::optional<Error> Sessions::definitionRefusal(const OperationId &operation) const
{
    const auto connection = d->findNameSpace(operation.nameSpace);
    return connection ? connection->refusal(operation.name, {}) : std::nullopt;
}

QFuture<Result<void>> Sessions::acceptDefinitions(
    const QString &sourceName, const QList<DefinitionChange> &changes)
{
    const auto connection = d->find(sourceName);
    if (!connection)
        return QtFuture::makeReadyValueFuture(Result<void>(noSuchSource(sourceName)));
    connection->log(LogLine::Level::Notice, u"accepted changes of definitions: %1"_s.arg(changes.size()));
    QFuture<Result<void>> kept = connection->acceptDefinitions(changes);
    if (OperationRegistry *registry = d->services.registry) // hubs are offered what was withheld until now
        Q_EMIT registry->operationsChanged(nameSpaceFor(sourceName));
    auto *storing = new QFutureWatcher<Result<void>>(connection.get());
    connect(
        storing, &QFutureWatcherBase::finished, connection.get(), [storing, accepting = connection.get()] {
            storing->deleteLater();
            if (const Result<void> stored = storing->result(); !stored) {
                accepting->log(LogLine::Level::Warning,
                    u"the accepted definitions could not be stored: %1"_s.arg(stored.error().message));
            }
        });
    storing->setFuture(kept);
    return kept;
}

SchemaDialect Sessions::schemaDialect(const QString &sourceName) const
{
    const auto connection = d->find(sourceName);
    return connection ? connection->schemaDialect() : SchemaDialect::Draft2020_12;
}

const Source *Sessions::sourceOf(const OperationId &operation) const
{
    const auto connection = d->findNameSpace(operation.nameSpace);
    return connection ? &connection->source() : nullptr;
}

void Sessions::setIdentity(const std::optional<Identity> &identity)
{
    d->identity = identity;
    d->useIdentity();
}

void Sessions::overrideIdentity(const std::optional<Identity> &identity)
{
    d->givenIdentity = identity;
    d->useIdentity();
}

std::optional<Identity> Sessions::identity() const
{
    if (d->givenIdentity)
        return d->givenIdentity;
    return d->activeEnvironment && d->activeEnvironment->identity ? d->activeEnvironment->identity
                                                                  : d->identity;
}

void Sessions::Private::useIdentity()
{
    const std::optional<Identity> identityNow = q->identity();
    if (identityNow == usedIdentity)
        return;
    usedIdentity = identityNow;
    // A slot that these signals call may delete this Sessions.
    const auto keep = q->d;
    const QPointer<Sessions> sessions = q;
    for (const auto &connection : std::vector(connections))
        connection->setIdentity(identityNow);
    if (sessions)
        Q_EMIT sessions->identityChanged();
}

void Sessions::closeAll()
{
    for (const auto &connection : std::vector(d->connections))
        connection->close(endedByUser(connection->source().name, u"closed"_s));
    if (d->closing->isEmpty())
        QTimer::singleShot(0, this, &Sessions::allClosed);
    else
        connect(d->closing.get(), &ClosingAdapters::emptied, this, &Sessions::allClosed,
            Qt::SingleShotConnection);
}

std::shared_ptr<SourceConnection> Sessions::Private::find(const QString &name) const
{
    for (const auto &connection : connections) {
        if (connection->source().name == name)
            return connection;
    }
    return {};
}

std::shared_ptr<SourceConnection> Sessions::Private::findNameSpace(const QString &nameSpace) const
{
    for (const auto &connection : connections) {
        if (connection->nameSpace() == nameSpace)
            return connection;
    }
    return {};
}

const AdapterFactory *Sessions::Private::factory(const QString &kind) const
{
    for (const auto &candidate : services.factories) {
        if (candidate->kind() == kind)
            return candidate.get();
    }
    return nullptr;
}

Result<void> Sessions::Private::checkNew(const Source &source, const QString &except) const
{
    if (source.name.trimmed().isEmpty())
        return usage(u"a source needs a name"_s);
    const auto other = findNameSpace(nameSpaceFor(source.name));
    if (other && other->source().name != except) {
        return usage(u"the name \"%1\" is taken by the source \"%2\"; choose another one"_s.arg(
            source.name, other->source().name));
    }
    const AdapterFactory *known = factory(source.kind);
    if (!known)
        return usage(u"\"%1\" is not a kind of source that this version knows"_s.arg(source.kind));
    // Checked before a secret is stored for a header that is never sent.
    if (const Result<void> headers = known->checkHeaders(source); !headers)
        return headers;
    // Values of unknown variables and of secrets are checked when the source is connected.
    const Result<EffectiveSource> effective = effectiveSource(source, activeEnvironment.get());
    if (!effective || !effective->secrets.isEmpty())
        return {};
    if (const Result<Limits> limits = limitsOf(effective->source, services.limits); !limits)
        return std::unexpected(limits.error());
    return known->check(effective->source);
}

std::optional<TrustFacts> Sessions::Private::trustFacts(const Source &source) const
{
    const AdapterFactory *known = factory(source.kind);
    const Result<EffectiveSource> effective = effectiveSource(source, activeEnvironment.get());
    return known && effective ? trustFactsOf(*known, *effective) : std::nullopt;
}

SourceConnection::Services Sessions::Private::connectionServices(OperationRegistry *registry) const
{
    return {
        .registry = registry,
        .exchanges = services.exchanges,
        .trust = services.trust,
        .limits = services.limits,
        .closing = closing,
        .secrets = services.secrets,
        .pins = services.pins,
        .remembersDefinitions = services.remembersDefinitions,
    };
}

std::shared_ptr<SourceConnection> Sessions::Private::makeConnection(const Source &source)
{
    const auto connection = std::make_shared<SourceConnection>(
        source, factory(source.kind), connectionServices(services.registry), activeEnvironment);
    connection->setIdentity(q->identity());
    QObject::connect(connection.get(), &SourceConnection::changed, q,
        [sessions = q, name = source.name] { Q_EMIT sessions->sourceChanged(name); });
    QObject::connect(connection.get(), &SourceConnection::operationsChanged, q,
        [sessions = q, name = source.name] { Q_EMIT sessions->operationsChanged(name); });
    QObject::connect(connection.get(), &SourceConnection::logged, q, &Sessions::logged);
    return connection;
}

std::shared_ptr<SourceConnection> Sessions::Private::replacement(
    const std::shared_ptr<SourceConnection> &old, const Source &source)
{
    auto connection = makeConnection(source);
    connection->takeDefinitions(*old);
    retire(old, u"replaced"_s);
    return connection;
}

void Sessions::Private::retire(const std::shared_ptr<SourceConnection> &connection, const QString &what)
{
    QObject::disconnect(connection.get(), &SourceConnection::changed, q, nullptr);
    QObject::disconnect(connection.get(), &SourceConnection::operationsChanged, q, nullptr);
    connection->close(endedByUser(connection->source().name, what));
    connection->forgetOperations();
    seenEnvelopes.remove(nameSpaceFor(connection->source().name));
}

const QList<Environment> &Sessions::environments() const
{
    return d->environments;
}

const QString &Sessions::environment() const
{
    return d->environmentName;
}

void Sessions::setEnvironments(
    const QList<Environment> &environments, const std::optional<QString> &active, Reconnect reconnect)
{
    const QString wanted = active.value_or(d->environmentName);
    const bool exists = std::ranges::contains(environments, wanted, &Environment::name);
    const QString name = exists ? wanted : QString();
    if (d->environments == environments && d->environmentName == name && d->changedSecrets.isEmpty())
        return;
    d->environments = environments;
    d->useEnvironment(name, reconnect);
}

Result<void> Sessions::setEnvironment(const QString &name)
{
    if (name == d->environmentName)
        return {};
    if (!name.isEmpty() && !std::ranges::contains(d->environments, name, &Environment::name)) {
        QStringList names;
        for (const Environment &environment : std::as_const(d->environments))
            names.append(environment.name);
        const QString have = names.isEmpty()
            ? u"the workspace has none"_s
            : QString(u"the workspace has "_s + visibleText(names.join(u", "_s)));
        return std::unexpected(Error{.kind = ErrorKind::Usage,
            .code = u"environment.unknown"_s,
            .message = u"there is no environment \"%1\"; %2"_s.arg(name, have)});
    }
    d->useEnvironment(name, Reconnect::WhatWasConnected);
    return {};
}

void Sessions::Private::useEnvironment(const QString &name, Reconnect reconnect)
{
    const bool isSame = name == environmentName;
    environmentName = name;
    activeEnvironment.reset();
    const auto active = std::ranges::find(environments, name, &Environment::name);
    if (active != environments.end())
        activeEnvironment = std::make_shared<const Environment>(*active);
    const QStringList changed = std::exchange(changedSecrets, {});
    const QString what = isSame ? u"disconnected because its environment was edited"_s
        : name.isEmpty()        ? u"disconnected because no environment is chosen any more"_s
                                : u"disconnected because the environment is \"%1\" now"_s.arg(name);

    QList<std::shared_ptr<SourceConnection>> open;
    QList<std::shared_ptr<SourceConnection>> affected;
    for (const auto &connection : connections) {
        if (!connection->setEnvironment(activeEnvironment, changed))
            continue;
        affected.append(connection);
        const SourceState &state = connection->state();
        if (state.isUsable() || state.phase == SourceState::Phase::Connecting)
            open.append(connection);
    }
    // A slot that these signals call may remove sources and delete this Sessions.
    const auto keep = q->d;
    const QPointer<Sessions> sessions = q;
    const auto isThere = [&](const std::shared_ptr<SourceConnection> &connection) {
        return sessions && std::ranges::contains(connections, connection);
    };
    for (const auto &connection : std::as_const(affected)) {
        if (isThere(connection))
            connection->close(endedByUser(connection->source().name, what));
    }
    if (sessions)
        Q_EMIT sessions->environmentChanged();
    if (sessions)
        useIdentity();
    for (const auto &connection : std::as_const(open)) {
        if (reconnect == Reconnect::WhatWasConnected && isThere(connection))
            connection->open(connection->versions());
    }
}

QFuture<Result<void>> Sessions::keepSecret(const QString &name, const QString &secret)
{
    SecretStore *store = d->services.secretStore;
    if (!store)
        return noStore<void>();
    d->services.exchanges->hideSecret(secret.toUtf8(), name);
    d->changedSecrets.append(u"keychain:"_s + name);
    return store->write(name, Secret(secret.toUtf8()));
}

QFuture<Result<bool>> Sessions::forgetSecret(const QString &name)
{
    return d->services.secretStore ? d->services.secretStore->remove(name) : noStore<bool>();
}

QFuture<Result<QStringList>> Sessions::keptSecrets() const
{
    return d->services.secretStore ? d->services.secretStore->names() : noStore<QStringList>();
}

QFuture<Result<Secret>> Sessions::readSecret(const QString &reference) const
{
    return d->services.secrets ? d->services.secrets->resolve(reference) : noStore<Secret>();
}

bool Sessions::secretsAreTemporary() const
{
    return d->services.secretStore && !d->services.secretStore->notice().isEmpty();
}

} // namespace Workbench

#include "moc_sessions.cpp"
