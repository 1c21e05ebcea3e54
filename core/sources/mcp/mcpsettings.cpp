// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/mcp/mcpsettings.h"

#include "core/envelope/resultreading.h"
#include "core/json/jsonparser.h"
#include "core/sources/mcp/jsonrpc.h"
#include "core/sources/mcp/mcphandshake.h"

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr QLatin1StringView ownCommandName{"${envelope}"};

Error usage(const QString &field, const QString &what)
{
    return {ErrorKind::Usage, u"mcp.settings"_s, u"Setting \"%1\": %2."_s.arg(field, what), {}, {}};
}

Result<QString> text(const Json &settings, QLatin1StringView name)
{
    const Json value = settings.member(name);
    if (value.isAbsent() || value.isNull())
        return QString();
    if (!value.isString())
        return std::unexpected(usage(QString(name), u"expected a text, got "_s + JsonRpc::kindText(value)));
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
            usage(QString(name), u"expected an object of texts, got "_s + JsonRpc::kindText(value)));
    for (const auto &entry : value.members()) {
        if (!entry.value().isString())
            return std::unexpected(usage(
                name + u'/' + entry.key(), u"expected a text, got "_s + JsonRpc::kindText(entry.value())));
        out.append({entry.key(), entry.value().toString()});
    }
    return out;
}

bool isToken(const QByteArray &name)
{
    return !name.isEmpty() && std::ranges::all_of(name, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
            || QByteArrayView("!#$%&'*+-.^_`|~").contains(c);
    });
}

Result<void> readHttp(McpSettings &out, const Json &settings)
{
    if (!out.url.isValid() || out.url.host().isEmpty()
        || (out.url.scheme() != "http"_L1 && out.url.scheme() != "https"_L1))
        return std::unexpected(usage(u"url"_s, u"expected an http or https address"_s));
    if (!out.url.userInfo().isEmpty())
        return std::unexpected(
            usage(u"url"_s, u"holds a user name or password; use the header Authorization"_s));
    const auto headers = textMap(settings, "headers"_L1);
    if (!headers)
        return std::unexpected(headers.error());
    for (const auto &[name, value] : *headers) {
        const QByteArray bytes = value.toUtf8();
        const bool hasControl =
            std::ranges::any_of(bytes, [](char c) { return (uchar(c) < 0x20 && c != '\t') || c == 0x7f; });
        if (!isToken(name.toUtf8()) || hasControl)
            return std::unexpected(usage(u"headers/"_s + name, u"is no valid HTTP header"_s));
        out.headers.append({name.toUtf8(), bytes});
    }
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

Result<void> readCommand(McpSettings &out, const Json &settings, const QString &ownCommand)
{
    const Json arguments = settings.member("args"_L1);
    if (!arguments.isAbsent() && !arguments.isNull() && !arguments.isArray())
        return std::unexpected(
            usage(u"args"_s, u"expected a list of texts, got "_s + JsonRpc::kindText(arguments)));
    for (const Json &argument : arguments.items()) {
        if (!argument.isString() || argument.toString().contains(u'\0'))
            return std::unexpected(usage(u"args"_s, u"expected a list of texts"_s));
        out.process.arguments.append(argument.toString());
    }
    auto environment = textMap(settings, "env"_L1);
    if (!environment)
        return std::unexpected(environment.error());
    for (const auto &[name, value] : *environment) {
        if (name.isEmpty() || name.contains(u'=') || name.contains(u'\0') || value.contains(u'\0'))
            return std::unexpected(usage(u"env/"_s + name, u"is no valid environment variable"_s));
    }
    out.process.environment = *environment;
    const Result<QString> folder = text(settings, "cwd"_L1);
    if (!folder)
        return std::unexpected(folder.error());
    out.process.workingDirectory = *folder;
    if (out.process.program != ownCommandName)
        return {};
    if (ownCommand.isEmpty())
        return std::unexpected(usage(u"command"_s, u"this program does not know its own command line"_s));
    out.process.program = ownCommand;
    // A variable such as LD_PRELOAD would run other code, so additions need the user's yes like any command.
    out.isOwnDemo = out.process.arguments == QStringList{u"serve"_s, u"--demo"_s}
        && out.process.environment.isEmpty() && out.process.workingDirectory.isEmpty();
    return {};
}

} // namespace

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
    if (!protocol->isEmpty() && *protocol != "auto"_L1 && *protocol != "legacy"_L1) {
        if (!mcpRevisions().contains(*protocol)) {
            return std::unexpected(usage(u"protocol"_s,
                u"%1 is not supported; it is auto or one of %2"_s.arg(
                    *protocol, mcpRevisions().join(", "_L1))));
        }
        out.revision = *protocol;
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
            "protocol": {"type": "string", "title": "Protocol", "default": "auto",
                         "enum": ["auto", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]}
        }
    })"));
    return schema;
}

Json mcpHttpSchema()
{
    static const Json schema = withReadingSettings(jsonLiteral(R"({
        "type": "object",
        "required": ["url"],
        "properties": {
            "url": {"type": "string", "format": "uri", "title": "Address", "minLength": 1},
            "headers": {"type": "object", "title": "Headers", "additionalProperties": {"type": "string"},
                        "description": "Sent with every request"},
            "clientCertificate": {"type": "object", "title": "Client certificate", "properties": {
                "path": {"type": "string", "title": "File", "description": "PEM or PKCS #12"},
                "keyPath": {"type": "string", "title": "Key", "description": "When it is in another file"},
                "passphrase": {"type": "string", "title": "Passphrase", "description": "keychain:NAME or env:NAME"}}},
            "certificates": {"type": "array", "format": "certificates", "title": "Accepted certificates", "description": "That the system does not trust; the error of a refused one names its fingerprint",
                             "items": {"type": "object", "required": ["host", "sha256"], "properties": {
                                 "host": {"type": "string", "title": "Host", "minLength": 1},
                                 "sha256": {"type": "string", "title": "SHA-256 fingerprint", "minLength": 64}}}},
            "transport": {"type": "string", "title": "Transport", "default": "auto", "enum": ["auto", "streamable-http", "sse"]},
            "protocol": {"type": "string", "title": "Protocol", "default": "auto",
                         "enum": ["auto", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]}
        }
    })"));
    return schema;
}

} // namespace Workbench
