// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/openapi/openapidocument.h"

#include "core/base/visibletext.h"
#include "core/json/jsonbuilder.h"
#include "core/json/jsonpointer.h"
#include "core/json/jsontext.h"
#include "core/json/jsontexts.h"
#include "core/schema/schemauri.h"
#include "core/sources/openapi/openapidefinitions.h"
#include "core/sources/openapi/openapimedia.h"

#include <algorithm>
#include <map>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr size_t mostRecent = 16; // completed operations in the cache
constexpr qsizetype mostProblems = 500;

Json serversOf(const OpenApiOperation &operation)
{
    QList<Json> urls;
    for (const OpenApiServer &server : operation.servers)
        urls.append(Json::string(server.url));
    return Json::array(urls);
}

//! Returns the alternatives as the document writes them: an object with the scopes by scheme for each.
Json securityOf(const OpenApiOperation &operation)
{
    QList<Json> alternatives;
    for (const OpenApiRequirement &requirement : operation.security) {
        QList<Json::Member> schemes;
        for (const OpenApiRequirement::Scheme &scheme : requirement.schemes) {
            schemes.append({scheme.id, textArray(scheme.scopes)});
        }
        alternatives.append(Json::object(schemes));
    }
    return Json::array(alternatives);
}

//! Returns the declared responses in the document's order: [{"status", "description", "content": [{"type",
//! "schema"?, "event"?}]}], where "schema" is the name of a component and "event" the schema of an event.
Json responsesOf(const OpenApiOperation &operation)
{
    QList<Json> responses;
    for (const OpenApiResponse &response : operation.responses) {
        QList<Json> content;
        for (const OpenApiMedia &media : response.media) {
            // The output schema is that of the result. Events have their own schema if they are an
            // alternative.
            const bool isOfEvents = isEventStreamMedia(media.type) && !operation.isEventStream;
            content.append(Json::object({{u"type"_s, Json::string(media.type)},
                {u"schema"_s, media.schemaName.isEmpty() ? Json() : Json::string(media.schemaName)},
                {u"event"_s,
                    isOfEvents ? operation.selfContained(eventSchemaOf(media, operation)) : Json()}}));
        }
        responses.append(Json::object({{u"status"_s, Json::string(response.status)},
            {u"description"_s, Json::string(response.description)}, {u"content"_s, Json::array(content)}}));
    }
    return Json::array(responses);
}

//! The parts of one operation that a list leaves out, and its definition.
class OpenApiParts final : public DeferredParts, public OperationDefinition {
public:
    OpenApiParts(std::shared_ptr<const OpenApiDocument> document, qsizetype index)
        : m_document(std::move(document))
        , m_index(index)
    {
    }

    void fill(OperationSpec &spec) const override
    {
        const std::shared_ptr<const OpenApiOperation> made = fillWith(spec, true);
        spec.outputSchema = made->selfContained(spec.outputSchema);
        for (ErrorDefinition &error : spec.errorSchemas)
            error.schema = made->selfContained(error.schema);
        spec.meta = withMember(spec.meta, u"servers", serversOf(*made));
        spec.meta = withMember(spec.meta, u"security", securityOf(*made));
        spec.meta = withMember(spec.meta, u"responses", responsesOf(*made));
    }

    void fillSharing(OperationSpec &spec, SharedDefinitions &shared) const override
    {
        fillWith(spec, false);
        const OpenApiSharedSchemas &definitions = *m_document->sharedSchemas;
        definitions.addReached(spec.inputSchema, shared);
        definitions.addReached(spec.outputSchema, shared);
        for (const ErrorDefinition &error : std::as_const(spec.errorSchemas))
            definitions.addReached(error.schema, shared);
    }

    WholeDefinition whole() const override { return m_document->definitions().whole(m_index); }
    QByteArray hash() const override { return m_document->definitions().hash(m_index); }

private:
    std::shared_ptr<const OpenApiOperation> fillWith(OperationSpec &spec, bool isSelfContained) const
    {
        auto made = m_document->operation(m_index);
        spec.inputSchema = inputSchemaOf(*made, isSelfContained);
        spec.outputSchema = outputSchemaOf(*made, m_document->isUpstream());
        spec.errorSchemas = errorSchemasOf(*made, m_document->isUpstream());
        spec.remarks += made->remarks;
        return made;
    }

    std::shared_ptr<const OpenApiDocument> m_document;
    qsizetype m_index;
};

//! Returns the name of the document at \a url for messages.
QString documentName(const QUrl &url)
{
    const bool isAtServer = url.scheme() == "http"_L1 || url.scheme() == "https"_L1;
    const QString name = isAtServer || url.fileName().isEmpty()
        ? url.toDisplayString(QUrl::RemoveUserInfo | QUrl::RemoveQuery)
        : url.fileName();
    return visibleText(name, false, 300);
}

//! \a why is the rest of a sentence: "it has no paths".
std::unexpected<Error> noDocument(const QUrl &url, const QString &why)
{
    return std::unexpected(Error{ErrorKind::Protocol, u"openapi.document"_s,
        u"%1 is not an OpenAPI document: %2."_s.arg(documentName(url), why)});
}

//! Returns "2.0" for a string and for the number that YAML reads it as.
QString versionIn(const Json &value)
{
    return value.isNumber() ? QString::fromLatin1(value.numberText()) : value.toString();
}

struct DeclaredVersion {
    OpenApiVersion version;
    QString text;
    bool isKnown = true;
};

std::optional<DeclaredVersion> declaredVersion(const Json &root)
{
    if (const QString text = versionIn(root.member("openapi"_L1)); !text.isEmpty()) {
        if (text.section(u'.', 0, 0) != "3"_L1)
            return {};
        bool isNumber = false;
        const int minor = text.section(u'.', 1, 1).toInt(&isNumber);
        constexpr OpenApiVersion minors[] = {
            OpenApiVersion::V3_0, OpenApiVersion::V3_1, OpenApiVersion::V3_2};
        const bool isKnown = isNumber && minor >= 0 && minor < int(std::size(minors));
        return DeclaredVersion{isKnown ? minors[minor] : OpenApiVersion::V3_2, text, isKnown};
    }
    const QString text = versionIn(root.member("swagger"_L1));
    if (text == "2.0"_L1 || text == "2"_L1)
        return DeclaredVersion{OpenApiVersion::Swagger2, text};
    return {};
}

SchemaDialect dialectOf(OpenApiVersion version, const Json &declared)
{
    switch (version) {
    case OpenApiVersion::Swagger2: return SchemaDialect::OpenApi2;
    case OpenApiVersion::V3_0: return SchemaDialect::OpenApi3_0;
    case OpenApiVersion::V3_1:
    case OpenApiVersion::V3_2: break;
    }
    static const QHash<QString, SchemaDialect> known{
        {u"json-schema.org/draft-04/schema"_s, SchemaDialect::Draft4},
        {u"json-schema.org/draft-06/schema"_s, SchemaDialect::Draft6},
        {u"json-schema.org/draft-07/schema"_s, SchemaDialect::Draft7},
        {u"json-schema.org/draft/2019-09/schema"_s, SchemaDialect::Draft2019_09},
        {u"json-schema.org/draft/2020-12/schema"_s, SchemaDialect::Draft2020_12},
    };
    return known.value(
        SchemaUri::split(declared.toString()).uri.section(u"://"_s, 1), SchemaDialect::OpenApi3_1);
}

void readFacts(OpenApiDocument &d)
{
    const OpenApiPlace info = d.top("info"_L1);
    d.title = info.value.member("title"_L1).toString();
    d.apiVersion = versionIn(info.value.member("version"_L1));
    const Json root = d.files.root(0).value;
    d.dialect = dialectOf(d.version, root.member("jsonSchemaDialect"_L1));
    if (d.isSwagger()) {
        d.basePath = root.member("basePath"_L1).toString();
        if (d.basePath.endsWith(u'/'))
            d.basePath.chop(1);
        if (!d.basePath.isEmpty() && !d.basePath.startsWith(u'/'))
            d.basePath.prepend(u'/');
        d.servers = swaggerServers(d, {});
    } else {
        const OpenApiPlace servers = d.top("servers"_L1);
        for (const Json &server : servers.value.items()) {
            if (server.member("url"_L1).isString())
                d.servers.append(readServer(server));
            else
                d.found.add({servers.file, server}, u"A server without a URL is left out."_s);
        }
    }
    OpenApiPlace schemes = d.top("securityDefinitions"_L1);
    if (!d.isSwagger()) {
        const OpenApiTarget components = d.files.followed(d.top("components"_L1));
        schemes = {components.place.file, components.place.value.member("securitySchemes"_L1)};
        schemes = d.files.followed(schemes).place;
    }
    for (const auto entry : schemes.value.members()) {
        const OpenApiTarget scheme = d.files.followed({schemes.file, entry.value()});
        if (!scheme.place.value.isObject()) {
            d.found.add({schemes.file, entry.value()}, u"A security scheme must be an object."_s);
            continue;
        }
        d.securitySchemes.append(readSecurityScheme(entry.key(), scheme.place.value));
        if (const QString refusal = d.securitySchemes.constLast().refusal(); !refusal.isEmpty())
            d.found.add(
                scheme.place, u"The security scheme \"%1\" cannot be used: %2."_s.arg(entry.key(), refusal));
    }
}

//! Resolves every reference once, so that broken ones are reported before an operation is opened.
void checkReferences(OpenApiDocument &d)
{
    for (int file = 0; file < d.files.count(); ++file) {
        QHash<QByteArrayView, qsizetype> tried;
        for (const OpenApiScan::Reference &reference : d.files.references(file)) {
            if (!d.files.hasIds(file) && tried[reference.text]++ > 0)
                continue;
            const QString text = jsonText(reference.text);
            const OpenApiTarget target = d.files.resolve(file, reference.holder, text);
            const QString shown = text.left(300);
            if (!target.trouble.isEmpty()) {
                d.found.add(file, reference.holder,
                    u"The reference \"%1\" leads nowhere: %2."_s.arg(shown, target.trouble));
            } else if (target.isByEntry) {
                d.found.add(file, reference.holder,
                    u"The reference \"%1\" leads nowhere in this file; "
                    u"its target in the entry document is used."_s.arg(shown));
            }
        }
    }
}

} // namespace

void OpenApiProblems::add(int file, const void *node, const QString &message)
{
    if (m_found.size() + m_ready.size() < mostProblems)
        m_found.append({file, node, message});
    else
        ++m_more;
}

void OpenApiProblems::add(OpenApiProblem problem)
{
    if (m_found.size() + m_ready.size() < mostProblems)
        m_ready.append(std::move(problem));
    else
        ++m_more;
}

QList<OpenApiProblem> OpenApiProblems::located(const OpenApiFiles &files, int maxLevels) const
{
    QList<OpenApiProblem> problems = m_ready;
    std::map<int, QList<qsizetype>> byFile;
    for (qsizetype i = 0; i < m_found.size(); ++i)
        byFile[m_found.at(i).file].append(i);
    for (const auto &[file, places] : byFile) {
        const OpenApiText &text = files.text(file);
        QList<const void *> nodes;
        for (const qsizetype place : places)
            nodes.append(m_found.at(place).node);
        const QList<int> lines = linesOfNodes(text, nodes, maxLevels);
        for (qsizetype i = 0; i < places.size(); ++i) {
            const Found &found = m_found.at(places.at(i));
            problems.append(
                {text.url, pointerToNode(text.root, found.node, maxLevels), lines.at(i), found.message});
        }
    }
    if (m_more > 0) {
        problems.append({files.count() > 0 ? files.text(0).url : QUrl(), {}, 0,
            u"There are %1 more problems."_s.arg(m_more)});
    }
    return problems;
}

const OpenApiDefinitions &OpenApiDocument::definitions() const
{
    std::call_once(
        definitionsOnce, [this] { ownDefinitions = std::make_shared<const OpenApiDefinitions>(*this); });
    return *ownDefinitions;
}

OpenApiPlace OpenApiDocument::top(QLatin1StringView name) const
{
    return files.followed({0, files.root(0).value.member(name)}).place;
}

std::shared_ptr<const OpenApiOperation> OpenApiDocument::operation(qsizetype index) const
{
    if (index < 0 || index >= entries.size())
        return nullptr;
    const QMutexLocker lock(&mutex);
    const auto known = std::ranges::find(recent, index, &decltype(recent)::value_type::first);
    if (known != recent.end()) {
        std::rotate(recent.begin(), known, known + 1);
        return recent.front().second;
    }
    auto made = std::make_shared<const OpenApiOperation>(completeOpenApiOperation(*this, entries.at(index)));
    if (recent.size() == mostRecent)
        recent.pop_back();
    recent.insert(recent.begin(), {index, made});
    return made;
}

QList<OperationSpec> OpenApiDocument::specs() const
{
    QList<OperationSpec> specs;
    specs.reserve(entries.size());
    for (qsizetype index = 0; index < entries.size(); ++index) {
        const OpenApiEntry &entry = entries.at(index);
        const Json operation = entry.operation.value;
        const QString path = basePath + pathOf(entry);
        const QString method = QString::fromUtf8(entry.method);
        const Json summary = operation.member("summary"_L1);
        OperationSpec spec;
        spec.id.name = entry.name;
        if (!apiVersion.isEmpty())
            spec.version = apiVersion;
        spec.type = entry.type;
        spec.isStreamToo = entry.isStreamToo;
        spec.description = operation.member("description"_L1).toString();
        if (spec.description.isEmpty())
            spec.description = summary.toString();
        if (spec.description.isEmpty())
            spec.description = method % u' ' % path;
        spec.tags = textsOf(operation.member("tags"_L1));
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
        const auto parts = std::make_shared<const OpenApiParts>(shared_from_this(), index);
        spec.parts = parts;
        spec.deferred = parts;
        specs.append(std::move(spec));
    }
    return specs;
}

OpenApiDocument::Reader::Reader(OpenApiFile entry, Switches switches, Limits limits)
    : d(std::make_unique<OpenApiDocument>(limits))
{
    d->switches = switches;
    d->given = std::move(entry);
}

OpenApiDocument::Reader::~Reader() = default;

Result<void> OpenApiDocument::Reader::read()
{
    const OpenApiFile entry = std::exchange(d->given, {});
    d->bytes = entry.bytes.size();
    if (d->bytes > d->limits.docBytes) {
        return std::unexpected(limitError(*findLimit(u"doc.bytes"),
            u"The document is larger than %1."_s.arg(limitText(*findLimit(u"doc.bytes"), d->limits.docBytes)),
            d->limits.docBytes));
    }
    if (QByteArrayView(entry.bytes).trimmed().isEmpty())
        return noDocument(entry.url, u"it is empty"_s);
    auto text = readOpenApiText(entry, d->limits);
    if (!text) {
        Error error = std::move(text.error().error);
        error.message.prepend(QString(documentName(entry.url) + u": "_s));
        return std::unexpected(std::move(error));
    }
    const Json root = text->root;
    if (!root.isObject())
        return noDocument(entry.url, u"it must be an object"_s);
    const std::optional<DeclaredVersion> declared = declaredVersion(root);
    if (!declared) {
        const bool isNamed = root.hasMember("openapi"_L1) || root.hasMember("swagger"_L1);
        return noDocument(entry.url,
            isNamed ? u"its version \"%1\" is unknown; 2.0, 3.0, 3.1 and 3.2 are known"_s.arg(
                          versionIn(root.member("openapi"_L1)) + versionIn(root.member("swagger"_L1)))
                    : u"it has neither a member openapi nor a member swagger"_s);
    }
    d->version = declared->version;
    d->versionText = declared->text;
    d->files.add(std::move(*text), {});
    d->files.scan(0, d->version);
    if (!declared->isKnown) {
        d->found.add({0, root.member("openapi"_L1)},
            u"Version %1 is newer than the known versions; it is read as 3.2."_s.arg(declared->text));
    }
    return {};
}

void OpenApiDocument::Reader::add(const OpenApiFile &file, const QUrl &asked)
{
    const QUrl address = asked.isEmpty() ? file.url : asked;
    d->bytes += file.bytes.size();
    if (d->files.count() >= d->limits.docFiles || d->bytes > d->limits.docBytes) {
        const bool isCount = d->files.count() >= d->limits.docFiles;
        const LimitInfo *const limit = findLimit(isCount ? u"doc.files"_s : u"doc.bytes"_s);
        const qint64 value = d->limits.*(limit->value);
        addFailed(address,
            limitError(*limit,
                u"The description is larger than %1."_s.arg(
                    limitText(*limit, value) + (isCount ? u" files"_s : QString())),
                value));
        return;
    }
    auto text = readOpenApiText(file, d->limits);
    if (!text) {
        const JsonParseError &error = text.error();
        d->found.add(OpenApiProblem{file.url, {}, int(error.position.line), error.error.message});
        d->files.addFailed(address, u"the file cannot be read"_s);
        return;
    }
    const int number = d->files.count();
    d->files.add(std::move(*text), asked);
    d->files.scan(number, d->version);
}

void OpenApiDocument::Reader::addFailed(const QUrl &url, const Error &reason)
{
    const QString limit = reason.details.member("limit"_L1).toString();
    d->found.add(OpenApiProblem{url, {}, 0,
        u"The file was not read: %1"_s.arg(reason.message)
            + (limit.isEmpty() ? QString() : u" The setting is %1."_s.arg(limit))});
    d->files.addFailed(url, u"the file was not read"_s);
}

std::shared_ptr<const OpenApiDocument> OpenApiDocument::Reader::finish()
{
    std::unique_ptr<OpenApiDocument> done = std::exchange(d, nullptr);
    if (!done || done->files.count() == 0)
        return nullptr;
    for (int file = 0; file < done->files.count(); ++file) {
        for (const JsonRemark &remark : done->files.text(file).remarks) {
            const Json value = JsonPointer::resolve(done->files.text(file).root, remark.pointer);
            if (!remark.pointer.isEmpty() && !value.isAbsent()) // otherwise it is about a byte order mark
                done->found.add({file, value}, remark.message);
        }
    }
    readFacts(*done);
    checkReferences(*done);
    listOpenApiOperations(*done);
    const auto definitions =
        std::make_shared<OpenApiSharedSchemas>(done->sharedFiles, done->version, done->limits.docSchemaNodes);
    definitions->collect();
    done->sharedSchemas = definitions;
    done->problems = done->found.located(done->files, int(done->limits.jsonDepth));
    done->found = {};
    done->files.dropTexts();
    return std::shared_ptr<const OpenApiDocument>(std::move(done));
}

} // namespace Workbench
