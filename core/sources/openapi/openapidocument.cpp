// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/openapi/openapidocument.h"

#include "core/sources/openapi/openapidocument_p.h"

#include <algorithm>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr size_t mostRecent = 16; // completed operations that are kept

//! What a list leaves out of one operation.
class OpenApiParts final : public DeferredParts {
public:
    OpenApiParts(std::shared_ptr<const OpenApiDocument::Private> document, qsizetype index)
        : m_document(std::move(document))
        , m_index(index)
    {
    }

    void fill(OperationSpec &spec) const override
    {
        const std::shared_ptr<const OpenApiCompletion> made = m_document->completion(m_index);
        spec.inputSchema = made->inputSchema;
        spec.outputSchema = made->outputSchema;
        spec.errorSchemas = made->errorSchemas;
        spec.remarks += made->operation.remarks;
    }

private:
    std::shared_ptr<const OpenApiDocument::Private> m_document;
    qsizetype m_index;
};

} // namespace

OpenApiPlace OpenApiDocument::Private::top(QLatin1StringView name) const
{
    return files.followed({0, files.root(0).value.member(name)}).place;
}

std::shared_ptr<const OpenApiCompletion> OpenApiDocument::Private::completion(qsizetype index) const
{
    const QMutexLocker lock(&mutex);
    const auto known = std::ranges::find(recent, index, &decltype(recent)::value_type::first);
    if (known != recent.end()) {
        std::rotate(recent.begin(), known, known + 1);
        return recent.front().second;
    }
    auto made = std::make_shared<const OpenApiCompletion>(completeOpenApiOperation(*this, entries.at(index)));
    if (recent.size() == mostRecent)
        recent.pop_back();
    recent.insert(recent.begin(), {index, made});
    return made;
}

OpenApiDocument::OpenApiDocument(std::shared_ptr<const Private> state)
    : d(std::move(state))
{
}

OpenApiVersion OpenApiDocument::version() const
{
    return d->version;
}

QString OpenApiDocument::versionText() const
{
    return d->versionText;
}

QString OpenApiDocument::title() const
{
    return d->title;
}

QString OpenApiDocument::apiVersion() const
{
    return d->apiVersion;
}

QUrl OpenApiDocument::url() const
{
    return d->files.text(0).url;
}

const QList<OpenApiProblem> &OpenApiDocument::problems() const
{
    return d->problems;
}

const QList<OpenApiServer> &OpenApiDocument::servers() const
{
    return d->servers;
}

const QList<OpenApiSecurityScheme> &OpenApiDocument::securitySchemes() const
{
    return d->securitySchemes;
}

const QStringList &OpenApiDocument::webhooks() const
{
    return d->webhooks;
}

SchemaDialect OpenApiDocument::dialect() const
{
    return d->dialect;
}

qsizetype OpenApiDocument::operationCount() const
{
    return d->entries.size();
}

QList<OperationSpec> OpenApiDocument::specs() const
{
    QList<OperationSpec> specs;
    specs.reserve(d->entries.size());
    for (qsizetype index = 0; index < d->entries.size(); ++index) {
        const OpenApiEntry &entry = d->entries.at(index);
        const Json operation = entry.operation.value;
        const QString path = d->basePath + d->pathOf(entry);
        const QString method = QString::fromUtf8(entry.method);
        const Json summary = operation.member("summary"_L1);
        OperationSpec spec;
        spec.id.name = entry.name;
        if (!d->apiVersion.isEmpty())
            spec.version = d->apiVersion;
        spec.type = entry.type;
        spec.description = operation.member("description"_L1).toString();
        if (spec.description.isEmpty())
            spec.description = summary.toString();
        if (spec.description.isEmpty())
            spec.description = method % u' ' % path;
        for (const Json &tag : operation.member("tags"_L1).items()) {
            if (tag.isString())
                spec.tags.append(tag.toString());
        }
        spec.group = spec.tags.value(0);
        const bool isDeprecated = operation.member("deprecated"_L1).toBoolean();
        spec.meta = Json::object({
            {u"method"_s, Json::string(method)},
            {u"path"_s, Json::string(path)},
            {u"summary"_s, summary.isString() ? summary : Json()},
            {u"deprecated"_s, isDeprecated ? Json::boolean(true) : Json()},
        });
        spec.definition = operation;
        spec.remarks = entry.remarks;
        spec.deferred = std::make_shared<const OpenApiParts>(d, index);
        specs.append(std::move(spec));
    }
    return specs;
}

std::shared_ptr<const OpenApiOperation> OpenApiDocument::operation(qsizetype index) const
{
    if (index < 0 || index >= d->entries.size())
        return nullptr;
    const std::shared_ptr<const OpenApiCompletion> made = d->completion(index);
    return {made, &made->operation};
}

qsizetype OpenApiDocument::indexOf(const QString &name) const
{
    return d->byName.value(name, -1);
}

} // namespace Workbench
