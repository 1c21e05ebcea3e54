// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/openapi/openapiadapter.h"

#include "core/base/advice.h"
#include "core/base/visibletext.h"
#include "core/envelope/pipeline/httpbody.h"
#include "core/json/jsontexts.h"
#include "core/operation/registry/itemstream.h"
#include "core/sources/openapi/openapicall.h"
#include "core/sources/openapi/openapidocument.h"
#include "core/transport/http/responsecheck.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QtConcurrentRun>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype shownProblems = 50;

Json serverFacts(const OpenApiServer &server)
{
    QList<Json::Member> variables;
    for (const OpenApiServerVariable &variable : server.variables) {
        variables.append({variable.name,
            Json::object({{u"default"_s, Json::string(variable.defaultValue)},
                {u"description"_s, textOrAbsent(variable.description)},
                {u"enum"_s, variable.allowed.isEmpty() ? Json() : textArray(variable.allowed)}})});
    }
    return Json::object(
        {{u"url"_s, Json::string(server.url)}, {u"description"_s, textOrAbsent(server.description)},
            {u"variables"_s, variables.isEmpty() ? Json() : Json::object(variables)}});
}

//! Returns the choices for the user when a document becomes a source, for PeerInfo::raw: {servers: [{url,
//! description, variables}], securitySchemes: {ID: Security Scheme Object}, problems: [{file, pointer, line,
//! message}]}. Empty members are left out.
Json openApiFacts(const OpenApiDocument &document)
{
    QList<Json> servers;
    for (const OpenApiServer &server : document.servers)
        servers.append(serverFacts(server));
    QList<Json::Member> schemes;
    for (const OpenApiSecurityScheme &scheme : document.securitySchemes)
        schemes.append({scheme.id, scheme.definition});
    QList<Json> problems;
    for (const OpenApiProblem &problem :
        document.problems.first(std::min(document.problems.size(), shownProblems))) {
        problems.append(Json::object({{u"file"_s, Json::string(problem.file.fileName())},
            {u"pointer"_s, Json::string(problem.pointer)},
            {u"line"_s, problem.line > 0 ? Json::integer(problem.line) : Json()},
            {u"message"_s, Json::string(problem.message)}}));
    }
    return Json::object({{u"servers"_s, servers.isEmpty() ? Json() : Json::array(servers)},
        {u"securitySchemes"_s, schemes.isEmpty() ? Json() : Json::object(schemes)},
        {u"problems"_s, problems.isEmpty() ? Json() : Json::array(problems)}});
}

Error fileError(const QUrl &file, const QString &what)
{
    return {ErrorKind::Storage, u"openapi.file"_s,
        u"%1 %2"_s.arg(visibleText(file.toDisplayString(QUrl::PreferLocalFile), false, 300), what)};
}

Result<OpenApiFile> readLocal(const QUrl &url, const Limits &limits)
{
    const QString path = url.toLocalFile();
    QFile file(path);
    if (!QFileInfo(path).isFile()) // reading a pipe or a device might never end
        return std::unexpected(
            fileError(url, QFileInfo::exists(path) ? u"is not a file"_s : u"does not exist"_s));
    if (!file.open(QIODevice::ReadOnly))
        return std::unexpected(fileError(url, u"cannot be read: "_s + file.errorString()));
    QByteArray bytes = file.read(limits.docBytes + 1);
    if (bytes.size() > limits.docBytes)
        return std::unexpected(
            limitError(*findLimit(u"doc.bytes"), fileError(url, u"is too large"_s).message, limits.docBytes));
    return OpenApiFile{url, std::move(bytes)};
}

//! Returns true if \a file is below the folder of \a entry after symbolic links are followed.
bool isBeneath(const QUrl &entry, const QUrl &file)
{
    const QString folder = QFileInfo(entry.toLocalFile()).dir().canonicalPath();
    const QFileInfo wanted(file.toLocalFile());
    const QString path = wanted.canonicalFilePath();
    // A file that does not exist has no canonical path. Its error reveals nothing.
    return path.isEmpty() ? QDir::cleanPath(wanted.absoluteFilePath()).startsWith(QString(folder + u'/'))
                          : path.startsWith(folder.endsWith(u'/') ? folder : QString(folder + u'/'));
}

Task<Result<OpenApiFile>> fetchFile(std::shared_ptr<OpenApiLink> link, QUrl url)
{
    HttpRequest request;
    request.url = url;
    request.headers = {{"Accept", "application/json, application/yaml;q=0.9, */*;q=0.8"}};
    const bool isConfirmed = link->settings.origins.contains(credentialOrigin(url));
    if (isConfirmed) {
        request.headers += link->settings.headers;
        request.clientCertificate = link->clientCertificate;
    }
    HttpHeaders secretHeaders;
    for (const auto &[name, reference] : link->settings.secretHeaders) {
        if (!isConfirmed)
            break;
        const Result<QByteArray> secret = co_await secretFor(link, reference);
        if (!secret)
            co_return std::unexpected(secret.error());
        secretHeaders.append({name, *secret});
    }
    request.headers += secretHeaders;
    request.acceptedCertificates = link->settings.certificates;
    request.publicPeerOnly = !link->mayBePrivate(url);
    request.confirmedOrigins = link->settings.origins;
    request.headersWithin = std::chrono::milliseconds(link->limits.requestTimeoutMs);
    const QString channel = link->nextChannel(request.method);
    link->noteSent(request, redactedUrl(url).toEncoded(), secretHeaders, channel, {});
    Limits limits = link->limits;
    limits.httpBodyBytes = limits.docBytes;
    HttpClient client(link->sourceName, limits);
    Result<HttpClient::Whole> whole = co_await client.fetch(std::move(request), link->closing.get_token());
    if (!whole) {
        Error error = withConfirmedOrigins(whole.error(), *link);
        if (error.code == "limit.http.bodyBytes"_L1) { // for a document, doc.bytes sets it
            error.code = u"limit.doc.bytes"_s;
            error = advisingLimit(std::move(error), u"doc.bytes", limits.docBytes);
        }
        co_return std::unexpected(error);
    }
    // Whole documents would fill the log quickly, and users do not look for them there.
    const bool isCut = whole->body.size() > openApiInlineBytes;
    link->frames(secretHeaders, channel, {})
        .noteReceived(whole->head, isCut ? whole->body.first(openApiInlineBytes) : whole->body,
            isCut ? QByteArray() : whole->raw, isCut ? QString(cutBodyNote) : QString());
    const bool isGood = whole->head.status >= 200 && whole->head.status < 300;
    const bool isPage = whole->head.mediaType() == "text/html";
    if (!isGood || isPage) {
        Error error =
            unexpectedAnswer(whole->head, whole->body.first(std::min<qsizetype>(whole->body.size(), 4096)),
                {"application/json", "application/yaml"}, link->limits)
                .value_or(Error{ErrorKind::Protocol, u"openapi.document"_s, u"gave no document."_s});
        const QString asked = visibleText(url.toDisplayString(QUrl::RemoveQuery), false, 300);
        const QString answered =
            visibleText(whole->head.url.toDisplayString(QUrl::RemoveQuery), false, 300); // after redirects
        error.message.prepend(answered.isEmpty() || answered == asked
                ? u"%1: the server "_s.arg(asked)
                : u"%1, to which %2 redirects: the server "_s.arg(answered, asked));
        if (whole->head.status >= 400) {
            error = withErrorBody(std::move(error), whole->head.status,
                QString::fromLatin1(whole->head.header("content-type")), whole->body, link->limits);
        }
        co_return std::unexpected(error);
    }
    co_return OpenApiFile{whole->head.url.isEmpty() ? url : whole->head.url, std::move(whole->body)};
}

Task<Result<OpenApiFile>> obtainFile(std::shared_ptr<OpenApiLink> link, QUrl url)
{
    if (url.isLocalFile())
        co_return co_await QtConcurrent::run(readLocal, url, link->limits);
    co_return co_await fetchFile(link, url);
}

//! Returns why \a file may not be read for the document of \a link, or nothing if it may.
std::optional<Error> refusedFile(const OpenApiLink &link, const QUrl &entry, const QUrl &file)
{
    const bool isWeb = file.scheme() == "http"_L1 || file.scheme() == "https"_L1;
    if (!isWeb && !file.isLocalFile())
        return fileError(file, u"is neither a local file nor an http or https address"_s);
    if (file.isLocalFile() && !entry.isLocalFile())
        return fileError(file, u"is a local file, which a document from a server may not refer to"_s);
    if (link.settings.readsOtherFiles)
        return {};
    if (file.isLocalFile())
        return isBeneath(entry, file)
            ? std::nullopt
            : std::optional(
                  fileError(file, u"is outside the document's folder; the setting \"files\" allows it"_s));
    const bool isSame = !entry.isLocalFile() && credentialOrigin(entry) == credentialOrigin(file);
    return isSame
        ? std::nullopt
        : std::optional(fileError(file, u"is on another server; the setting \"files\" allows it"_s));
}

//! Reads the source's document with all referenced files that may be read. These are the files below the
//! folder of a local document or of the origin of a remote one, and others if the settings allow it. Files
//! that may not or cannot be read are problems of the document. \source core/RULES.md
Task<Result<std::shared_ptr<const OpenApiDocument>>> loadOpenApiDocument(std::shared_ptr<OpenApiLink> link)
{
    Result<OpenApiFile> entry = co_await obtainFile(link, link->settings.document);
    if (!entry)
        co_return std::unexpected(entry.error());
    const QUrl entryUrl = entry->url;
    const auto reader = std::make_shared<OpenApiDocument::Reader>(
        *std::move(entry), OpenApiDocument::Switches{link->settings.isUpstream}, link->limits);
    const Result<void> read = co_await QtConcurrent::run([reader] { return reader->read(); });
    if (!read)
        co_return std::unexpected(read.error());
    for (qint64 files = 1; files < link->limits.docFiles && !link->closing.stop_requested();) {
        const QList<QUrl> missing = reader->missingFiles();
        if (missing.isEmpty())
            break;
        for (const QUrl &url : missing) {
            ++files;
            if (const std::optional<Error> refused = refusedFile(*link, entryUrl, url)) {
                reader->addFailed(url, *refused);
                continue;
            }
            Result<OpenApiFile> file = co_await obtainFile(link, url);
            if (file) {
                file->url = url; // other files refer to it by this address
                co_await QtConcurrent::run([reader, file = *std::move(file)] { reader->add(file); });
            } else {
                reader->addFailed(url, file.error());
            }
        }
    }
    co_return co_await QtConcurrent::run([reader] { return reader->finish(); });
}

Error disconnected()
{
    return {ErrorKind::Closed, u"openapi.closed"_s, u"The source was disconnected."_s};
}

QStringList problemTexts(const OpenApiDocument &document)
{
    QStringList texts;
    for (const OpenApiProblem &problem : document.problems) {
        if (texts.size() == shownProblems) {
            texts.append(u"… and %1 more problems"_s.arg(document.problems.size() - shownProblems));
            break;
        }
        const QString line = problem.line > 0 ? u":%1"_s.arg(problem.line) : QString();
        texts.append(visibleText(
            QString(problem.file.fileName() + line + u' ' + problem.pointer + u": "_s + problem.message),
            false, 500));
    }
    return texts;
}

Task<Result<void>> loadDocument(std::shared_ptr<OpenApiLink> link)
{
    const auto &certificate = link->settings.clientCertificate;
    if (certificate && !link->clientCertificate && link->secrets) {
        Result<ClientCertificate> files = co_await resolveCertificate(*link->secrets, *certificate);
        if (!files)
            co_return std::unexpected(files.error());
        link->clientCertificate = *std::move(files);
    }
    Result<std::shared_ptr<const OpenApiDocument>> document = co_await loadOpenApiDocument(link);
    if (!document)
        co_return std::unexpected(document.error());
    if (link->closing.stop_requested())
        co_return std::unexpected(disconnected());
    link->document = *std::move(document);
    link->schemas = std::make_shared<OpenApiSchemas>(link->limits, link->settings.formatsAreWarnings);
    co_return Result<void>();
}

Task<Result<PeerInfo>> openDocument(std::shared_ptr<OpenApiLink> link)
{
    const Result<void> loaded = co_await loadDocument(link);
    if (!loaded)
        co_return std::unexpected(loaded.error());
    PeerInfo info;
    info.name = link->document->title;
    info.protocol =
        QString((link->document->version == OpenApiVersion::Swagger2 ? u"Swagger "_s : u"OpenAPI "_s)
            + link->document->versionText);
    info.version = link->document->apiVersion;
    info.raw = openApiFacts(*link->document);
    info.remarks = problemTexts(*link->document);
    co_return info;
}

Task<Result<Discovery>> discoverDocument(std::shared_ptr<OpenApiLink> link, bool readsAgain)
{
    if (readsAgain) {
        const Result<void> loaded = co_await loadDocument(link);
        if (!loaded)
            co_return std::unexpected(loaded.error());
    }
    const std::shared_ptr<const OpenApiDocument> document = link->document;
    if (!document)
        co_return std::unexpected(disconnected());
    Discovery found;
    found.operations = co_await QtConcurrent::run([document] { return document->specs(); });
    found.remarks = problemTexts(*document);
    found.dialect = document->dialect;
    co_return found;
}

} // namespace

OpenApiAdapter::~OpenApiAdapter()
{
    m_link->closing.request_stop();
}

Task<Result<PeerInfo>> OpenApiAdapter::open()
{
    return openDocument(m_link);
}

Task<Result<Discovery>> OpenApiAdapter::discover()
{
    return discoverDocument(m_link, std::exchange(m_isListed, true));
}

Task<Result<HandlerResult>> OpenApiAdapter::invoke(OperationSpec spec, Json input, CallContext context)
{
    if (m_link->closing.stop_requested())
        return settledTask<HandlerResult>(std::unexpected(disconnected()));
    return callOpenApi(m_link, spec.id.name, std::move(input), std::move(context));
}

Result<std::unique_ptr<ItemStream>> OpenApiAdapter::subscribe(
    OperationSpec spec, Json input, CallContext context)
{
    if (m_link->closing.stop_requested())
        return std::unexpected(disconnected());
    const std::optional<std::chrono::milliseconds> idle = context.timeout;
    const QString requestId = context.requestId;
    auto stream = std::make_unique<OpenApiStream>(m_link, spec.id.name, std::move(input), std::move(context));
    m_streams.removeIf([](const QPointer<OpenApiStream> &each) { return each.isNull(); });
    m_streams.append(stream.get());
    connect(stream.get(), &OpenApiStream::warned, this, [this](const QString &text) {
        Q_EMIT logged({QDateTime::currentDateTimeUtc(), LogLine::Level::Warning, m_link->sourceName,
            u"protocol"_s, text});
    });
    return withIdleLimit(std::move(stream), idle, requestId);
}

std::function<Result<WirePreview>()> OpenApiAdapter::previewing(
    const OperationSpec &spec, const Json &input) const
{
    return [basis = OpenApiBasis(*m_link), name = spec.id.name, input] {
        return previewCall(basis, name, input);
    };
}

void OpenApiAdapter::close()
{
    if (m_link->closing.stop_requested())
        return;
    m_link->closing.request_stop();
    const auto grants = m_link->grants; // a receiver of the signal may call the adapter
    for (const std::shared_ptr<OAuthGrant> &grant : grants)
        grant->cancel();
    for (const QPointer<OpenApiStream> &stream : std::as_const(m_streams)) {
        if (stream)
            stream->closeWith(disconnected());
    }
    QTimer::singleShot(0, this, [this] { Q_EMIT closed(disconnected()); });
}

QList<SourceKind> OpenApiFactory::sourceKinds() const
{
    return {{u"openapi"_s, kind(), u"OpenAPI"_s, u"file or address, 3.x and 2.0"_s, u"code"_s,
        openApiSettingsSchema()}};
}

Result<void> OpenApiFactory::check(const Source &source) const
{
    return OpenApiSettings::read(source).transform([](const OpenApiSettings &) { });
}

std::unique_ptr<Adapter> OpenApiFactory::create(
    const Source &source, const Limits &limits, ExchangeLog *log) const
{
    OpenApiSettings settings = OpenApiSettings::read(source).value_or(OpenApiSettings());
    return std::make_unique<OpenApiAdapter>(
        std::make_shared<OpenApiLink>(source.name, std::move(settings), limits, log, m_secrets, m_oauth));
}

} // namespace Workbench

#include "moc_openapiadapter.cpp"
