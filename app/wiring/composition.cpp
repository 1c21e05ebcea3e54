// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/wiring/composition.h"

#include "app/demo/demooperations.h"
#include "core/hub/server/hubservice.h"
#include "core/secrets/keychainstore.h"
#include "core/secrets/secretreference.h"
#include "core/session/signins.h"
#include "core/sources/fixtures/fixturesadapter.h"
#include "core/sources/hub/hubadapter.h"
#include "core/sources/local/localadapter.h"
#include "core/sources/mcp/mcperas.h"
#include "core/sources/mcp/mcpfactory.h"
#include "core/sources/openapi/openapiadapter.h"
#include "core/transport/websocket/websocketclient.h"

#include <QCoreApplication>
#include <QDir>
#include <QEventLoop>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

namespace Workbench::App {

using namespace Qt::StringLiterals;

namespace {

//! Connects \a access to \a signIns, which ask the user and must outlive \a access.
void connectSignIns(OAuthAccess *access, SignIns *signIns)
{
    SignInHost host;
    host.confirmOrigins = host.openBrowser = [signIns](const SignIn &step) { return signIns->ask(step); };
    host.showDeviceCode = [signIns](const SignIn &step) { signIns->show(step); };
    host.ended = [signIns](const QString &id, const Result<void> &result, const QString &notice) {
        signIns->end(id, result, notice);
    };
    access->setHost(std::move(host));
    signIns->setSignOut([access](const QString &source) { return access->signOut(source); });
}

//! Returns whether the operation belongs to a source that is not a hub. Hubs that offered each other's
//! operations would create operations without end.
bool isNoHubs(const Sessions *sessions, const OperationId &id)
{
    const Source *source = sessions ? sessions->sourceOf(id) : nullptr;
    return source && source->kind != "hub"_L1;
}

//! Returns whether hubs must not be offered \a id, because the user has not accepted its changed definition.
//! \source core/RULES.md R-130
bool isWithheld(const Sessions *sessions, const OperationId &id)
{
    return sessions && sessions->definitionChange(id).has_value();
}

std::vector<std::unique_ptr<AdapterFactory>> makeFactories(const QString &ownCommand,
    OperationRegistry *registry, SecretResolver *secrets, OAuthAccess *oauth, PeerRequests *peerRequests,
    std::shared_ptr<McpEras> eras, const std::unique_ptr<Sessions> &sessions)
{
    auto local = std::make_unique<LocalFactory>();
    local->addSet(u"demo"_s, demoOperations);
    std::vector<std::unique_ptr<AdapterFactory>> factories;
    factories.push_back(
        std::make_unique<McpFactory>(ownCommand, secrets, peerRequests, std::move(eras), oauth));
    factories.push_back(std::make_unique<HubFactory>(
        webSocketChannels(), registry,
        [&sessions](const OperationId &id) { return isNoHubs(sessions.get(), id); },
        [&sessions](const OperationId &id) { return isWithheld(sessions.get(), id); }));
    factories.push_back(std::make_unique<OpenApiFactory>(secrets, oauth));
    factories.push_back(std::make_unique<FixturesFactory>());
    factories.push_back(std::move(local));
    return factories;
}

//! Returns the store for secrets. If \a remembers is false, secrets stay in memory and are lost at exit.
std::unique_ptr<SecretStore> secretStore(bool remembers)
{
    if (!remembers)
        return std::make_unique<MemoryStore>();
    return std::make_unique<FallbackStore>(std::make_unique<KeychainStore>());
}

//! Returns the path of \a name in the data directory that the window and the command line share.
QString dataPath(const QString &name)
{
    const QString data = QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation);
    return QDir(data).filePath(u"envelope-workbench/"_s + name);
}

//! Returns the path of the `envelope` program that belongs to this program; empty if there is none.
QString ownCommandPath()
{
#ifdef Q_OS_WIN
    const QString name = u"envelope.exe"_s;
#else
    const QString name = u"envelope"_s;
#endif
    const QDir here(QCoreApplication::applicationDirPath());
    for (const QString &candidate : {here.filePath(name), here.filePath(u"../cli/"_s + name)}) {
        const QFileInfo file(candidate);
        if (file.isFile() && file.isExecutable())
            return QDir::cleanPath(file.absoluteFilePath());
    }
    return {};
}

} // namespace

Composition::Composition(Options options)
    : m_exchanges(std::make_unique<ExchangeLog>(options.limits))
    , m_registry(std::make_unique<OperationRegistry>(options.limits))
    , m_trust(std::make_unique<TrustStore>(options.rememberTrust ? trustStorePath() : QString()))
    , m_secretStore(secretStore(options.rememberTrust))
    , m_secrets(std::make_unique<SecretResolver>(m_secretStore.get(),
          [log = m_exchanges.get()](
              const Secret &secret, const QString &name) { log->hideSecret(secret.reveal(), name); }))
    , m_signIns(std::make_unique<SignIns>(m_trust.get()))
    , m_peerRequests(std::make_unique<PeerRequests>())
    , m_oauth(std::make_unique<OAuthAccess>(m_secretStore.get(), m_secrets.get(), m_secrets->observer()))
{
    connectSignIns(m_oauth.get(), m_signIns.get());
    const QString ownCommand = options.ownCommand.isEmpty() ? ownCommandPath() : options.ownCommand;
    const auto kept = [&options](
                          const QString &name) { return options.rememberTrust ? dataPath(name) : QString(); };
    m_sessions = std::make_unique<Sessions>(Sessions::Services{.registry = m_registry.get(),
        .exchanges = m_exchanges.get(),
        .trust = m_trust.get(),
        .limits = options.limits,
        .factories = makeFactories(ownCommand, m_registry.get(), m_secrets.get(), m_oauth.get(),
            m_peerRequests.get(), std::make_shared<McpEras>(kept(u"mcp-eras.json"_s)), m_sessions),
        .secrets = m_secrets.get(),
        .secretStore = m_secretStore.get(),
        .signIns = m_signIns.get(),
        .peerRequests = m_peerRequests.get(),
        .pins = std::make_shared<DefinitionPins>(kept(u"definitions"_s)),
        .remembersDefinitions = options.remembersDefinitions});
}

Composition::~Composition() = default;

Result<std::unique_ptr<ServedOperations>> Composition::serve(const ServeRequest &request)
{
    HubService::Options options{.limits = m_sessions->limits(),
        .history = m_exchanges.get(),
        .nameSpaces = request.nameSpaces,
        .isWithheld = [sessions = m_sessions.get()](
                          const OperationId &id) { return isWithheld(sessions, id); }};
    if (!request.token.isEmpty())
        options.tokens.insert(request.token, {.id = u"token"_s, .scopes = {}, .resources = {}});
    auto hub = std::make_unique<HubService>(m_registry.get(), options);
    if (const Result<void> listening = hub->listen(QHostAddress::LocalHost, request.port); !listening)
        return std::unexpected(listening.error());
    return hub;
}

void Composition::closeSources()
{
    QEventLoop loop;
    QObject::connect(m_sessions.get(), &Sessions::allClosed, &loop, &QEventLoop::quit);
    m_sessions->closeAll();
    loop.exec();
}

MessageChannelMaker webSocketChannels()
{
    return [](const MessageEndpoint &endpoint, const Limits &limits) {
        return std::make_unique<WebSocketClient>(endpoint, limits);
    };
}

QString trustStorePath()
{
    return dataPath(u"trust.json"_s);
}

} // namespace Workbench::App
