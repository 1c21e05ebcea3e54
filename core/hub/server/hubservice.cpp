// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/hub/server/hubservice.h"

#include "core/base/randombytes.h"
#include "core/hub/server/hubservices.h"
#include "core/operation/registry/registryoperations.h"

using namespace Qt::StringLiterals;

namespace Workbench {

namespace {

std::optional<Identity> identityOf(const QMap<QByteArray, Identity> &tokens, const QByteArray &token)
{
    std::optional<Identity> found;
    for (auto it = tokens.constBegin(); it != tokens.constEnd(); ++it) {
        if (isSameSecret(it.key(), token))
            found = it.value();
    }
    return found;
}

QByteArray tokenOf(const WebSocketPeer &peer)
{
    const QByteArray target = peer.url().toEncoded(QUrl::RemoveScheme | QUrl::RemoveAuthority);
    return tokenOf(RequestHead{"GET", target, peer.peerHeaders()});
}

WebSocketServer::Options serverOptions(const HubService::Options &serving)
{
    WebSocketServer::Options options;
    options.limits = serving.limits;
    options.connections = serving.limits.hubConnections;
    options.certificate = serving.certificate;
    options.origins = serving.pages;
    if (!serving.tokens.isEmpty()) {
        options.admit = [tokens = serving.tokens](
                            const RequestHead &request) -> std::optional<UpgradeAnswer> {
            const QByteArray token = tokenOf(request);
            if (identityOf(tokens, token))
                return {};
            return WebSocketServer::unauthorized(!token.isEmpty());
        };
    }
    return options;
}

ServedCall callOf(const QString &peer, const CallReport &report)
{
    return {peer, report.identity ? report.identity->id : QString(), report.operation, report.failure(),
        report.duration, report.warningCount, report.changeCount};
}

} // namespace

HubService::HubService(OperationRegistry *registry, const Options &options, QObject *parent)
    : ServedOperations(parent)
    , m_registry(registry)
    , m_options(options)
    , m_server(std::make_unique<WebSocketServer>(serverOptions(options)))
{
    Hub::Options hub{.limits = options.limits,
        .abortPolicy = options.abortPolicy,
        .isWithheld = options.isWithheld,
        .log = options.log,
        .history = options.history};
    if (!options.tokens.isEmpty())
        hub.identityOf = [tokens = options.tokens](
                             const QString &token) { return identityOf(tokens, token.toUtf8()); };
    if (options.nameSpaces) {
        m_offered = std::make_unique<OperationRegistry>(options.limits);
        hub.ownOperations = std::make_shared<RegistryOperations>(
            registry, [nameSpaces = *options.nameSpaces](const OperationId &id) {
                return nameSpaces.contains(id.nameSpace);
            });
        for (const QString &nameSpace : *options.nameSpaces)
            offer(nameSpace);
        connect(registry, &OperationRegistry::operationsChanged, this, &HubService::offer);
    }
    m_hub = std::make_unique<Hub>(m_offered ? m_offered.get() : registry, std::move(hub));
    connect(m_server.get(), &WebSocketServer::channelReady, this, &HubService::take);
    connect(m_server.get(), &WebSocketServer::refused, this, &ServedOperations::refused);
    connect(m_hub.get(), &Hub::connectionAdded, this, &ServedOperations::connectionsChanged);
    connect(m_hub.get(), &Hub::connectionRemoved, this, &ServedOperations::connectionsChanged);
    connect(m_hub.get(), &Hub::logged, this, [this](const LogLine &line) {
        Q_EMIT logged(line);
        if (line.level >= LogLine::Level::Warning)
            Q_EMIT warned(line.text);
    });
    connect(m_hub.get(), &Hub::callFinished, this, [this](const QString &peer, const CallReport &report) {
        Q_EMIT callFinished(peer, report);
        if (!isService(report.operation))
            Q_EMIT called(callOf(peer, report));
    });
}

HubService::~HubService()
{
    disconnect(m_hub.get(), nullptr, this, nullptr); // the signals of its end are not needed
}

//! Updates the descriptions of the operations of \a nameSpace.
void HubService::offer(const QString &nameSpace)
{
    if (!m_options.nameSpaces->contains(nameSpace))
        return;
    m_offered->removeNamespace(nameSpace);
    QList<OperationRegistry::Registration> described;
    for (const OperationSpec &spec : m_registry->list(nameSpace))
        described.append({.spec = spec, .handler = {}});
    std::ignore = m_offered->registerAll(std::move(described)); // cannot fail: they were registered before
}

void HubService::take()
{
    while (std::unique_ptr<WebSocketPeer> channel = m_server->nextChannel()) {
        const QByteArray token = tokenOf(*channel);
        HubPeer peer;
        peer.identity = identityOf(m_options.tokens, token);
        peer.isTrustedGateway = m_options.gateways.contains(token);
        peer.address = channel->peer();
        m_hub->addConnection(std::move(channel), peer);
    }
}

} // namespace Workbench

#include "moc_hubservice.cpp"
