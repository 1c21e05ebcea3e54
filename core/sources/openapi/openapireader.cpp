// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonpointer.h"
#include "core/json/jsontext.h"
#include "core/schema/schemauri.h"
#include "core/sources/openapi/openapidocument_p.h"
#include "core/sources/openapi/openapirequest.h"

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

std::unexpected<Error> noDocument(const QString &message)
{
    return std::unexpected(Error{ErrorKind::Protocol, u"openapi.document"_s, message, {}, {}});
}

//! "2.0" of a text, and of the number that YAML makes of it.
QString versionIn(const Json &value)
{
    return value.isNumber() ? QString::fromLatin1(value.numberText()) : value.toString();
}

struct Declared {
    OpenApiVersion version;
    QString text;
    bool isKnown = true;
};

std::optional<Declared> declaredVersion(const Json &root)
{
    if (const QString text = versionIn(root.member("openapi"_L1)); !text.isEmpty()) {
        if (text.section(u'.', 0, 0) != "3"_L1)
            return {};
        bool isNumber = false;
        const int minor = text.section(u'.', 1, 1).toInt(&isNumber);
        constexpr OpenApiVersion minors[] = {
            OpenApiVersion::V3_0, OpenApiVersion::V3_1, OpenApiVersion::V3_2};
        const bool isKnown = isNumber && minor >= 0 && minor < int(std::size(minors));
        return Declared{isKnown ? minors[minor] : OpenApiVersion::V3_2, text, isKnown};
    }
    const QString text = versionIn(root.member("swagger"_L1));
    if (text == "2.0"_L1 || text == "2"_L1)
        return Declared{OpenApiVersion::Swagger2, text};
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

void readFacts(OpenApiDocument::Private &d)
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
        if (scheme.place.value.isObject())
            d.securitySchemes.append(readSecurityScheme(entry.key(), scheme.place.value));
        else
            d.found.add({schemes.file, entry.value()}, u"A security scheme must be an object."_s);
    }
}

//! Every reference is tried once, so that what is broken is said before somebody opens the operation.
void checkReferences(OpenApiDocument::Private &d)
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
                    u"The reference “%1” leads nowhere: %2."_s.arg(shown, target.trouble));
            } else if (target.isByEntry) {
                d.found.add(file, reference.holder,
                    u"The reference “%1” leads nowhere in this file; what the entry document has there is used."_s
                        .arg(shown));
            }
        }
    }
}

} // namespace

OpenApiDocument::Reader::Reader(OpenApiFile entry, Switches switches, Limits limits)
    : d(std::make_unique<Private>(limits))
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
    auto text = readOpenApiText(entry, d->limits);
    if (!text)
        return std::unexpected(std::move(text.error().error));
    const Json root = text->root;
    if (!root.isObject())
        return noDocument(u"This is no OpenAPI document: it should be an object."_s);
    const std::optional<Declared> declared = declaredVersion(root);
    if (!declared) {
        const bool isNamed = root.hasMember("openapi"_L1) || root.hasMember("swagger"_L1);
        return noDocument(isNamed
                ? u"This version of OpenAPI is not known: “%1”. Known are 2.0, 3.0, 3.1 and 3.2."_s.arg(
                      versionIn(root.member("openapi"_L1)) + versionIn(root.member("swagger"_L1)))
                : u"This is no OpenAPI document: it has neither “openapi” nor “swagger”."_s);
    }
    d->version = declared->version;
    d->versionText = declared->text;
    d->files.add(std::move(*text), {});
    d->files.scan(0, d->version);
    if (!declared->isKnown) {
        d->found.add({0, root.member("openapi"_L1)},
            u"Version %1 is newer than what is known; it is read as 3.2."_s.arg(declared->text));
    }
    return {};
}

QList<QUrl> OpenApiDocument::Reader::missingFiles() const
{
    return d->files.missing();
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
        d->found.add(OpenApiProblem{file.url, {}, text.error().line, text.error().error.message});
        d->files.addFailed(address, u"the file cannot be read"_s);
        return;
    }
    const int number = d->files.count();
    d->files.add(std::move(*text), asked);
    d->files.scan(number, d->version);
}

void OpenApiDocument::Reader::addFailed(const QUrl &url, const Error &reason)
{
    d->found.add(OpenApiProblem{url, {}, 0, u"The file was not read: %1"_s.arg(reason.message)});
    d->files.addFailed(url, u"the file was not read"_s);
}

std::shared_ptr<const OpenApiDocument> OpenApiDocument::Reader::finish()
{
    std::unique_ptr<Private> done = std::exchange(d, nullptr);
    if (!done || done->files.count() == 0)
        return nullptr;
    for (int file = 0; file < done->files.count(); ++file) {
        for (const JsonRemark &remark : done->files.text(file).remarks) {
            const Json value = JsonPointer::resolve(done->files.text(file).root, remark.pointer);
            if (!remark.pointer.isEmpty() && !value.isAbsent()) // else it is about a byte order mark
                done->found.add({file, value}, remark.message);
        }
    }
    readFacts(*done);
    checkReferences(*done);
    listOpenApiOperations(*done);
    done->problems = done->found.located(done->files, int(done->limits.jsonDepth));
    done->found = {};
    done->files.dropTexts();
    return std::shared_ptr<const OpenApiDocument>(
        new OpenApiDocument(std::shared_ptr<const Private>(std::move(done))));
}

} // namespace Workbench
