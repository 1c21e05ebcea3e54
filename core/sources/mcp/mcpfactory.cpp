// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/mcp/mcpfactory.h"

#include "core/sources/mcp/mcpadapter.h"
#include "core/sources/mcp/mcperas.h"
#include "core/sources/mcp/mcphttpchannel.h"
#include "core/sources/mcp/mcpsettings.h"
#include "core/sources/mcp/mcpsignin.h"
#include "core/sources/mcp/mcpssechannel.h"
#include "core/sources/mcp/mcpstdiochannel.h"
#include "core/transport/process/processtransport.h"

#include <QDir>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

std::unique_ptr<McpChannel> makeChannel(const QString &sourceName, const McpSettings &settings,
    const Limits &limits, ExchangeLog *log, McpPlan &plan)
{
    if (!settings.isHttp()) {
        plan.remake = [sourceName, process = settings.process, limits,
                          log = QPointer(log)]() -> std::unique_ptr<McpChannel> {
            return std::make_unique<McpStdioChannel>(
                sourceName, std::make_unique<ProcessTransport>(process, limits), limits, log.data());
        };
        return plan.remake();
    }
    if (settings.wire == McpSettings::Wire::Sse) {
        if (plan.pin.era == McpPin::Era::Auto) // that transport exists only in the legacy era
            plan.pin.era = McpPin::Era::Legacy;
        return std::make_unique<McpSseChannel>(sourceName, settings, limits, log);
    }
    if (settings.wire == McpSettings::Wire::Auto) {
        plan.fallback = [sourceName, settings, limits, log = QPointer(log)]() -> std::unique_ptr<McpChannel> {
            return std::make_unique<McpSseChannel>(sourceName, settings, limits, log.data());
        };
    }
    return std::make_unique<McpHttpChannel>(sourceName, settings, limits, log);
}

//! Reads the client certificate into \a shown, which the requests use.
Task<Result<void>> fetchCertificate(SecretResolver *secrets, CertificateCredential credential,
    std::shared_ptr<ClientCertificate> shown, QString sourceName)
{
    if (!secrets) {
        co_return std::unexpected(Error{ErrorKind::Usage, u"mcp.secret"_s,
            u"The client certificate of \"%1\" cannot be read here: no secret store is connected."_s.arg(
                sourceName)});
    }
    Result<ClientCertificate> files = co_await resolveCertificate(*secrets, credential);
    if (!files)
        co_return std::unexpected(files.error());
    *shown = *std::move(files);
    co_return Result<void>();
}

} // namespace

McpFactory::McpFactory(QString ownCommand, SecretResolver *secrets, PeerRequests *requests,
    std::shared_ptr<McpEras> eras, OAuthAccess *oauth)
    : m_ownCommand(std::move(ownCommand))
    , m_secrets(secrets)
    , m_requests(requests)
    , m_eras(std::move(eras))
    , m_oauth(oauth)
{
}

QList<SourceKind> McpFactory::sourceKinds() const
{
    return {{u"mcp-command"_s, kind(), u"MCP, command"_s, u"starts a program, talks over stdio"_s,
                u"terminal"_s, mcpCommandSchema()},
        {u"mcp-http"_s, kind(), u"MCP, HTTP"_s, u"streamable HTTP or SSE"_s, u"globe"_s, mcpHttpSchema()}};
}

Result<void> McpFactory::check(const Source &source) const
{
    return McpSettings::read(source, m_ownCommand).transform([](const McpSettings &) { });
}

Result<void> McpFactory::checkHeaders(const Source &source) const
{
    return McpSettings::checkHeaders(source.settings);
}

std::optional<TrustFacts> McpFactory::trustFacts(const Source &source) const
{
    const Result<McpSettings> settings = McpSettings::read(source, m_ownCommand);
    if (!settings || settings->isHttp() || settings->isOwnDemo)
        return {};
    const ProcessSettings &process = settings->process;
    TrustFacts facts;
    // A program that does not exist yet is confirmed by the given name. When it appears, its path is a new
    // fact.
    facts.program =
        findProgram(process.program, childEnvironment(process.environment), process.workingDirectory)
            .value_or(process.program);
    facts.arguments = process.arguments;
    for (const auto &[name, value] : process.environment) {
        facts.environmentNames.append(name);
        if (isLoaderVariable(name))
            facts.loaderVariables.append({name, value});
    }
    // The real folder, not the setting: "node server.js" is another program in another folder.
    facts.workingDirectory =
        QDir(process.workingDirectory.isEmpty() ? QDir::currentPath() : process.workingDirectory)
            .absolutePath();
    return facts;
}

QStringList McpFactory::watchedPaths(const Source &source) const
{
    const Result<McpSettings> settings = McpSettings::read(source, m_ownCommand);
    return settings ? settings->watched : QStringList();
}

std::unique_ptr<Adapter> McpFactory::create(
    const Source &source, const Limits &limits, ExchangeLog *log) const
{
    Result<McpSettings> settings = McpSettings::read(source, m_ownCommand);
    McpPlan plan;
    std::unique_ptr<McpChannel> channel;
    if (settings && settings->oauth && !m_oauth)
        settings = std::unexpected(Error{ErrorKind::Usage, u"mcp.oauth"_s,
            u"\"%1\" requires a sign-in, which is not possible here."_s.arg(source.name)});
    if (!settings) {
        // A source with wrong settings does not open.
        plan.prepare = [error = settings.error()] { return settledTask<void>(std::unexpected(error)); };
        channel = std::make_unique<McpHttpChannel>(source.name, McpSettings(), limits, log);
    } else {
        plan.pin = settings->pin;
        plan.client = {m_requests, settings->roots};
        plan.logLevel = settings->logLevel;
        if (m_eras) {
            const QByteArray key = McpEras::keyOf(*settings);
            plan.isKnownLegacy = m_eras->isLegacy(key);
            plan.remember = [eras = m_eras, key](bool isLegacy) { eras->remember(key, isLegacy); };
        }
        if (settings->clientCertificate) {
            settings->shownCertificate = std::make_shared<ClientCertificate>();
            plan.prepare = [secrets = m_secrets, credential = *settings->clientCertificate,
                               shown = settings->shownCertificate, name = source.name] {
                return fetchCertificate(secrets, credential, shown, name);
            };
        }
        if (settings->oauth) {
            OAuthPlan signInPlan = oauthPlanFor(source.name, *settings->oauth, settings->url);
            signInPlan.certificates = settings->certificates;
            signInPlan.log = log;
            settings->signIn = std::make_shared<McpSignIn>(m_oauth, std::move(signInPlan), limits);
        }
        channel = makeChannel(source.name, *settings, limits, log, plan);
    }
    return std::make_unique<McpAdapter>(source.name, std::move(channel), std::move(plan), limits, log);
}

} // namespace Workbench
