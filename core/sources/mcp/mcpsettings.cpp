// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/mcp/mcpsettings.h"

#include "core/base/settingsreader.h"
#include "core/envelope/pipeline/pipeline.h"
#include "core/json/jsonparser.h"
#include "core/transport/http/httprequestbytes.h"
#include "core/transport/http/httptext.h"

#include <QDir>

#include <algorithm>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr QLatin1StringView ownCommandName{"${envelope}"};

SettingsReader readerOf(const Json &settings)
{
    return {settings, u"mcp.settings"_s, {}, SettingsReader::Errors::Detailed};
}

HttpHeaders mcpHeaders(SettingsReader &settings)
{
    return readHeaders(settings,
        {"accept", "content-type", "last-event-id", "mcp-method", "mcp-name", "mcp-protocol-version",
            "mcp-session-id"});
}

void readSignIn(McpSettings &out, SettingsReader &settings)
{
    const QString auth = settings.text("auth"_L1);
    if (auth.isEmpty())
        return;
    if (auth != "oauth"_L1)
        settings.refuse(u"auth"_s, u"expected oauth; set any other credential as a header"_s);
    if (hasHeader(out.headers, "authorization"))
        settings.refuse(
            u"headers/Authorization"_s, u"cannot be set together with sign-in by OAuth, which sets it"_s);
    out.oauth = settings.accept(OAuthSettings::read(settings.member("oauth"_L1)));
}

void readHttp(McpSettings &out, SettingsReader &settings)
{
    if (!out.url.isValid() || out.url.host().isEmpty()
        || (out.url.scheme() != "http"_L1 && out.url.scheme() != "https"_L1))
        settings.refuse(u"url"_s, u"expected an http or https address"_s);
    if (!out.url.userInfo().isEmpty())
        settings.refuse(u"url"_s, u"holds a user name or password; use the header Authorization"_s);
    out.headers = mcpHeaders(settings);
    readSignIn(out, settings);
    using Wire = McpSettings::Wire;
    out.wire = settings
                   .choice<Wire>("transport"_L1,
                       {{"auto"_L1, Wire::Auto}, {"streamable-http"_L1, Wire::StreamableHttp},
                           {"sse"_L1, Wire::Sse}})
                   .value_or(Wire::Auto);
    out.certificates =
        settings.accept(u"certificates"_s, readAcceptedCertificates(settings.member("certificates"_L1)));
    out.clientCertificate = settings.accept(
        u"clientCertificate"_s, CertificateCredential::read(settings.member("clientCertificate"_L1)));
}

//! Returns the folder to watch for a program: the folder of a file in its arguments, else the folder where
//! the program starts, else the folder of the program. Empty if the program is found in PATH.
QString programFolder(const ProcessSettings &process, const QDir &start)
{
    for (const QString &argument : process.arguments) {
        if (const QFileInfo file(start, argument); !argument.startsWith(u'-') && file.isFile())
            return file.absolutePath();
    }
    if (!process.workingDirectory.isEmpty())
        return start.absolutePath();
    return process.program.contains(u'/') ? QFileInfo(start, process.program).absolutePath() : QString();
}

void readWatch(McpSettings &out, SettingsReader &settings)
{
    const bool isWatched = settings.isOn("watch"_L1);
    const QStringList paths = settings.textList("watchPaths"_L1);
    if (!isWatched)
        return;
    const QDir start(
        out.process.workingDirectory.isEmpty() ? QDir::currentPath() : out.process.workingDirectory);
    for (const QString &path : paths)
        out.watched.append(QDir::cleanPath(start.absoluteFilePath(path)));
    if (const QString folder = programFolder(out.process, start); out.watched.isEmpty() && !folder.isEmpty())
        out.watched.append(folder);
    if (out.watched.isEmpty())
        settings.refuse(u"watch"_s,
            u"the folder of \"%1\" is not known; set the paths to watch in watchPaths"_s.arg(
                out.process.program));
}

void readCommand(McpSettings &out, SettingsReader &settings, const QString &ownCommand)
{
    out.process.arguments = settings.textList("args"_L1);
    out.process.environment = settings.textMap("env"_L1);
    for (const auto &[name, value] : std::as_const(out.process.environment)) {
        if (name.isEmpty() || name.contains(u'=') || name.contains(u'\0') || value.contains(u'\0'))
            settings.refuse(u"env/"_s + name, u"is not a valid environment variable"_s);
    }
    out.process.workingDirectory = settings.text("cwd"_L1);
    readWatch(out, settings);
    if (out.process.program != ownCommandName)
        return;
    if (ownCommand.isEmpty())
        settings.refuse(u"command"_s, u"this program does not know its own command line"_s);
    out.process.program = ownCommand;
    // A variable such as LD_PRELOAD would run other code, so additions need a confirmation like any command.
    static const QStringList demos{u"tracker"_s, u"desk"_s, u"modern"_s};
    const QStringList &arguments = out.process.arguments;
    out.isOwnDemo =
        arguments.first(std::min<qsizetype>(arguments.size(), 2)) == QStringList{u"serve"_s, u"--demo"_s}
        && (arguments.size() == 2 || (arguments.size() == 3 && demos.contains(arguments[2])))
        && out.process.environment.isEmpty() && out.process.workingDirectory.isEmpty();
}

} // namespace

Result<void> McpSettings::checkHeaders(const Json &settings)
{
    if (settings.member("url"_L1).toString().isEmpty())
        return {}; // a command has no headers
    SettingsReader reader = readerOf(settings);
    mcpHeaders(reader);
    return reader.outcome();
}

Result<McpSettings> McpSettings::read(const Source &source, const QString &ownCommand)
{
    static const QStringList logLevels{u"debug"_s, u"info"_s, u"notice"_s, u"warning"_s, u"error"_s,
        u"critical"_s, u"alert"_s, u"emergency"_s};
    McpSettings out;
    SettingsReader settings = readerOf(source.settings);
    out.process.sourceName = source.name;
    const QString address = settings.text("url"_L1);
    const QString command = settings.text("command"_L1);
    out.pin = settings.accept(u"protocol"_s, McpPin::read(settings.text("protocol"_L1)));
    out.logLevel = settings.text("logLevel"_L1);
    if (!out.logLevel.isEmpty() && !logLevels.contains(out.logLevel))
        settings.refuse(u"logLevel"_s, u"expected one of "_s + logLevels.join(", "_L1));
    const QList<McpRoot> roots = settings.accept(u"roots"_s, readRoots(settings.member("roots"_L1)));
    if (!roots.isEmpty())
        out.roots = roots;
    settings.accept(resultReading(source.settings));
    if (!address.isEmpty()) {
        out.url = QUrl(address, QUrl::StrictMode);
        readHttp(out, settings);
    } else if (!command.isEmpty()) {
        out.process.program = command;
        readCommand(out, settings, ownCommand);
    } else if (settings.outcome()) {
        return std::unexpected(Error{ErrorKind::Usage, ErrorCode::executionError,
            u"Invalid MCP server config for %1: must have either 'url' or 'command'"_s.arg(source.name)});
    }
    return settings.outcome().transform([&out] { return std::move(out); });
}

Json mcpCommandSchema()
{
    static const Json schema = withReadingSettings(jsonResource(u"mcp/schemas/command-settings"_s));
    return schema;
}

Json mcpHttpSchema()
{
    static const Json schema =
        withOAuthSettings(withReadingSettings(jsonResource(u"mcp/schemas/http-settings"_s)));
    return schema;
}

} // namespace Workbench
