// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/mcp/mcpfactory.h"

#include "core/sources/mcp/mcpadapter.h"
#include "core/sources/mcp/mcphttpchannel.h"
#include "core/sources/mcp/mcpsettings.h"
#include "core/sources/mcp/mcpssechannel.h"
#include "core/sources/mcp/mcpstdiochannel.h"
#include "core/transport/process/programlookup.h"

#include <QDir>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

//! Stands in for a channel whose settings are wrong, so that create() never gives nothing.
class RefusedChannel : public McpChannel {
public:
    explicit RefusedChannel(Error error)
        : m_error(std::move(error))
    {
    }
    QFuture<Result<void>> open() override { return settledAlready(std::unexpected(m_error)); }
    void send(const McpOutgoing &outgoing) override { Q_EMIT sendFailed(outgoing.ticket, m_error); }
    void close() override
    {
        QMetaObject::invokeMethod(this, [this] { Q_EMIT closed(m_error); }, Qt::QueuedConnection);
    }

private:
    Error m_error;
};

std::unique_ptr<McpChannel> makeChannel(const QString &sourceName, const McpSettings &settings,
    const Limits &limits, ExchangeLog *log, McpPlan &plan)
{
    if (!settings.isHttp()) {
        return std::make_unique<McpStdioChannel>(
            sourceName, std::make_unique<ProcessTransport>(settings.process, limits), limits, log);
    }
    if (settings.wire == McpSettings::Wire::Sse)
        return std::make_unique<McpSseChannel>(sourceName, settings, limits, log);
    if (settings.wire == McpSettings::Wire::Auto) {
        plan.fallback = [sourceName, settings, limits, log = QPointer(log)]() -> std::unique_ptr<McpChannel> {
            return std::make_unique<McpSseChannel>(sourceName, settings, limits, log.data());
        };
    }
    return std::make_unique<McpHttpChannel>(sourceName, settings, limits, log);
}

//! Puts the certificate where the requests find it.
Task<Result<void>> fetchCertificate(SecretResolver *secrets, CertificateCredential credential,
    std::shared_ptr<ClientCertificate> shown, QString sourceName)
{
    if (!secrets) {
        co_return std::unexpected(Error{ErrorKind::Usage, u"mcp.secret"_s,
            u"The client certificate of \"%1\" cannot be read here: no store of secrets is connected."_s.arg(
                sourceName),
            {}, {}});
    }
    Result<ClientCertificate> files = co_await resolveCertificate(*secrets, credential);
    if (!files)
        co_return std::unexpected(files.error());
    *shown = *std::move(files);
    co_return Result<void>();
}

} // namespace

McpFactory::McpFactory(QString ownCommand, SecretResolver *secrets)
    : m_ownCommand(std::move(ownCommand))
    , m_secrets(secrets)
{
}

QString McpFactory::kind() const
{
    return u"mcp"_s;
}

QList<SourceKind> McpFactory::sourceKinds() const
{
    return {{u"mcp-command"_s, kind(), u"MCP, command"_s, u"starts a program, talks over stdio"_s,
                u"terminal"_s, mcpCommandSchema()},
        {u"mcp-http"_s, kind(), u"MCP, HTTP"_s, u"streamable HTTP or SSE"_s, u"globe"_s, mcpHttpSchema()}};
}

Result<void> McpFactory::check(const Source &source) const
{
    const Result<McpSettings> settings = McpSettings::read(source, m_ownCommand);
    if (!settings)
        return std::unexpected(settings.error());
    return {};
}

std::optional<TrustFacts> McpFactory::trustFacts(const Source &source) const
{
    const Result<McpSettings> settings = McpSettings::read(source, m_ownCommand);
    if (!settings || settings->isHttp() || settings->isOwnDemo)
        return {};
    const ProcessSettings &process = settings->process;
    TrustFacts facts;
    // A program that is not there yet is confirmed by the name given; when it appears, its path is a new
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
    // Where it runs, not what was written: "node server.js" is another program in another folder.
    facts.workingDirectory =
        QDir(process.workingDirectory.isEmpty() ? QDir::currentPath() : process.workingDirectory)
            .absolutePath();
    return facts;
}

std::unique_ptr<Adapter> McpFactory::create(
    const Source &source, const Limits &limits, ExchangeLog *log) const
{
    Result<McpSettings> settings = McpSettings::read(source, m_ownCommand);
    McpPlan plan;
    std::unique_ptr<McpChannel> channel;
    if (!settings) {
        channel = std::make_unique<RefusedChannel>(settings.error());
    } else {
        plan.revision = settings->revision;
        if (settings->clientCertificate) {
            settings->shownCertificate = std::make_shared<ClientCertificate>();
            plan.prepare = [secrets = m_secrets, credential = *settings->clientCertificate,
                               shown = settings->shownCertificate, name = source.name] {
                return fetchCertificate(secrets, credential, shown, name);
            };
        }
        channel = makeChannel(source.name, *settings, limits, log, plan);
    }
    return std::make_unique<McpAdapter>(source.name, std::move(channel), std::move(plan), limits, log);
}

} // namespace Workbench
