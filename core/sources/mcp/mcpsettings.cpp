// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/mcp/mcpsettings.h"

#include "core/envelope/pipeline/resultreading.h"
#include "core/json/jsonparser.h"
#include "core/mcp/jsonrpc.h"
#include "core/transport/http/httprequestbytes.h"
#include "core/transport/http/httptext.h"

#include <QDir>

#include <algorithm>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr QLatin1StringView ownCommandName{"${envelope}"};

Error usage(const QString &field, const QString &what)
{
    return {ErrorKind::Usage, u"mcp.settings"_s, u"Setting \"%1\": %2."_s.arg(field, what), {},
        Json::object({{u"field"_s, Json::string(field)}})};
}

const QStringList &logLevels()
{
    static const QStringList levels{u"debug"_s, u"info"_s, u"notice"_s, u"warning"_s, u"error"_s,
        u"critical"_s, u"alert"_s, u"emergency"_s};
    return levels;
}

Result<QString> text(const Json &settings, QLatin1StringView name)
{
    const Json value = settings.member(name);
    if (value.isAbsent() || value.isNull())
        return QString();
    if (!value.isString())
        return std::unexpected(usage(QString(name), u"expected a string, got "_s + JsonRpc::kindText(value)));
    if (value.toString().contains(u'\0'))
        return std::unexpected(usage(QString(name), u"holds a NUL character"_s));
    return value.toString();
}

Result<QList<std::pair<QString, QString>>> textMap(const Json &settings, QLatin1StringView name)
{
    const Json value = settings.member(name);
    QList<std::pair<QString, QString>> out;
    if (value.isAbsent() || value.isNull())
        return out;
    if (!value.isObject())
        return std::unexpected(
            usage(QString(name), u"expected an object of strings, got "_s + JsonRpc::kindText(value)));
    for (const auto &entry : value.members()) {
        if (!entry.value().isString())
            return std::unexpected(usage(
                name + u'/' + entry.key(), u"expected a string, got "_s + JsonRpc::kindText(entry.value())));
        out.append({entry.key(), entry.value().toString()});
    }
    return out;
}

Result<QStringList> textList(const Json &settings, QLatin1StringView name)
{
    const Json value = settings.member(name);
    if (!value.isAbsent() && !value.isNull() && !value.isArray())
        return std::unexpected(
            usage(QString(name), u"expected a list of strings, got "_s + JsonRpc::kindText(value)));
    QStringList texts;
    for (const Json &text : value.items()) {
        if (!text.isString() || text.toString().contains(u'\0'))
            return std::unexpected(usage(QString(name), u"expected a list of strings"_s));
        texts.append(text.toString());
    }
    return texts;
}

Result<HttpHeaders> readHeaders(const Json &settings)
{
    const auto texts = textMap(settings, "headers"_L1);
    if (!texts)
        return std::unexpected(texts.error());
    HttpHeaders headers;
    for (const auto &[name, value] : *texts) {
        const QString refusal = headerRefusal(name, value.toUtf8(),
            {"accept", "content-type", "last-event-id", "mcp-method", "mcp-name", "mcp-protocol-version",
                "mcp-session-id"});
        if (!refusal.isEmpty())
            return std::unexpected(usage(u"headers"_s, refusal));
        headers.append({name.toUtf8(), value.toUtf8()});
    }
    return headers;
}

Result<void> readSignIn(McpSettings &out, const Json &settings)
{
    const Result<QString> auth = text(settings, "auth"_L1);
    if (!auth)
        return std::unexpected(auth.error());
    if (auth->isEmpty())
        return {};
    if (*auth != "oauth"_L1)
        return std::unexpected(usage(u"auth"_s, u"expected oauth; set any other credential as a header"_s));
    if (hasHeader(out.headers, "authorization"))
        return std::unexpected(usage(
            u"headers/Authorization"_s, u"cannot be set together with sign-in by OAuth, which sets it"_s));
    Result<OAuthSettings> oauth = OAuthSettings::read(settings.member("oauth"_L1));
    if (!oauth)
        return std::unexpected(oauth.error());
    out.oauth = *std::move(oauth);
    return {};
}

Result<void> readHttp(McpSettings &out, const Json &settings)
{
    if (!out.url.isValid() || out.url.host().isEmpty()
        || (out.url.scheme() != "http"_L1 && out.url.scheme() != "https"_L1))
        return std::unexpected(usage(u"url"_s, u"expected an http or https address"_s));
    if (!out.url.userInfo().isEmpty())
        return std::unexpected(
            usage(u"url"_s, u"holds a user name or password; use the header Authorization"_s));
    const Result<HttpHeaders> headers = readHeaders(settings);
    if (!headers)
        return std::unexpected(headers.error());
    out.headers = *headers;
    if (const Result<void> signIn = readSignIn(out, settings); !signIn)
        return signIn;
    const Result<QString> wire = text(settings, "transport"_L1);
    if (!wire)
        return std::unexpected(wire.error());
    if (*wire == "streamable-http"_L1)
        out.wire = McpSettings::Wire::StreamableHttp;
    else if (*wire == "sse"_L1)
        out.wire = McpSettings::Wire::Sse;
    else if (!wire->isEmpty() && *wire != "auto"_L1)
        return std::unexpected(usage(u"transport"_s, u"expected auto, streamable-http or sse"_s));
    return {};
}

Result<void> readCertificates(McpSettings &out, const Json &settings)
{
    Result<QList<AcceptedCertificate>> accepted =
        readAcceptedCertificates(settings.member("certificates"_L1));
    if (!accepted)
        return std::unexpected(usage(u"certificates"_s, accepted.error().message));
    out.certificates = *std::move(accepted);
    Result<std::optional<CertificateCredential>> own =
        CertificateCredential::read(settings.member("clientCertificate"_L1));
    if (!own)
        return std::unexpected(usage(u"clientCertificate"_s, own.error().message));
    out.clientCertificate = *std::move(own);
    return {};
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

Result<void> readWatch(McpSettings &out, const Json &settings)
{
    const Json watch = settings.member("watch"_L1);
    if (!watch.isAbsent() && !watch.isNull() && !watch.isBoolean())
        return std::unexpected(
            usage(u"watch"_s, u"expected true or false, got "_s + JsonRpc::kindText(watch)));
    const Result<QStringList> paths = textList(settings, "watchPaths"_L1);
    if (!paths)
        return std::unexpected(paths.error());
    const QDir start(
        out.process.workingDirectory.isEmpty() ? QDir::currentPath() : out.process.workingDirectory);
    QStringList named;
    if (!watch.toBoolean())
        return {};
    for (const QString &path : *paths)
        named.append(QDir::cleanPath(start.absoluteFilePath(path)));
    if (const QString folder = programFolder(out.process, start); named.isEmpty() && !folder.isEmpty())
        named.append(folder);
    if (named.isEmpty())
        return std::unexpected(usage(u"watch"_s,
            u"the folder of \"%1\" is not known; set the paths to watch in watchPaths"_s.arg(
                out.process.program)));
    out.watched = named;
    return {};
}

Result<void> readCommand(McpSettings &out, const Json &settings, const QString &ownCommand)
{
    const Result<QStringList> words = textList(settings, "args"_L1);
    if (!words)
        return std::unexpected(words.error());
    out.process.arguments = *words;
    auto environment = textMap(settings, "env"_L1);
    if (!environment)
        return std::unexpected(environment.error());
    for (const auto &[name, value] : *environment) {
        if (name.isEmpty() || name.contains(u'=') || name.contains(u'\0') || value.contains(u'\0'))
            return std::unexpected(usage(u"env/"_s + name, u"is not a valid environment variable"_s));
    }
    out.process.environment = *environment;
    const Result<QString> folder = text(settings, "cwd"_L1);
    if (!folder)
        return std::unexpected(folder.error());
    out.process.workingDirectory = *folder;
    if (const Result<void> watch = readWatch(out, settings); !watch)
        return watch;
    if (out.process.program != ownCommandName)
        return {};
    if (ownCommand.isEmpty())
        return std::unexpected(usage(u"command"_s, u"this program does not know its own command line"_s));
    out.process.program = ownCommand;
    // A variable such as LD_PRELOAD would run other code, so additions need a confirmation like any command.
    static const QStringList demos{u"tracker"_s, u"desk"_s, u"modern"_s};
    const QStringList &arguments = out.process.arguments;
    out.isOwnDemo =
        arguments.first(std::min<qsizetype>(arguments.size(), 2)) == QStringList{u"serve"_s, u"--demo"_s}
        && (arguments.size() == 2 || (arguments.size() == 3 && demos.contains(arguments[2])))
        && out.process.environment.isEmpty() && out.process.workingDirectory.isEmpty();
    return {};
}

} // namespace

Result<void> McpSettings::checkHeaders(const Json &settings)
{
    if (settings.member("url"_L1).toString().isEmpty())
        return {}; // a command has no headers
    return readHeaders(settings).transform([](const HttpHeaders &) { });
}

Result<McpSettings> McpSettings::read(const Source &source, const QString &ownCommand)
{
    McpSettings out;
    out.process.sourceName = source.name;
    const Result<QString> address = text(source.settings, "url"_L1);
    if (!address)
        return std::unexpected(address.error());
    const Result<QString> command = text(source.settings, "command"_L1);
    if (!command)
        return std::unexpected(command.error());
    const Result<QString> protocol = text(source.settings, "protocol"_L1);
    if (!protocol)
        return std::unexpected(protocol.error());
    const Result<McpPin> pin = McpPin::read(*protocol);
    if (!pin)
        return std::unexpected(usage(u"protocol"_s, pin.error().message));
    out.pin = *pin;
    const Result<QString> level = text(source.settings, "logLevel"_L1);
    if (!level)
        return std::unexpected(level.error());
    if (!level->isEmpty() && !logLevels().contains(*level))
        return std::unexpected(usage(u"logLevel"_s, u"expected one of "_s + logLevels().join(", "_L1)));
    out.logLevel = *level;
    if (const Json roots = source.settings.member("roots"_L1); !roots.isAbsent() && !roots.isNull()) {
        Result<QList<McpRoot>> read = readRoots(roots);
        if (!read)
            return std::unexpected(usage(u"roots"_s, read.error().message));
        if (!read->isEmpty())
            out.roots = *std::move(read);
    }
    if (const Result<ResultReading> reading = resultReading(source.settings); !reading)
        return std::unexpected(reading.error());
    Result<void> rest;
    if (!address->isEmpty()) {
        out.url = QUrl(*address, QUrl::StrictMode);
        rest =
            readHttp(out, source.settings).and_then([&] { return readCertificates(out, source.settings); });
    } else if (!command->isEmpty()) {
        out.process.program = *command;
        rest = readCommand(out, source.settings, ownCommand);
    } else {
        rest = std::unexpected(Error{ErrorKind::Usage, ErrorCode::executionError,
            u"Invalid MCP server config for %1: must have either 'url' or 'command'"_s.arg(source.name), {},
            {}});
    }
    if (!rest)
        return std::unexpected(rest.error());
    return out;
}

Json mcpCommandSchema()
{
    static const Json schema = withReadingSettings(jsonLiteral(R"({
        "type": "object",
        "required": ["command"],
        "properties": {
            "command": {"type": "string", "title": "Command", "minLength": 1, "description": "The program to start, found in PATH or by its path"},
            "args": {"type": "array", "title": "Arguments", "items": {"type": "string"}},
            "cwd": {"type": "string", "title": "Folder", "description": "Where the program starts"},
            "env": {"type": "object", "title": "Environment", "additionalProperties": {"type": "string"},
                    "description": "Added to a small safe environment"},
            "protocol": {"type": "string", "title": "Protocol", "default": "auto", "description": "auto finds out what the server speaks",
                         "enum": ["auto", "2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05", "modern", "legacy"]},
            "roots": {"type": "array", "title": "Roots", "items": {"type": "string"},
                      "description": "Folders that the server may know; empty: none"},
            "logLevel": {"type": "string", "title": "Log level", "description": "The level to request from the server; empty: the server's default",
                         "enum": ["", "debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"]},
            "watch": {"type": "boolean", "title": "Watch", "description": "Starts the program again when one of its files changes"},
            "watchPaths": {"type": "array", "title": "Watched files", "items": {"type": "string"},
                           "description": "Files and folders; empty: the folder of the program"}
        }
    })"));
    return schema;
}

Json mcpHttpSchema()
{
    static const Json fields = withReadingSettings(jsonLiteral(R"({
        "type": "object",
        "required": ["url"],
        "properties": {
            "url": {"type": "string", "format": "uri", "title": "Address", "minLength": 1},
            "headers": {"type": "object", "title": "Headers", "additionalProperties": {"type": "string"},
                        "description": "Sent with every request"},
            "auth": {"type": "string", "title": "Credential", "enum": ["", "oauth"], "description": "oauth: signs in when the server asks for it"},
            "clientCertificate": {"type": "object", "title": "Client certificate", "properties": {
                "path": {"type": "string", "title": "File", "description": "PEM or PKCS #12"},
                "keyPath": {"type": "string", "title": "Key", "description": "When it is in another file"},
                "passphrase": {"type": "string", "title": "Passphrase", "description": "keychain:NAME or env:NAME"}}},
            "certificates": {"type": "array", "format": "certificates", "title": "Accepted certificates", "description": "Certificates that the system does not trust; the error of a refused certificate names its fingerprint",
                             "items": {"type": "object", "required": ["host", "sha256"], "properties": {
                                 "host": {"type": "string", "title": "Host", "minLength": 1},
                                 "sha256": {"type": "string", "title": "SHA-256 fingerprint", "minLength": 64}}}},
            "transport": {"type": "string", "title": "Transport", "default": "auto", "enum": ["auto", "streamable-http", "sse"]},
            "protocol": {"type": "string", "title": "Protocol", "default": "auto", "description": "auto finds out what the server speaks",
                         "enum": ["auto", "2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05", "modern", "legacy"]},
            "roots": {"type": "array", "title": "Roots", "items": {"type": "string"},
                      "description": "Folders that the server may know; empty: none"},
            "logLevel": {"type": "string", "title": "Log level", "description": "The level to request from the server; empty: the server's default",
                         "enum": ["", "debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"]}
        }
    })"));
    static const Json schema = withOAuthSettings(fields);
    return schema;
}

} // namespace Workbench
