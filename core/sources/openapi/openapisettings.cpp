// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/openapi/openapisettings.h"

#include "core/json/jsonbuilder.h"
#include "core/json/jsonparser.h"
#include "core/transport/http/httprequestbytes.h"

#include <QDir>

#include <algorithm>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

std::unexpected<Error> wrongSetting(const QString &field, const QString &what)
{
    return std::unexpected(
        Error{ErrorKind::Usage, u"openapi.settings"_s, u"Setting \"%1\": %2."_s.arg(field, what)});
}

bool isLeftOut(const Json &value)
{
    return value.isAbsent() || value.isNull();
}

Result<QString> settingText(const Json &settings, QLatin1StringView name)
{
    const Json value = settings.member(name);
    if (isLeftOut(value))
        return QString();
    if (!value.isString() || value.toString().contains(u'\0'))
        return wrongSetting(QString(name), u"expected a string"_s);
    return value.toString();
}

Result<QList<std::pair<QString, QString>>> settingTexts(const Json &settings, QLatin1StringView name)
{
    const Json value = settings.member(name);
    QList<std::pair<QString, QString>> texts;
    if (!isLeftOut(value) && !value.isObject())
        return wrongSetting(QString(name), u"expected an object of strings"_s);
    for (const auto entry : value.members()) {
        if (!entry.value().isString())
            return wrongSetting(name + u'/' + entry.key(), u"expected a string"_s);
        texts.append({entry.key(), entry.value().toString()});
    }
    return texts;
}

bool isWebUrl(const QUrl &url)
{
    return url.isValid() && !url.host().isEmpty()
        && (url.scheme() == "http"_L1 || url.scheme() == "https"_L1);
}

Result<QUrl> documentUrl(const Json &settings)
{
    const Result<QString> written = settingText(settings, "document"_L1);
    if (!written)
        return std::unexpected(written.error());
    if (written->isEmpty())
        return wrongSetting(u"document"_s, u"expected a file or an http or https address"_s);
    if (written->startsWith("http://"_L1) || written->startsWith("https://"_L1)) {
        const QUrl url(*written, QUrl::StrictMode);
        if (!isWebUrl(url))
            return wrongSetting(u"document"_s, u"is not a valid http or https address"_s);
        if (!url.userInfo().isEmpty())
            return wrongSetting(u"document"_s, u"holds a user name or password; use a credential"_s);
        return url;
    }
    const QString path = written->startsWith("file:"_L1) ? QUrl(*written).toLocalFile() : *written;
    if (path.isEmpty())
        return wrongSetting(u"document"_s, u"is not a valid file"_s);
    return QUrl::fromLocalFile(QDir::current().absoluteFilePath(path));
}

Result<void> readHeaders(OpenApiSettings &out, const Json &settings)
{
    const auto headers = settingTexts(settings, "headers"_L1);
    if (!headers)
        return std::unexpected(headers.error());
    for (const auto &[name, value] : *headers) {
        const QByteArray bytes = value.toUtf8();
        if (const QString refusal = headerRefusal(name, bytes); !refusal.isEmpty())
            return wrongSetting(u"headers"_s, refusal);
        if (!SecretReference::isLike(value)) {
            out.headers.append({name.toUtf8(), bytes});
            continue;
        }
        const Result<SecretReference> reference = SecretReference::parse(value);
        if (!reference)
            return wrongSetting(u"headers/"_s + name, reference.error().message);
        out.secretHeaders.append({name.toUtf8(), *reference});
    }
    return {};
}

Result<void> readCredentials(OpenApiSettings &out, const Json &settings)
{
    const Result<QString> auth = settingText(settings, "auth"_L1);
    if (!auth)
        return std::unexpected(auth.error());
    if (!auth->isEmpty()) {
        const Result<AuthArgument> parsed = AuthArgument::parse(*auth);
        if (!parsed)
            return std::unexpected(parsed.error());
        if (parsed->form == AuthArgument::Form::OAuth) {
            const Result<OAuthSettings> oauth = OAuthSettings::read(settings.member("oauth"_L1));
            if (!oauth)
                return std::unexpected(oauth.error());
            out.oauth = *oauth;
        } else {
            out.auth = *parsed;
        }
    }
    const auto security = settingTexts(settings, "security"_L1);
    if (!security)
        return std::unexpected(security.error());
    for (const auto &[scheme, text] : *security) {
        const Result<SecretReference> reference = SecretReference::parse(text);
        if (!reference)
            return wrongSetting(u"security/"_s + scheme, reference.error().message);
        out.security.insert(scheme, *reference);
    }
    return {};
}

Result<void> readOrigins(OpenApiSettings &out, const Json &settings)
{
    if (isWebUrl(out.document))
        out.origins.append(credentialOrigin(out.document));
    if (const QUrl server(out.server); isWebUrl(server))
        out.origins.append(credentialOrigin(server));
    const Json origins = settings.member("origins"_L1);
    if (!isLeftOut(origins) && !origins.isArray())
        return wrongSetting(u"origins"_s, u"expected a list of addresses"_s);
    for (const Json &origin : origins.items()) {
        const QUrl url(origin.toString(), QUrl::StrictMode);
        if (!isWebUrl(url))
            return wrongSetting(u"origins"_s, u"expected http or https addresses"_s);
        out.origins.append(credentialOrigin(url));
    }
    out.origins.removeDuplicates();
    return {};
}

Result<void> readCertificates(OpenApiSettings &out, const Json &settings)
{
    Result<QList<AcceptedCertificate>> accepted =
        readAcceptedCertificates(settings.member("certificates"_L1));
    if (!accepted)
        return wrongSetting(u"certificates"_s, accepted.error().message);
    out.certificates = *std::move(accepted);
    Result<std::optional<CertificateCredential>> own =
        CertificateCredential::read(settings.member("clientCertificate"_L1));
    if (!own)
        return wrongSetting(u"clientCertificate"_s, own.error().message);
    out.clientCertificate = *std::move(own);
    return {};
}

Result<void> readSwitch(const Json &settings, QLatin1StringView name, bool &out)
{
    const Json value = settings.member(name);
    if (!isLeftOut(value) && !value.isBoolean())
        return wrongSetting(QString(name), u"expected true or false"_s);
    out = value.toBoolean();
    return {};
}

} // namespace

Result<OpenApiSettings> OpenApiSettings::read(const Source &source)
{
    const Json &settings = source.settings;
    OpenApiSettings out;
    const Result<QUrl> document = documentUrl(settings);
    if (!document)
        return std::unexpected(document.error());
    out.document = *document;
    const Result<QString> server = settingText(settings, "server"_L1);
    if (!server)
        return std::unexpected(server.error());
    out.server = *server;
    const auto variables = settingTexts(settings, "serverVariables"_L1);
    if (!variables)
        return std::unexpected(variables.error());
    for (const auto &[name, value] : *variables)
        out.serverVariables.insert(name, value);
    for (const auto part : {&readHeaders, &readCredentials, &readOrigins, &readCertificates}) {
        if (const Result<void> read = part(out, settings); !read)
            return std::unexpected(read.error());
    }
    const Result<QString> endMark = settingText(settings, "endMark"_L1);
    if (!endMark)
        return std::unexpected(endMark.error());
    out.endMark = endMark->toUtf8();
    for (const auto &[name, value] :
        {std::pair("resume"_L1, &out.resumesStreams), std::pair("formats"_L1, &out.formatsAreWarnings),
            std::pair("files"_L1, &out.readsOtherFiles), std::pair("upstream"_L1, &out.isUpstream)}) {
        if (const Result<void> read = readSwitch(settings, name, *value); !read)
            return std::unexpected(read.error());
    }
    return out;
}

Json openApiSettingsSchema()
{
    static const Json plain = jsonLiteral(R"({
        "type": "object",
        "required": ["document"],
        "properties": {
            "document": {"type": "string", "title": "Document", "minLength": 1, "description": "A file or an http(s) address; JSON or YAML, OpenAPI 3 or Swagger 2.0"},
            "server": {"type": "string", "title": "Server", "format": "uri-reference", "description": "Address that calls go to; empty: the document's first server"},
            "serverVariables": {"type": "object", "title": "Server variables", "additionalProperties": {"type": "string"}},
            "auth": {"type": "string", "title": "Credential", "description": "oauth, bearer:REF, basic:REF or apikey:NAME=REF; REF is keychain:NAME or env:NAME, never the secret"},
            "security": {"type": "object", "title": "Credentials by scheme", "additionalProperties": {"type": "string"}, "description": "keychain:NAME or env:NAME for each security scheme of the document"},
            "origins": {"type": "array", "title": "Also send credentials to", "items": {"type": "string", "format": "uri"}, "description": "In addition to the origin of the document and the server above"},
            "headers": {"type": "object", "title": "Headers", "additionalProperties": {"type": "string"}, "description": "Sent with every request; a value may be keychain:NAME or env:NAME"},
            "clientCertificate": {"type": "object", "title": "Client certificate", "properties": {
                "path": {"type": "string", "title": "File", "description": "PEM or PKCS #12"},
                "keyPath": {"type": "string", "title": "Key", "description": "If the key is in another file"},
                "passphrase": {"type": "string", "title": "Passphrase", "description": "keychain:NAME or env:NAME"}}},
            "certificates": {"type": "array", "format": "certificates", "title": "Accepted certificates", "description": "Certificates that the system does not trust; the error of a refused certificate names its fingerprint",
                             "items": {"type": "object", "required": ["host", "sha256"], "properties": {
                                 "host": {"type": "string", "title": "Host", "minLength": 1},
                                 "sha256": {"type": "string", "title": "SHA-256 fingerprint", "minLength": 64}}}},
            "resume": {"type": "boolean", "title": "Resume streams", "default": false, "description": "Connect again with Last-Event-ID when a stream is lost"},
            "endMark": {"type": "string", "title": "End of streams", "description": "Data of the event that ends a stream, such as [DONE]; empty: as the document says"},
            "formats": {"type": "boolean", "title": "Formats are warnings", "default": false, "description": "A value that does not fit its format (date-time, int32) is a warning and not a note"},
            "files": {"type": "boolean", "title": "Read other files", "default": false, "description": "Files that the document refers to outside its folder or on other servers"},
            "upstream": {"type": "boolean", "title": "Five methods only", "default": false, "description": "Support only five HTTP methods, and send header and cookie parameters in the query, as the specification's first implementation does"}
        }
    })");
    static const Json schema = withOAuthSettings(plain);
    return schema;
}

} // namespace Workbench
