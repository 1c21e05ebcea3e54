// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/openapi/openapisettings.h"

#include "core/base/settingsreader.h"
#include "core/json/jsonparser.h"
#include "core/transport/http/httprequestbytes.h"

#include <QDir>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

bool isWebUrl(const QUrl &url)
{
    return url.isValid() && !url.host().isEmpty()
        && (url.scheme() == "http"_L1 || url.scheme() == "https"_L1);
}

QUrl documentUrl(SettingsReader &settings)
{
    const QString written = settings.text("document"_L1);
    if (written.isEmpty())
        settings.refuse(u"document"_s, u"expected a file or an http or https address"_s);
    if (written.startsWith("http://"_L1) || written.startsWith("https://"_L1)) {
        const QUrl url(written, QUrl::StrictMode);
        if (!isWebUrl(url))
            settings.refuse(u"document"_s, u"is not a valid http or https address"_s);
        if (!url.userInfo().isEmpty())
            settings.refuse(u"document"_s, u"holds a user name or password; use a credential"_s);
        return url;
    }
    const QString path = written.startsWith("file:"_L1) ? QUrl(written).toLocalFile() : written;
    if (path.isEmpty())
        settings.refuse(u"document"_s, u"is not a valid file"_s);
    return QUrl::fromLocalFile(QDir::current().absoluteFilePath(path));
}

void readOpenApiHeaders(OpenApiSettings &out, SettingsReader &settings)
{
    for (const auto &[name, value] : readHeaders(settings)) {
        const QString text = QString::fromUtf8(value);
        if (!SecretReference::isLike(text))
            out.headers.append({name, value});
        else
            out.secretHeaders.append({name,
                settings.accept(u"headers/"_s + QString::fromUtf8(name), SecretReference::parse(text))});
    }
}

void readCredentials(OpenApiSettings &out, SettingsReader &settings)
{
    if (const QString auth = settings.text("auth"_L1); !auth.isEmpty()) {
        const AuthArgument parsed = settings.accept(AuthArgument::parse(auth));
        if (parsed.form == AuthArgument::Form::OAuth)
            out.oauth = settings.accept(OAuthSettings::read(settings.member("oauth"_L1)));
        else
            out.auth = parsed;
    }
    for (const auto &[scheme, text] : settings.textMap("security"_L1))
        out.security.insert(scheme, settings.accept(u"security/"_s + scheme, SecretReference::parse(text)));
}

void readOrigins(OpenApiSettings &out, SettingsReader &settings)
{
    if (isWebUrl(out.document))
        out.origins.append(credentialOrigin(out.document));
    if (const QUrl server(out.server); isWebUrl(server))
        out.origins.append(credentialOrigin(server));
    const Json origins = settings.member("origins"_L1);
    if (!origins.isAbsent() && !origins.isArray())
        settings.refuse(u"origins"_s, u"expected a list of addresses"_s);
    for (const Json &origin : origins.items()) {
        const QUrl url(origin.toString(), QUrl::StrictMode);
        if (isWebUrl(url))
            out.origins.append(credentialOrigin(url));
        else
            settings.refuse(u"origins"_s, u"expected http or https addresses"_s);
    }
    out.origins.removeDuplicates();
}

} // namespace

Result<OpenApiSettings> OpenApiSettings::read(const Source &source)
{
    OpenApiSettings out;
    SettingsReader settings(source.settings, u"openapi.settings"_s);
    out.document = documentUrl(settings);
    out.server = settings.text("server"_L1);
    for (const auto &[name, value] : settings.textMap("serverVariables"_L1))
        out.serverVariables.insert(name, value);
    readOpenApiHeaders(out, settings);
    readCredentials(out, settings);
    readOrigins(out, settings);
    out.certificates =
        settings.accept(u"certificates"_s, readAcceptedCertificates(settings.member("certificates"_L1)));
    out.clientCertificate = settings.accept(
        u"clientCertificate"_s, CertificateCredential::read(settings.member("clientCertificate"_L1)));
    out.endMark = settings.text("endMark"_L1).toUtf8();
    out.resumesStreams = settings.isOn("resume"_L1);
    out.formatsAreWarnings = settings.isOn("formats"_L1);
    out.readsOtherFiles = settings.isOn("files"_L1);
    out.isUpstream = settings.isOn("upstream"_L1);
    return settings.outcome().transform([&out] { return std::move(out); });
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
