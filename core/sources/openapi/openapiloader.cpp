// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/openapi/openapiloader.h"

#include "core/base/visibletext.h"
#include "core/transport/http/responsecheck.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QtConcurrentRun>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

Error fileError(const QUrl &file, const QString &what)
{
    return {ErrorKind::Storage, u"openapi.file"_s,
        u"%1 %2"_s.arg(visibleText(file.toDisplayString(QUrl::PreferLocalFile), false, 300), what), {}, {}};
}

Result<OpenApiFile> readLocal(const QUrl &url, const Limits &limits)
{
    const QString path = url.toLocalFile();
    QFile file(path);
    if (!QFileInfo(path).isFile()) // a pipe or a device might never end
        return std::unexpected(
            fileError(url, QFileInfo::exists(path) ? u"is no file"_s : u"does not exist"_s));
    if (!file.open(QIODevice::ReadOnly))
        return std::unexpected(fileError(url, u"cannot be read: "_s + file.errorString()));
    QByteArray bytes = file.read(limits.docBytes + 1);
    if (bytes.size() > limits.docBytes)
        return std::unexpected(
            limitError(*findLimit(u"doc.bytes"), fileError(url, u"is too large"_s).message, limits.docBytes));
    return OpenApiFile{url, std::move(bytes)};
}

//! Beneath the folder of \a entry, links followed.
bool isBeneath(const QUrl &entry, const QUrl &file)
{
    const QString folder = QFileInfo(entry.toLocalFile()).dir().canonicalPath();
    const QFileInfo wanted(file.toLocalFile());
    const QString path = wanted.canonicalFilePath();
    // What does not exist tells nothing, whatever is said about it.
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
    request.headersWithin = std::chrono::milliseconds(link->limits.requestTimeoutMs);
    const QString channel = link->nextChannel(request.method);
    link->noteSent(request, redactedUrl(url).toEncoded(), secretHeaders, channel, {});
    Limits limits = link->limits;
    limits.httpBodyBytes = limits.docBytes;
    HttpClient client(link->sourceName, limits);
    Result<HttpClient::Whole> whole = co_await client.fetch(std::move(request), link->closing.get_token());
    if (!whole)
        co_return std::unexpected(whole.error());
    // Documents fill the log quickly, and nobody looks for them there.
    link->noteAnswer(whole->head,
        whole->body.first(std::min<qsizetype>(whole->body.size(), openApiInlineBytes)), secretHeaders,
        channel, {});
    const bool isGood = whole->head.status >= 200 && whole->head.status < 300;
    const bool isPage = whole->head.mediaType() == "text/html";
    if (!isGood || isPage) {
        Error error =
            unexpectedAnswer(whole->head, whole->body.first(std::min<qsizetype>(whole->body.size(), 4096)),
                {"application/json", "application/yaml"}, link->limits)
                .value_or(Error{ErrorKind::Protocol, u"openapi.document"_s, u"gave no document."_s, {}, {}});
        error.message.prepend(
            u"%1: the server "_s.arg(visibleText(url.toDisplayString(QUrl::RemoveQuery), false, 300)));
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

} // namespace

std::optional<Error> refusedFile(const OpenApiLink &link, const QUrl &entry, const QUrl &file)
{
    const bool isWeb = file.scheme() == "http"_L1 || file.scheme() == "https"_L1;
    if (!isWeb && !file.isLocalFile())
        return fileError(file, u"is neither a file nor on the web"_s);
    if (file.isLocalFile() && !entry.isLocalFile())
        return fileError(file, u"is a file of this machine, which a document from the web may not read"_s);
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
                file->url = url; // by this name the others refer to it
                co_await QtConcurrent::run([reader, file = *std::move(file)] { reader->add(file); });
            } else {
                reader->addFailed(url, file.error());
            }
        }
    }
    co_return co_await QtConcurrent::run([reader] { return reader->finish(); });
}

} // namespace Workbench
