// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/wiring/composition.h"

#include "app/wiring/secretaccess.h"
#include "app/wiring/signinhost.h"
#include "core/auth/keychainstore.h"
#include "core/sources/fixtures/fixturesfactory.h"
#include "core/sources/hub/hubfactory.h"
#include "core/sources/local/localfactory.h"
#include "core/sources/mcp/mcpfactory.h"
#include "core/sources/openapi/openapifactory.h"
#include "core/transport/websocket/websocketclient.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

using namespace Qt::StringLiterals;

namespace Workbench::App {

namespace {

//! Whether the operation is a source's other than a hub's: hubs that offered each other's operations would
//! have no end of them.
bool isNoHubs(const Sessions *sessions, const OperationId &id)
{
    const Source *source = sessions ? sessions->sourceOf(id) : nullptr;
    return source && source->kind != "hub"_L1;
}

std::vector<std::unique_ptr<AdapterFactory>> makeFactories(const QString &ownCommand,
    OperationRegistry *registry, SecretResolver *secrets, OAuthAccess *oauth,
    const std::unique_ptr<Sessions> &sessions)
{
    auto local = std::make_unique<LocalFactory>();
    local->addSet(u"demo"_s, demoOperations);
    std::vector<std::unique_ptr<AdapterFactory>> factories;
    factories.push_back(std::make_unique<McpFactory>(ownCommand, secrets));
    factories.push_back(std::make_unique<HubFactory>(webSocketChannels(), registry,
        [&sessions](const OperationId &id) { return isNoHubs(sessions.get(), id); }));
    factories.push_back(std::make_unique<OpenApiFactory>(secrets, oauth));
    factories.push_back(std::make_unique<FixturesFactory>());
    factories.push_back(std::move(local));
    return factories;
}

} // namespace

Composition::Composition(Options options)
    : m_exchanges(std::make_unique<ExchangeLog>(options.limits))
    , m_registry(std::make_unique<OperationRegistry>(options.limits))
    , m_trust(std::make_unique<TrustStore>(options.rememberTrust ? trustStorePath() : QString()))
    , m_secretStore(std::make_unique<FallbackStore>(std::make_unique<KeychainStore>()))
    , m_secrets(std::make_unique<SecretResolver>(m_secretStore.get(),
          [log = m_exchanges.get()](
              const Secret &secret, const QString &name) { log->hideSecret(secret.reveal(), name); }))
    , m_signIns(std::make_unique<SignIns>(m_trust.get()))
    , m_oauth(std::make_unique<OAuthAccess>(m_secretStore.get(), m_secrets.get(), m_secrets->observer()))
{
    connectSignIns(m_oauth.get(), m_signIns.get());
    const QString ownCommand = options.ownCommand.isEmpty() ? ownCommandPath() : options.ownCommand;
    m_sessions = std::make_unique<Sessions>(Sessions::Services{.registry = m_registry.get(),
        .exchanges = m_exchanges.get(),
        .trust = m_trust.get(),
        .limits = options.limits,
        .factories = makeFactories(ownCommand, m_registry.get(), m_secrets.get(), m_oauth.get(), m_sessions),
        .secrets = secretAccess(m_secrets.get(), m_secretStore.get()),
        .signIns = m_signIns.get()});
}

Composition::~Composition() = default;

MessageChannelMaker webSocketChannels()
{
    return [](const MessageEndpoint &endpoint) -> std::unique_ptr<MessageChannel> {
        return std::make_unique<WebSocketClient>(WebSocketRequest{.sourceName = endpoint.sourceName,
                                                     .url = endpoint.url,
                                                     .headers = endpoint.headers,
                                                     .acceptedCertificates = endpoint.acceptedCertificates},
            endpoint.limits);
    };
}

QString trustStorePath()
{
    const QString data = QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation);
    return QDir(data).filePath(u"envelope-workbench/trust.json"_s);
}

QString definitionPinsPath()
{
    const QString data = QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation);
    return QDir(data).filePath(u"envelope-workbench/definitions.json"_s);
}

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

Workspace demoWorkspace()
{
    QFile file(u":/workbench/demo.workspace.json"_s);
    const bool isOpen = file.open(QIODevice::ReadOnly);
    Q_ASSERT_X(isOpen, "demoWorkspace", "the resource is built in");
    const Result<Workspace> workspace = isOpen ? Workspace::fromBytes(file.readAll()) : Workspace();
    return workspace.value_or(Workspace());
}

} // namespace Workbench::App
