// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/session/sessions.h"

#include "core/base/visibletext.h"
#include "core/session/sessions_p.h"

#include <QSet>
#include <QTimer>

using namespace Qt::StringLiterals;

namespace Workbench {

Error endedByUser(const QString &name, const QString &what)
{
    return {.kind = ErrorKind::Closed,
        .code = u"source.closed"_s,
        .message = u"source \"%1\" was %2"_s.arg(name, what)};
}

namespace {

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
}

Sessions::~Sessions()
{
    for (const auto &connection : d->connections) {
        connection->disconnect(this);
        connection->close(endedByUser(connection->source().name, u"closed"_s));
    }
}

QList<SourceKind> Sessions::kinds() const
{
    QList<SourceKind> all;
    for (const auto &factory : d->services.factories)
        all += factory->sourceKinds();
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
            continue; // a workspace file refuses those; nothing can be invoked in them
        nameSpaces.insert(nameSpaceFor(source.name));
        auto connection = d->find(source.name);
        if (!connection) {
            added.append(source.name);
            connection = d->makeConnection(source);
        } else if (connection->source() != source) {
            replaced.append(source.name);
            d->retire(connection, u"replaced"_s);
            connection = d->makeConnection(source);
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
    d->retire(old, u"replaced"_s);
    *std::ranges::find(d->connections, old) = d->makeConnection(source);
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
    const QString removed = connection->source().name; // name may be the connection's own
    std::erase(d->connections, connection);
    d->retire(connection, u"removed"_s);
    Q_EMIT sourceRemoved(removed);
}

SignIns *Sessions::signIns() const
{
    return d->services.signIns;
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

QList<OperationSpec> Sessions::operations(const QString &sourceName) const
{
    QList<OperationSpec> all;
    all.reserve(operationList(sourceName).size());
    visitOperations(sourceName, [&all](const OperationSpec &spec) { all.append(spec); });
    return all;
}

OperationList Sessions::operationList(const QString &sourceName) const
{
    const auto connection = d->find(sourceName);
    return connection ? connection->operations() : OperationList();
}

SchemaDialect Sessions::schemaDialect(const QString &sourceName) const
{
    const auto connection = d->find(sourceName);
    return connection ? connection->schemaDialect() : SchemaDialect::Draft2020_12;
}

void Sessions::visitOperations(
    const QString &sourceName, const std::function<void(const OperationSpec &)> &visit) const
{
    const OperationList list = operationList(sourceName);
    for (const auto &spec : list)
        visit(*spec);
}

const Source *Sessions::sourceOf(const OperationId &operation) const
{
    const auto connection = d->findNameSpace(operation.nameSpace);
    return connection ? &connection->source() : nullptr;
}

void Sessions::setIdentity(const std::optional<Identity> &identity)
{
    d->identity = identity;
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
    // What a variable says that is not known here and now is checked when it is connected.
    const Result<EffectiveSource> effective = effectiveSource(source, activeEnvironment.get());
    return effective && effective->secrets.isEmpty() ? known->check(effective->source) : Result<void>();
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
    };
}

std::shared_ptr<SourceConnection> Sessions::Private::makeConnection(const Source &source)
{
    const auto connection = std::make_shared<SourceConnection>(
        source, factory(source.kind), connectionServices(services.registry), activeEnvironment);
    QObject::connect(connection.get(), &SourceConnection::changed, q,
        [sessions = q, name = source.name] { Q_EMIT sessions->sourceChanged(name); });
    QObject::connect(connection.get(), &SourceConnection::operationsChanged, q,
        [sessions = q, name = source.name] { Q_EMIT sessions->operationsChanged(name); });
    QObject::connect(connection.get(), &SourceConnection::logged, q, &Sessions::logged);
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

} // namespace Workbench
