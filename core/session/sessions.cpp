// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/session/sessions.h"

#include "core/base/visibletext.h"
#include "core/session/effectivesource.h"
#include "core/session/peerrequests.h"
#include "core/session/sourceconnection.h"

#include <QFutureWatcher>
#include <QSet>
#include <QThreadPool>
#include <QTimer>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

//! Returns the error for the calls of a source that the user disconnected. \a what completes the sentence
//! "source NAME was …", for example "disconnected".
Error endedByUser(const QString &name, const QString &what)
{
    return {ErrorKind::Closed, u"source.closed"_s, u"source \"%1\" was %2"_s.arg(name, what)};
}

constexpr qsizetype shownName = 80;

std::unexpected<Error> usage(const QString &message)
{
    return std::unexpected(Error{ErrorKind::Usage, u"source.settings"_s, message});
}

std::unexpected<Error> noSuchSource(const QString &name)
{
    return std::unexpected(
        Error{ErrorKind::Usage, u"source.unknown"_s, u"there is no source \"%1\""_s.arg(name)});
}

template <typename T> QFuture<Result<T>> noStore()
{
    return QtFuture::makeReadyValueFuture(Result<T>(
        std::unexpected(Error{ErrorKind::Storage, u"secret.store"_s, u"no secret store is available"_s})));
}

} // namespace

Sessions::Sessions(Services services, QObject *parent)
    : QObject(parent)
    , m_services(std::move(services))
    , m_closing(std::make_shared<ClosingAdapters>(m_services.closePatience))
    , m_streamWorker(std::make_shared<QThreadPool>())
{
    m_streamWorker->setMaxThreadCount(1);
    if (m_services.registry) {
        connect(m_services.registry, &OperationRegistry::remark, this,
            [this](const QString &operation, const QString &text) {
                const OperationId id = OperationId::fromString(operation);
                if (const auto connection = findNameSpace(id.nameSpace)) {
                    connection->log(LogLine::Level::Warning,
                        u"%1: %2"_s.arg(visibleText(id.name, false, shownName), text), u"schema"_s);
                }
            });
    }
    if (!m_services.peerRequests)
        return;
    // A record counts the requests of its server, and how many of them wait for an answer.
    const auto note = [this](const PeerRequest &request, int asked, int waiting) {
        const ExchangeRecord *known = m_services.exchanges->findRecord(request.exchangeId);
        if (!known)
            return;
        ExchangeRecord record = *known;
        record.asked += asked;
        record.waiting = std::max(0, record.waiting + waiting);
        m_services.exchanges->update(record);
    };
    connect(m_services.peerRequests, &PeerRequests::arrived, this, [this, note](const QString &id) {
        if (const PeerRequest *request = m_services.peerRequests->find(id))
            note(*request, 1, 1);
    });
    connect(m_services.peerRequests, &PeerRequests::ended, this,
        [note](const PeerRequest &request) { note(request, 0, -1); });
}

Sessions::~Sessions()
{
    for (const auto &connection : m_connections) {
        connection->disconnect(this);
        connection->close(endedByUser(connection->source().name, u"closed"_s));
    }
    // A flow that still waits for its adapter keeps its connection and the adapter alive. Both use services
    // that the owner of Sessions may delete next.
    m_closing->deleteAll();
}

// Not inline, because GCC 14 then warns about null pointers where a QPointer was checked.
const Limits &Sessions::limits() const
{
    return m_services.limits;
}

QList<SourceKind> Sessions::kinds() const
{
    QList<SourceKind> all;
    for (const auto &factory : m_services.factories) {
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
    for (const auto &connection : m_connections)
        all.append(connection->source());
    return all;
}

const Source *Sessions::source(const QString &name) const
{
    const auto connection = find(name);
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
        auto connection = find(source.name);
        if (!connection) {
            added.append(source.name);
            connection = makeConnection(source);
        } else if (connection->source() != source) {
            replaced.append(source.name);
            connection = replacement(connection, source);
        }
        ordered.push_back(std::move(connection));
    }
    m_connections = std::move(ordered);
    for (const QString &name : std::as_const(added))
        Q_EMIT sourceAdded(name);
    for (const QString &name : std::as_const(replaced)) {
        Q_EMIT operationsChanged(name);
        Q_EMIT sourceChanged(name);
    }
}

Result<void> Sessions::addSource(const Source &source)
{
    if (Result<void> checked = checkSource(source); !checked)
        return checked;
    m_connections.push_back(makeConnection(source));
    Q_EMIT sourceAdded(source.name);
    return {};
}

Result<void> Sessions::replaceSource(const QString &name, const Source &source)
{
    const auto old = find(name);
    if (!old)
        return noSuchSource(name);
    if (Result<void> checked = checkSource(source, name); !checked)
        return checked;
    if (old->source() == source)
        return {};
    const auto connection = replacement(old, source);
    *std::ranges::find(m_connections, old) = connection;
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
    const auto connection = find(name);
    if (!connection)
        return;
    const QString removed = connection->source().name; // the argument may refer to the connection's string
    std::erase(m_connections, connection);
    retire(connection, u"removed"_s);
    Q_EMIT sourceRemoved(removed);
}

bool Sessions::signsIn(const QString &name) const
{
    const Source *signing = source(name);
    return signing && m_services.signIns && signing->settings.member("auth"_L1).toString() == "oauth"_L1;
}

SourceState Sessions::state(const QString &name) const
{
    const auto connection = find(name);
    return connection ? connection->state() : SourceState();
}

std::optional<TrustFacts> Sessions::trustNeeded(const Source &source) const
{
    std::optional<TrustFacts> facts = trustFacts(source);
    if (facts && m_services.trust->isTrusted(*facts))
        facts.reset();
    return facts;
}

Result<void> Sessions::confirmTrust(const Source &source, bool onlyNow)
{
    const std::optional<TrustFacts> facts = trustFacts(source);
    return facts ? m_services.trust->trust(*facts, onlyNow) : Result<void>();
}

void Sessions::connectSource(const QString &name)
{
    if (const auto connection = find(name))
        connection->open();
}

void Sessions::connectAnyway(const QString &name)
{
    if (const auto connection = find(name))
        connection->open(SourceConnection::Versions::Any);
}

void Sessions::disconnectSource(const QString &name)
{
    if (const auto connection = find(name))
        connection->close(endedByUser(connection->source().name, u"disconnected"_s));
}

void Sessions::refreshSource(const QString &name)
{
    if (const auto connection = find(name))
        connection->refresh();
}

void Sessions::setLimits(const Limits &limits)
{
    m_services.limits = limits;
    for (const auto &connection : m_connections)
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
    const auto connection = find(sourceName);
    return connection ? connection->operations() : OperationList();
}

QList<DefinitionChange> Sessions::definitionChanges(const QString &sourceName) const
{
    const auto connection = find(sourceName);
    if (!connection)
        return {};
    QList<DefinitionChange> changes = connection->definitions().changes(connection->operations());
    // Without a whole list, an operation may only seem to be gone.
    const SourceState &state = connection->state();
    if (!state.isUsable() || !state.incompleteReason.isEmpty())
        changes.removeIf([](const DefinitionChange &change) { return !change.now; });
    return changes;
}

qsizetype Sessions::changedDefinitions(const QString &sourceName) const
{
    const auto connection = find(sourceName);
    return connection ? connection->definitions().changedCount() : 0;
}

std::optional<DefinitionChange> Sessions::definitionChange(const OperationId &operation) const
{
    const auto connection = findNameSpace(operation.nameSpace);
    return connection ? connection->definitions().change(operation.name) : std::nullopt;
}

std::optional<Error> Sessions::definitionRefusal(const OperationId &operation) const
{
    const auto connection = findNameSpace(operation.nameSpace);
    return connection ? connection->refusal(operation.name, {}) : std::nullopt;
}

QFuture<Result<void>> Sessions::acceptDefinitions(
    const QString &sourceName, const QList<DefinitionChange> &changes)
{
    const auto connection = find(sourceName);
    if (!connection)
        return QtFuture::makeReadyValueFuture(Result<void>(noSuchSource(sourceName)));
    connection->log(LogLine::Level::Notice, u"accepted changes of definitions: %1"_s.arg(changes.size()));
    QFuture<Result<void>> kept = connection->acceptDefinitions(changes);
    if (OperationRegistry *registry = m_services.registry) // hubs are offered what was withheld until now
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
    const auto connection = find(sourceName);
    return connection ? connection->schemaDialect() : SchemaDialect::Draft2020_12;
}

const Source *Sessions::sourceOf(const OperationId &operation) const
{
    const auto connection = findNameSpace(operation.nameSpace);
    return connection ? &connection->source() : nullptr;
}

void Sessions::setIdentity(const std::optional<Identity> &identity)
{
    m_identity = identity;
    useIdentity();
}

void Sessions::overrideIdentity(const std::optional<Identity> &identity)
{
    m_givenIdentity = identity;
    useIdentity();
}

std::optional<Identity> Sessions::identity() const
{
    if (m_givenIdentity)
        return m_givenIdentity;
    return m_activeEnvironment && m_activeEnvironment->identity ? m_activeEnvironment->identity : m_identity;
}

void Sessions::useIdentity()
{
    const std::optional<Identity> identityNow = identity();
    if (identityNow == m_usedIdentity)
        return;
    m_usedIdentity = identityNow;
    // A slot that these signals call may delete this Sessions.
    const QPointer<Sessions> sessions = this;
    for (const auto &connection : std::vector(m_connections))
        connection->setIdentity(identityNow);
    if (sessions)
        Q_EMIT sessions->identityChanged();
}

void Sessions::closeAll()
{
    for (const auto &connection : std::vector(m_connections))
        connection->close(endedByUser(connection->source().name, u"closed"_s));
    if (m_closing->isEmpty())
        QTimer::singleShot(0, this, &Sessions::allClosed);
    else
        connect(
            m_closing.get(), &ClosingAdapters::emptied, this, &Sessions::allClosed, Qt::SingleShotConnection);
}

std::shared_ptr<SourceConnection> Sessions::find(const QString &name) const
{
    const auto found =
        std::ranges::find(m_connections, name, [](const auto &one) { return one->source().name; });
    return found == m_connections.end() ? nullptr : *found;
}

std::shared_ptr<SourceConnection> Sessions::findNameSpace(const QString &nameSpace) const
{
    const auto found =
        std::ranges::find(m_connections, nameSpace, [](const auto &one) { return one->nameSpace(); });
    return found == m_connections.end() ? nullptr : *found;
}

const AdapterFactory *Sessions::factory(const QString &kind) const
{
    const auto found =
        std::ranges::find(m_services.factories, kind, [](const auto &one) { return one->kind(); });
    return found == m_services.factories.end() ? nullptr : found->get();
}

Result<void> Sessions::checkSource(const Source &source, const QString &replaced) const
{
    if (source.name.trimmed().isEmpty())
        return usage(u"a source needs a name"_s);
    const auto other = findNameSpace(nameSpaceFor(source.name));
    if (other && other->source().name != replaced) {
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
    const Result<EffectiveSource> effective = effectiveSource(source, m_activeEnvironment.get());
    if (!effective || !effective->secrets.isEmpty())
        return {};
    if (const Result<Limits> limits = limitsOf(effective->source, m_services.limits); !limits)
        return std::unexpected(limits.error());
    return known->check(effective->source);
}

std::optional<TrustFacts> Sessions::trustFacts(const Source &source) const
{
    const AdapterFactory *known = factory(source.kind);
    const Result<EffectiveSource> effective = effectiveSource(source, m_activeEnvironment.get());
    return known && effective ? trustFactsOf(*known, *effective) : std::nullopt;
}

std::shared_ptr<SourceConnection> Sessions::newConnection(const Source &source, bool isTest) const
{
    const auto connection = std::make_shared<SourceConnection>(source, factory(source.kind),
        SourceConnection::Services{
            .registry = isTest ? nullptr : m_services.registry,
            .exchanges = m_services.exchanges,
            .trust = m_services.trust,
            .limits = m_services.limits,
            .closing = m_closing,
            .secrets = m_services.secrets,
            .pins = isTest ? nullptr : m_services.pins, // a connection test stores no definitions
            .remembersDefinitions = m_services.remembersDefinitions,
        },
        m_activeEnvironment);
    connection->setIdentity(identity());
    return connection;
}

std::shared_ptr<SourceConnection> Sessions::makeConnection(const Source &source)
{
    const auto connection = newConnection(source, false);
    connect(connection.get(), &SourceConnection::changed, this,
        [this, name = source.name] { Q_EMIT sourceChanged(name); });
    connect(connection.get(), &SourceConnection::operationsChanged, this,
        [this, name = source.name] { Q_EMIT operationsChanged(name); });
    connect(connection.get(), &SourceConnection::logged, this, &Sessions::logged);
    return connection;
}

std::shared_ptr<SourceConnection> Sessions::replacement(
    const std::shared_ptr<SourceConnection> &old, const Source &source)
{
    auto connection = makeConnection(source);
    connection->takeDefinitions(*old);
    retire(old, u"replaced"_s);
    return connection;
}

void Sessions::retire(const std::shared_ptr<SourceConnection> &connection, const QString &what)
{
    disconnect(connection.get(), &SourceConnection::changed, this, nullptr);
    disconnect(connection.get(), &SourceConnection::operationsChanged, this, nullptr);
    connection->close(endedByUser(connection->source().name, what));
    connection->forgetOperations();
    m_seenEnvelopes.remove(nameSpaceFor(connection->source().name));
}

void Sessions::setEnvironments(
    const QList<Environment> &environments, const std::optional<QString> &active, Reconnect reconnect)
{
    const QString wanted = active.value_or(m_environmentName);
    const bool exists = std::ranges::contains(environments, wanted, &Environment::name);
    const QString name = exists ? wanted : QString();
    if (m_environments == environments && m_environmentName == name && m_changedSecrets.isEmpty())
        return;
    m_environments = environments;
    useEnvironment(name, reconnect);
}

Result<void> Sessions::setEnvironment(const QString &name)
{
    if (name == m_environmentName)
        return {};
    if (!name.isEmpty() && !std::ranges::contains(m_environments, name, &Environment::name)) {
        QStringList names;
        for (const Environment &environment : std::as_const(m_environments))
            names.append(environment.name);
        const QString have = names.isEmpty()
            ? u"the workspace has none"_s
            : QString(u"the workspace has "_s + visibleText(names.join(u", "_s)));
        return std::unexpected(Error{ErrorKind::Usage, u"environment.unknown"_s,
            u"there is no environment \"%1\"; %2"_s.arg(name, have)});
    }
    useEnvironment(name, Reconnect::WhatWasConnected);
    return {};
}

void Sessions::useEnvironment(const QString &name, Reconnect reconnect)
{
    const bool isSame = name == m_environmentName;
    m_environmentName = name;
    m_activeEnvironment.reset();
    const auto active = std::ranges::find(m_environments, name, &Environment::name);
    if (active != m_environments.end())
        m_activeEnvironment = std::make_shared<const Environment>(*active);
    const QStringList changed = std::exchange(m_changedSecrets, {});
    const QString what = isSame ? u"disconnected because its environment was edited"_s
        : name.isEmpty()        ? u"disconnected because no environment is chosen any more"_s
                                : u"disconnected because the environment is \"%1\" now"_s.arg(name);

    QList<std::shared_ptr<SourceConnection>> open;
    QList<std::shared_ptr<SourceConnection>> affected;
    for (const auto &connection : m_connections) {
        if (!connection->setEnvironment(m_activeEnvironment, changed))
            continue;
        affected.append(connection);
        const SourceState &state = connection->state();
        if (state.isUsable() || state.phase == SourceState::Phase::Connecting)
            open.append(connection);
    }
    // A slot that these signals call may remove sources and delete this Sessions.
    const QPointer<Sessions> sessions = this;
    const auto isThere = [&](const std::shared_ptr<SourceConnection> &connection) {
        return sessions && std::ranges::contains(m_connections, connection);
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
    SecretStore *store = m_services.secretStore;
    if (!store)
        return noStore<void>();
    m_services.exchanges->hideSecret(secret.toUtf8(), name);
    m_changedSecrets.append(u"keychain:"_s + name);
    return store->write(name, Secret(secret.toUtf8()));
}

QFuture<Result<bool>> Sessions::forgetSecret(const QString &name)
{
    return m_services.secretStore ? m_services.secretStore->remove(name) : noStore<bool>();
}

QFuture<Result<QStringList>> Sessions::keptSecrets() const
{
    return m_services.secretStore ? m_services.secretStore->names() : noStore<QStringList>();
}

QFuture<Result<Secret>> Sessions::readSecret(const QString &reference) const
{
    return m_services.secrets ? m_services.secrets->resolve(reference) : noStore<Secret>();
}

bool Sessions::secretsAreTemporary() const
{
    return m_services.secretStore && !m_services.secretStore->notice().isEmpty();
}

} // namespace Workbench

#include "moc_sessions.cpp"
