// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/openapi/openapiadapter.h"

#include "core/base/visibletext.h"
#include "core/sources/openapi/openapifacts.h"
#include "core/sources/openapi/openapiloader.h"

#include <QtConcurrentRun>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype shownProblems = 50;

Error disconnected()
{
    return {ErrorKind::Closed, u"openapi.closed"_s, u"The source was disconnected."_s, {}, {}};
}

QStringList problemTexts(const OpenApiDocument &document)
{
    QStringList texts;
    for (const OpenApiProblem &problem : document.problems()) {
        if (texts.size() == shownProblems) {
            texts.append(u"… and %1 more problems"_s.arg(document.problems().size() - shownProblems));
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
    link->schemas = std::make_shared<OpenApiSchemas>(link->limits);
    co_return Result<void>();
}

Task<Result<PeerInfo>> openDocument(std::shared_ptr<OpenApiLink> link)
{
    const Result<void> loaded = co_await loadDocument(link);
    if (!loaded)
        co_return std::unexpected(loaded.error());
    PeerInfo info;
    info.name = link->document->title();
    info.protocol =
        QString((link->document->version() == OpenApiVersion::Swagger2 ? u"Swagger "_s : u"OpenAPI "_s)
            + link->document->versionText());
    info.version = link->document->apiVersion();
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
    found.dialect = document->dialect();
    co_return found;
}

Task<Result<HandlerResult>> refuseCall(Error error)
{
    co_return std::unexpected(std::move(error));
}

Result<WirePreview> previewOf(const OpenApiBasis &basis, const QString &name, const Json &input)
{
    const Result<OpenApiCall> call = previewCall(basis, name, input);
    if (!call)
        return std::unexpected(call.error());
    WirePreview preview;
    preview.method = call->request.method;
    preview.url = QUrl::fromEncoded(call->shownAddress);
    preview.address = call->shownAddress;
    preview.headers = call->request.headers;
    preview.body = call->request.body.value_or(QByteArray());
    return preview;
}

} // namespace

OpenApiAdapter::OpenApiAdapter(std::shared_ptr<OpenApiLink> link)
    : m_link(std::move(link))
{
}

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
        return refuseCall(disconnected());
    return callOpenApi(m_link, spec.id.name, std::move(input), std::move(context));
}

Result<std::unique_ptr<ItemStream>> OpenApiAdapter::subscribe(
    OperationSpec spec, Json input, CallContext context)
{
    if (m_link->closing.stop_requested())
        return std::unexpected(disconnected());
    auto stream = std::make_unique<OpenApiStream>(m_link, spec.id.name, std::move(input), std::move(context));
    m_streams.removeIf([](const QPointer<OpenApiStream> &each) { return each.isNull(); });
    m_streams.append(stream.get());
    return stream;
}

Result<WirePreview> OpenApiAdapter::preview(const OperationSpec &spec, const Json &input) const
{
    return previewing(spec, input)();
}

std::function<Result<WirePreview>()> OpenApiAdapter::previewing(
    const OperationSpec &spec, const Json &input) const
{
    return
        [basis = OpenApiBasis(*m_link), name = spec.id.name, input] { return previewOf(basis, name, input); };
}

void OpenApiAdapter::close()
{
    if (m_link->closing.stop_requested())
        return;
    m_link->closing.request_stop();
    const auto grants = m_link->grants; // whoever hears of it may come back here
    for (const std::shared_ptr<OAuthGrant> &grant : grants)
        grant->cancel();
    for (const QPointer<OpenApiStream> &stream : std::as_const(m_streams)) {
        if (stream)
            stream->closeWith(disconnected());
    }
    QTimer::singleShot(0, this, [this] { Q_EMIT closed(disconnected()); });
}

} // namespace Workbench
