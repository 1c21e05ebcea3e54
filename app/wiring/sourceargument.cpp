// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/wiring/sourceargument.h"

#include "app/demo/demo.h"
#include "app/wiring/composition.h"
#include "core/base/nearestnames.h"
#include "core/base/visibletext.h"
#include "core/json/jsonbuilder.h"
#include "core/json/jsontexts.h"
#include "core/secrets/substitution.h"
#include "core/workspace/refusedcertificate.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>
#include <QUrl>

#include <array>

using namespace Qt::StringLiterals;

namespace Workbench::App {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(SourceArgument)
};

std::unexpected<Error> usage(const QString &message)
{
    return std::unexpected(Error{.kind = ErrorKind::Usage, .code = u"source.argument"_s, .message = message});
}

QStringList namesOf(const QList<Source> &sources)
{
    QStringList names;
    for (const Source &source : sources)
        names.append(source.name);
    return names;
}

//! Returns '. Did you mean "x"?' with all \a names, or an empty text if there are none.
QString suggestionOf(const QStringList &names)
{
    const QString similar = didYouMean(names);
    return similar.isEmpty() ? similar : QString(u'.' + similar);
}

//! Returns the sources of the demo that are similar to \a name, in the form that the user has to type:
//! demo:NAME, or demo: for all of them.
QStringList similarInDemo(const QString &name)
{
    QStringList similar;
    for (const QString &near : nearestNames(name, namesOf(demoWorkspace().sources) + QStringList{u"demo"_s}))
        similar.append(near == "demo"_L1 ? u"demo:"_s : QString(u"demo:"_s + near));
    return similar;
}

//! Returns \a list as an object; absent if it is empty.
Json pairs(const QList<std::pair<QString, QString>> &list)
{
    Json object;
    for (const auto &[name, value] : list)
        object = withMember(object, name, Json::string(value));
    return object;
}

//! Returns an ad-hoc MCP source, which is named by its kind. \source core/sources/mcp/README.md 5
Source adHocServer(const Json &settings)
{
    return {.name = u"mcp"_s, .kind = u"mcp"_s, .settings = settings};
}

//! Returns whether \a options contain an option that applies only to MCP servers.
bool areForMcp(const SourceArgumentOptions &options)
{
    return !options.protocol.isEmpty() || !options.logLevel.isEmpty() || !options.roots.isEmpty();
}

std::unexpected<Error> onlyMcp()
{
    return usage(Text::tr("--protocol, --log-level and --root apply only to MCP servers"));
}

Json withMcpOptions(Json settings, const SourceArgumentOptions &options)
{
    if (!options.protocol.isEmpty())
        settings = withMember(settings, u"protocol", Json::string(options.protocol));
    if (!options.logLevel.isEmpty())
        settings = withMember(settings, u"logLevel", Json::string(options.logLevel));
    if (settings.hasMember(u"url") && options.auth == "oauth"_L1) { // other credentials are headers
        settings = withMember(settings, u"auth", Json::string(options.auth));
        Json members = settings.member(u"oauth");
        for (const auto &[name, value] : options.oauth)
            members = withMember(members, name, Json::string(value));
        if (members.isObject())
            settings = withMember(settings, u"oauth", members);
    }
    if (options.roots.isEmpty())
        return settings;
    QStringList folders;
    for (const QString &root : options.roots)
        folders.append(root.startsWith("file:"_L1) ? root : QDir::current().absoluteFilePath(root));
    return withMember(settings, u"roots", textArray(folders));
}

std::unexpected<Error> onlyEncrypted()
{
    return usage(Text::tr("--accept-certificate applies only to sources over TLS"));
}

//! Returns \a source with the certificates of the command line, if there are any.
Result<QList<Source>> accepting(Source source, const SourceArgumentOptions &options, const QString &host)
{
    Result<Json> settings = withCertificates(source.settings, options.certificates, host);
    if (!settings)
        return std::unexpected(settings.error());
    source.settings = *std::move(settings);
    return QList<Source>{std::move(source)};
}

//! Returns the source for an OpenAPI document. \a text is a path or a URL.
Result<QList<Source>> fromDocument(const QString &text, const SourceArgumentOptions &options)
{
    if (text.isEmpty())
        return usage(Text::tr("openapi: needs a file or URL after the colon"));
    if (!options.environment.isEmpty() || !options.workingDirectory.isEmpty())
        return usage(
            Text::tr("--env and --cwd apply only to commands; a document takes --header NAME:VALUE"));
    if (areForMcp(options))
        return onlyMcp();
    const bool isUrl = text.startsWith("http://"_L1) || text.startsWith("https://"_L1);
    const Json settings =
        Json::object({{u"document"_s, Json::string(isUrl ? text : QDir::current().absoluteFilePath(text))},
            {u"server"_s, textOrAbsent(options.server)},
            {u"origins"_s, options.origins.isEmpty() ? Json() : textArray(options.origins)},
            {u"auth"_s, textOrAbsent(options.auth)}, {u"oauth"_s, pairs(options.oauth)},
            {u"headers"_s, pairs(options.headers)}});
    const QUrl place(isUrl ? text : options.server);
    return accepting(
        {.name = u"openapi"_s, .kind = u"openapi"_s, .settings = settings}, options, place.host());
}

Result<QList<Source>> fromCommand(const SourceArgumentOptions &options)
{
    if (!options.certificates.isEmpty())
        return onlyEncrypted();
    if (!options.headers.isEmpty())
        return usage(Text::tr("--header applies only to HTTP sources; a command takes --env NAME=VALUE"));
    const QString &folder = options.workingDirectory;
    const Json settings = Json::object({{u"command"_s, Json::string(options.command.first())},
        {u"args"_s, textArray(options.command.sliced(1))}, {u"env"_s, pairs(options.environment)},
        {u"cwd"_s, folder.isEmpty() ? Json() : Json::string(QDir::current().absoluteFilePath(folder))}});
    return QList<Source>{adHocServer(withMcpOptions(settings, options))};
}

Result<QList<Source>> fromUrl(const QString &text, const SourceArgumentOptions &options)
{
    const QUrl url(text, QUrl::StrictMode);
    const bool isHttp = url.scheme() == "http"_L1 || url.scheme() == "https"_L1;
    if (!url.isValid() || !isHttp || url.host().isEmpty())
        return usage(Text::tr("\"%1\" is not a valid http or https URL").arg(text));
    if (!options.environment.isEmpty() || !options.workingDirectory.isEmpty())
        return usage(
            Text::tr("--env and --cwd apply only to commands; an HTTP source takes --header NAME:VALUE"));
    const Json settings = Json::object({{u"url"_s, Json::string(text)},
        {u"headers"_s, pairs(options.headers)}, {u"transport"_s, Json::string(u"auto")}});
    return accepting(adHocServer(withMcpOptions(settings, options)), options, url.host());
}

//! Returns whether the path or the host indicates an MCP server, or the path is empty. Connecting sends a
//! POST, which would create something at a resource of a REST service.
bool isMcpPlace(const QUrl &url)
{
    // An encoded slash is a part of its segment: "posts%2Fmcp" is one name.
    const QStringList segments = url.path(QUrl::FullyEncoded).toLower().split(u'/', Qt::SkipEmptyParts);
    const bool isMcpHost = url.host().section(u'.', 0, 0).compare("mcp"_L1, Qt::CaseInsensitive) == 0;
    return segments.isEmpty() || isMcpHost || segments.contains(u"mcp"_s) || segments.contains(u"sse"_s);
}

Result<QList<Source>> fromPlainUrl(const QString &text, const SourceArgumentOptions &options)
{
    const QUrl url(text, QUrl::StrictMode);
    if (url.isValid() && !url.host().isEmpty() && !isMcpPlace(url)) {
        return usage(
            Text::tr("\"%1\" may not be an MCP server, and connecting sends a POST. Write mcp:%1 for an "
                     "MCP server, or openapi:%1 for an OpenAPI document")
                .arg(text));
    }
    return fromUrl(text, options);
}

Result<QList<Source>> fromHubUrl(const QString &text, const SourceArgumentOptions &options)
{
    const QUrl url(text, QUrl::StrictMode);
    const bool isWebSocket = url.scheme() == "ws"_L1 || url.scheme() == "wss"_L1;
    if (!url.isValid() || !isWebSocket || url.host().isEmpty())
        return usage(Text::tr("\"%1\" is not a valid ws or wss URL")
                .arg(QString(text).replace(QRegularExpression(u"//[^/?#]*@"_s), u"//***@"_s)));
    if (!options.environment.isEmpty() || !options.workingDirectory.isEmpty())
        return usage(Text::tr("--env and --cwd apply only to commands; a hub takes --header NAME:VALUE"));
    if (areForMcp(options))
        return onlyMcp();
    const Json settings =
        Json::object({{u"url"_s, Json::string(text)}, {u"headers"_s, pairs(options.headers)}});
    return accepting({.name = u"hub"_s, .kind = u"hub"_s, .settings = settings}, options, url.host());
}

Result<QList<Source>> fromFixtures(const QString &folder, const SourceArgumentOptions &options)
{
    if (folder.isEmpty())
        return usage(Text::tr("fixtures: needs a folder, as in fixtures:recorded"));
    if (!options.headers.isEmpty() || !options.environment.isEmpty() || !options.workingDirectory.isEmpty()
        || areForMcp(options) || !options.certificates.isEmpty() || !options.auth.isEmpty())
        return usage(Text::tr("--header, --auth, --env, --cwd, --protocol, --log-level, --root and "
                              "--accept-certificate do not apply to fixtures"));
    const Json settings =
        Json::object({{u"folder"_s, Json::string(QDir::current().absoluteFilePath(folder))}});
    return QList<Source>{{.name = u"fixtures"_s, .kind = u"fixtures"_s, .settings = settings}};
}

Result<QList<Source>> fromDemo(const QString &name, const SourceArgumentOptions &options)
{
    if (!options.headers.isEmpty() || !options.environment.isEmpty() || !options.workingDirectory.isEmpty())
        return usage(Text::tr("--header, --env and --cwd do not apply to the demo"));
    if (!options.certificates.isEmpty())
        return onlyEncrypted();
    QList<Source> all = demoWorkspace().sources;
    for (Source &source : all) {
        if (source.kind == "mcp"_L1)
            source.settings = withMcpOptions(source.settings, options);
        else if (source.name == name && areForMcp(options))
            return onlyMcp();
        if (source.name == name)
            return QList<Source>{source};
    }
    if (name.isEmpty())
        return all;
    return usage(Text::tr("the demo has no source \"%1\"; it has %2")
                     .arg(name, visibleText(namesOf(all).join(u", "_s)))
        + suggestionOf(similarInDemo(name)));
}

//! Escapes placeholders in the settings. Only the settings of a workspace have placeholders; the command line
//! is literal.
Result<QList<Source>> literally(Result<QList<Source>> sources)
{
    if (!sources)
        return sources;
    for (Source &source : *sources)
        source.settings = withoutPlaceholders(source.settings);
    return sources;
}

Json literal(const QString &text)
{
    return Json::string(withoutPlaceholders(text));
}

//! Returns a source of the workspace with the options of the command line applied to its settings.
Result<QList<Source>> withOptions(Source source, const SourceArgumentOptions &options)
{
    const bool isForCommand = !options.environment.isEmpty() || !options.workingDirectory.isEmpty();
    const bool isDocument = source.kind == "openapi"_L1;
    if (!options.headers.isEmpty() && source.settings.member(u"url").isAbsent() && !isDocument)
        return usage(Text::tr("--header applies only to HTTP sources; \"%1\" is not one").arg(source.name));
    if (isForCommand && source.settings.member(u"command").isAbsent())
        return usage(Text::tr("--env and --cwd apply only to commands; \"%1\" is not one").arg(source.name));
    const auto addAll = [&source](QStringView member, const QList<std::pair<QString, QString>> &list) {
        for (const auto &[name, value] : list) {
            const Json object = withMember(source.settings.member(member), name, literal(value));
            source.settings = withMember(source.settings, member, object);
        }
    };
    const auto set = [&source](QStringView member, const QString &text) {
        if (!text.isEmpty())
            source.settings = withMember(source.settings, member, literal(text));
    };
    addAll(u"headers", options.headers);
    set(u"server", options.server);
    if (!options.origins.isEmpty()) {
        QList<Json> origins;
        for (const Json &origin : source.settings.member(u"origins").items())
            origins.append(origin);
        for (const QString &origin : options.origins)
            origins.append(literal(origin));
        source.settings = withMember(source.settings, u"origins", Json::array(origins));
    }
    if (isDocument) {
        set(u"auth", options.auth);
        addAll(u"oauth", options.oauth);
    }
    addAll(u"env", options.environment);
    if (!options.workingDirectory.isEmpty())
        set(u"cwd", QDir::current().absoluteFilePath(options.workingDirectory));
    if (source.kind != "mcp"_L1 && areForMcp(options))
        return onlyMcp();
    if (source.kind == "mcp"_L1)
        source.settings = withMcpOptions(source.settings, options);
    const QString place = source.settings.member(isDocument ? u"document" : u"url").toString();
    if (!options.certificates.isEmpty() && place.isEmpty())
        return onlyEncrypted();
    return accepting(source, options, QUrl(place).host());
}

bool looksLikeDocument(const QString &text)
{
    if (text.startsWith("openapi:"_L1))
        return true;
    const QString path = text.section(u'?', 0, 0);
    return path.endsWith(".json"_L1) || path.endsWith(".yaml"_L1) || path.endsWith(".yml"_L1);
}

constexpr std::array prefixes{"demo:"_L1, "openapi:"_L1, "hub:"_L1, "ws://"_L1, "wss://"_L1, "fixtures:"_L1,
    "mcp:"_L1, "http://"_L1, "https://"_L1};

bool hasKnownPrefix(const QString &text)
{
    return std::ranges::any_of(
        prefixes, [&text](QLatin1StringView prefix) { return text.startsWith(prefix); });
}

//! Returns \a text with the correct prefix if it has a similar one: "http://a" for "htp://a" or "HTTP://a".
//! Returns an empty string for any other text.
QString withCorrectPrefix(const QString &text)
{
    const qsizetype colon = text.indexOf(u':');
    if (colon < 0 || hasKnownPrefix(text) || text.first(colon).contains(u'.')) // a dot: a host or a file
        return {};
    QStringList schemes;
    for (const QLatin1StringView prefix : prefixes)
        schemes.append(QString(prefix).section(u':', 0, 0));
    const QStringList similar = nearestNames(text.first(colon), schemes, 1);
    if (similar.isEmpty())
        return {};
    const QString prefix = prefixes.at(size_t(schemes.indexOf(similar.constFirst())));
    QString rest = text.sliced(colon + 1);
    while (prefix.endsWith(u'/') && rest.startsWith(u'/'))
        rest.remove(0, 1);
    return prefix + rest;
}

//! Returns the error for \a text, which names no source. \a meant is what the user probably wanted to type.
std::unexpected<Error> unknownSource(
    const QString &text, const Workspace *workspace, const QStringList &meant)
{
    if (workspace && !workspace->sources.isEmpty()) {
        return usage(Text::tr("there is no source \"%1\"; the workspace has %2")
                         .arg(text, visibleText(namesOf(workspace->sources).join(u", "_s)))
            + suggestionOf(meant));
    }
    return usage(
        Text::tr(
            "there is no source \"%1\"; use demo:, a URL, a document, fixtures:DIR, a command after --, or "
            "--workspace FILE")
            .arg(text)
        + suggestionOf(meant));
}

//! Returns the source of \a workspace, which may be null, with this name; null if there is none.
const Source *namedSource(const QString &name, const Workspace *workspace)
{
    if (!workspace)
        return nullptr;
    const auto found = std::ranges::find(workspace->sources, name, &Source::name);
    return found == workspace->sources.cend() ? nullptr : &*found;
}

} // namespace

Result<Json> withCertificates(const Json &settings, const QStringList &texts, const QString &host)
{
    Json accepted = settings;
    for (const QString &text : texts) {
        const QString whose = text.contains(u'=') ? text.section(u'=', 0, -2) : host;
        RefusedCertificate certificate;
        certificate.sha256 = plainFingerprint(text.section(u'=', -1));
        constexpr qsizetype wholeFingerprint = 32 * 3 - 1;
        if (certificate.sha256.size() != wholeFingerprint)
            return usage(Text::tr("--accept-certificate needs the 64 digits of a SHA-256 fingerprint"));
        if (whose.isEmpty()) {
            return usage(Text::tr("--accept-certificate needs a host for this source: give HOST=%1")
                    .arg(certificate.sha256));
        }
        certificate.host = whose;
        accepted = withAcceptedCertificate(accepted, certificate, false);
    }
    return accepted;
}

bool needsWorkspace(const QString &text, const SourceArgumentOptions &options)
{
    return options.command.isEmpty() && !looksLikeDocument(text) && !hasKnownPrefix(text);
}

Result<QList<Source>> sourcesFromArgument(
    const QString &text, const Workspace *workspace, const SourceArgumentOptions &options)
{
    const Source *const named = namedSource(text, workspace);
    const bool isDocument =
        options.command.isEmpty() && (named ? named->kind == "openapi"_L1 : looksLikeDocument(text));
    if (!options.server.isEmpty() && !isDocument)
        return usage(Text::tr("--server applies only to OpenAPI documents"));
    if (!options.origins.isEmpty() && !isDocument)
        return usage(Text::tr("--allow-origin applies only to OpenAPI documents"));
    if (!options.command.isEmpty()) {
        if (!text.isEmpty())
            return usage(Text::tr("give either a source or a command after --, not both"));
        return literally(fromCommand(options));
    }
    if (named)
        return withOptions(*named, options);
    if (text.startsWith("demo:"_L1))
        return fromDemo(text.sliced(5), options);
    const QString corrected = withCorrectPrefix(text);
    if (!corrected.isEmpty() && !QFileInfo::exists(text))
        return unknownSource(text, workspace, {corrected});
    if (looksLikeDocument(text))
        return literally(fromDocument(text.startsWith("openapi:"_L1) ? text.sliced(8) : text, options));
    if (text.startsWith("hub:"_L1))
        return literally(fromHubUrl(text.sliced(4), options));
    if (text.startsWith("ws://"_L1) || text.startsWith("wss://"_L1))
        return literally(fromHubUrl(text, options));
    if (text.startsWith("fixtures:"_L1))
        return literally(fromFixtures(text.sliced(9), options));
    if (text.startsWith("mcp:"_L1))
        return literally(fromUrl(text.sliced(4), options));
    if (text.startsWith("http://"_L1) || text.startsWith("https://"_L1))
        return literally(fromPlainUrl(text, options));
    if (text.isEmpty())
        return usage(Text::tr("a source is missing: a name, demo:, a URL, or a command after --"));
    static const QRegularExpression address(
        u"^(localhost|[\\w-]+(\\.[\\w-]+)+|\\[[0-9a-f:]+\\])(:\\d+)?(/\\S*)?$"_s);
    if (address.match(text).hasMatch() && (text.contains(u':') || text.contains(u'/')))
        return usage(Text::tr("there is no source \"%1\". Did you mean http://%1?").arg(text));
    QStringList meant = workspace ? nearestNames(text, namesOf(workspace->sources)) : QStringList();
    if (meant.isEmpty())
        meant = similarInDemo(text);
    return unknownSource(text, workspace, meant);
}

Result<Source> sourceFromArgument(
    const QString &text, const Workspace *workspace, const SourceArgumentOptions &options)
{
    const Result<QList<Source>> sources = sourcesFromArgument(text, workspace, options);
    if (!sources)
        return std::unexpected(sources.error());
    if (sources->size() != 1)
        return usage(Text::tr("\"%1\" means %n source(s); name one of %2", nullptr, int(sources->size()))
                .arg(text, visibleText(namesOf(*sources).join(u", "_s))));
    return sources->first();
}

} // namespace Workbench::App
