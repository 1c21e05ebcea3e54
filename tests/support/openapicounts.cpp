// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "openapicounts.h"

#include "core/sources/openapi/openapifiles.h"

#include <QMap>
#include <QSet>

#include <algorithm>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

using Counts = QMap<QString, qint64>;

Json toJson(const Counts &counts)
{
    QList<Json::Member> members;
    for (auto it = counts.cbegin(); it != counts.cend(); ++it)
        members.append({it.key(), Json::integer(it.value())});
    return Json::object(members);
}

//! A graph of the targets of references; its edges lead from a target to those that it refers to.
struct Graph {
    QList<quintptr> begins;
    QList<quintptr> ends;
    QList<QSet<qsizetype>> edges;

    qsizetype add(const Json &value)
    {
        const JsonView view(value);
        const auto begin = reinterpret_cast<quintptr>(view.nodeAddress());
        const qsizetype known = begins.indexOf(begin);
        if (known >= 0)
            return known;
        begins.append(begin);
        ends.append(reinterpret_cast<quintptr>(view.next().nodeAddress()));
        edges.append(QSet<qsizetype>());
        return begins.size() - 1;
    }
    //! Returns all targets that can be reached from \a from.
    QSet<qsizetype> reached(qsizetype from) const
    {
        QSet<qsizetype> seen;
        QList<qsizetype> waiting(edges.at(from).cbegin(), edges.at(from).cend());
        while (!waiting.isEmpty()) {
            const qsizetype next = waiting.takeLast();
            if (seen.contains(next))
                continue;
            seen.insert(next);
            waiting.append(QList<qsizetype>(edges.at(next).cbegin(), edges.at(next).cend()));
        }
        return seen;
    }
};

//! Counts the objects in \a document, at any depth, that have a member \a name.
qint64 objectsWith(const Json &document, QLatin1StringView name)
{
    qint64 count = 0;
    QList<Json> waiting{document};
    while (!waiting.isEmpty()) {
        const Json next = waiting.takeLast();
        count += next.isObject() && next.hasMember(name) ? 1 : 0;
        for (const Json &item : next.items())
            waiting.append(item);
        for (const auto entry : next.members())
            waiting.append(entry.value());
    }
    return count;
}

void countReferences(const OpenApiDocument &document, const QByteArray &entryText, QList<Json::Member> &out)
{
    OpenApiFiles files;
    auto text = readOpenApiText({document.files.text(0).url, entryText}, {});
    if (!text)
        return;
    files.add(*std::move(text), {});
    files.scan(0, document.version);
    QSet<QByteArrayView> unique;
    qint64 external = 0;
    Graph graph;
    QList<std::pair<quintptr, qsizetype>> references; // holder, target
    QHash<qsizetype, QString> textOf; // the text of a reference to the target
    for (const OpenApiScan::Reference &reference : files.references(0)) {
        unique.insert(reference.text);
        if (!reference.text.startsWith('#')) {
            ++external;
            continue;
        }
        const OpenApiTarget target = files.resolve(0, reference.holder, QString::fromUtf8(reference.text));
        references.append({reinterpret_cast<quintptr>(reference.holder), graph.add(target.place.value)});
        textOf.insert(references.last().second, QString::fromUtf8(reference.text));
    }
    std::ranges::sort(references);
    for (qsizetype from = 0; from < graph.begins.size(); ++from) {
        auto at = std::ranges::lower_bound(
            references, graph.begins.at(from), {}, &std::pair<quintptr, qsizetype>::first);
        for (; at != references.end() && at->first < graph.ends.at(from); ++at)
            graph.edges[from].insert(at->second);
    }
    QList<qsizetype> onCycle;
    QSet<qsizetype> components; // each component by its smallest member
    for (qsizetype node = 0; node < graph.begins.size(); ++node) {
        const QSet<qsizetype> reached = graph.reached(node);
        if (!reached.contains(node))
            continue;
        onCycle.append(node);
        qsizetype smallest = node;
        for (const qsizetype other : reached) {
            if (other < smallest && graph.reached(other).contains(node))
                smallest = other;
        }
        components.insert(smallest);
    }
    QList<Json> circular;
    for (const qsizetype node : std::as_const(onCycle))
        circular.append(Json::string(textOf.value(node)));
    const Json root = files.root(0).value;
    const Json schemas = root.member("components"_L1).isObject()
        ? root.member("components"_L1).member("schemas"_L1)
        : root.member("definitions"_L1);
    out += {
        {u"schemas"_s, Json::integer(schemas.size())},
        {u"discriminators"_s, Json::integer(objectsWith(root, "discriminator"_L1))},
        {u"circularSample"_s, Json::array(circular)},
        {u"refs"_s, Json::integer(qint64(files.references(0).size()))},
        {u"uniqueRefTargets"_s, Json::integer(unique.size())},
        {u"externalRefs"_s, Json::integer(external)},
        {u"circularComponents"_s, Json::integer(components.size())},
        {u"circularTargets"_s, Json::integer(onCycle.size())},
        {u"bytes"_s, Json::integer(entryText.size())},
    };
}

QString schemeTypeName(const OpenApiSecurityScheme &scheme)
{
    using Type = OpenApiSecurityScheme::Type;
    switch (scheme.type) {
    case Type::ApiKey: return u"apiKey"_s;
    case Type::Http: return u"http:"_s + scheme.scheme.toLower();
    case Type::OAuth2: return u"oauth2"_s;
    case Type::OpenIdConnect: return u"openIdConnect"_s;
    case Type::MutualTls: return u"mutualTLS"_s;
    case Type::Unknown: break;
    }
    return u"unknown"_s;
}

//! The counts that all operations add up to.
struct Sums {
    Counts methods;
    Counts parameters;
    Counts styles;
    Counts mediaTypes;
    QSet<QString> paths;
    qint64 bodies = 0;
    qint64 multipart = 0;
    qint64 eventStreams = 0;

    void add(const OpenApiOperation &operation, const Json &definition)
    {
        ++methods[QString::fromLatin1(operation.method).toLower()];
        paths.insert(operation.path);
        for (const OpenApiParameter &parameter : operation.parameters)
            addParameter(parameter);
        if (operation.body)
            addBody(operation);
        bool streams = false;
        for (const OpenApiResponse &response : operation.responses) {
            for (const OpenApiMedia &media : response.media) {
                if (operation.version != OpenApiVersion::Swagger2)
                    ++mediaTypes[media.type];
                streams = streams || media.type.startsWith("text/event-stream"_L1);
            }
        }
        eventStreams += streams ? 1 : 0;
        for (const Json &type : definition.member("produces"_L1).items()) // also if the response has no body
            ++mediaTypes[type.toString()];
    }

    void addParameter(const OpenApiParameter &parameter)
    {
        if (parameter.definition.isAbsent())
            return; // the reader added it for a name in the path
        ++parameters[QString(parameterPlaceName(parameter.place))];
        const QString format = parameter.definition.member("collectionFormat"_L1).toString();
        if (!format.isEmpty())
            ++styles[u"v2:"_s + format];
        const QString style = parameter.definition.member("style"_L1).toString();
        if (!style.isEmpty())
            ++styles[style + (parameter.explode ? u"/true"_s : u"/false"_s)];
    }

    void addBody(const OpenApiOperation &operation)
    {
        ++bodies;
        const QList<OpenApiMedia> &media = operation.body->media;
        const auto isMultipart = [](const OpenApiMedia &one) { return one.type.startsWith("multipart/"_L1); };
        if (std::ranges::any_of(media, isMultipart))
            ++multipart;
        if (operation.version != OpenApiVersion::Swagger2)
            return;
        const bool isForm = media.first().schemaName.isEmpty()
            && (isMultipart(media.first()) || media.first().type.contains("form"_L1));
        if (isForm)
            parameters[u"formData"_s] += media.first().schema.member("properties"_L1).size();
        else
            ++parameters[u"body"_s];
    }
};

} // namespace

//! Returns whether \a counted agrees with \a expected, which names only the eight most frequent media types.
static bool hasMostFrequent(const Json &counted, const Json &expected)
{
    constexpr qsizetype named = 8;
    bool isSame = expected.size() == std::min(counted.size(), named);
    for (const auto entry : expected.members())
        isSame = isSame && counted.memberUtf8(entry.keyUtf8()) == entry.value();
    return isSame;
}

//! Returns whether \a counted agrees with \a expected, which names only some of the targets on cycles.
static bool hasSample(const Json &counted, const Json &expected)
{
    const auto isCounted = [&counted](
                               const Json &one) { return std::ranges::contains(counted.items(), one); };
    return std::ranges::all_of(expected.items(), isCounted) && (expected.size() > 0) == (counted.size() > 0);
}

Json countsOf(const OpenApiDocument &document, const QByteArray &entryText)
{
    const QList<OperationSpec> specs = document.specs();
    Sums sums;
    QSet<QString> ids;
    qint64 deprecated = 0;
    qint64 withoutId = 0;
    qint64 duplicates = 0;
    for (qsizetype i = 0; i < specs.size(); ++i) {
        const std::shared_ptr<const OpenApiOperation> operation = document.operation(i);
        sums.add(*operation, specs.at(i).definition);
        deprecated += specs.at(i).meta.member("deprecated"_L1).toBoolean() ? 1 : 0;
        withoutId += operation->operationId.isEmpty() ? 1 : 0;
        duplicates += !operation->operationId.isEmpty() && ids.contains(operation->operationId) ? 1 : 0;
        ids.insert(operation->operationId);
    }
    QList<Json> servers;
    for (const OpenApiServer &server : document.servers)
        servers.append(Json::string(server.url));
    QList<Json::Member> schemes;
    for (const OpenApiSecurityScheme &scheme : document.securitySchemes)
        schemes.append({scheme.id, Json::string(schemeTypeName(scheme))});
    QList<Json> unresolved;
    for (const OpenApiProblem &problem : document.problems) {
        if (problem.message.contains("leads nowhere:"_L1))
            unresolved.append(Json::string(problem.pointer));
    }

    QList<Json::Member> counts{
        {u"version"_s, Json::string(document.versionText)},
        {u"unresolvedRefs"_s, Json::array(unresolved)},
        {u"paths"_s, Json::integer(sums.paths.size())},
        {u"operations"_s, Json::integer(specs.size())},
        {u"methods"_s, toJson(sums.methods)},
        {u"operationsWithSSE"_s, Json::integer(sums.eventStreams)},
        {u"deprecatedOperations"_s, Json::integer(deprecated)},
        {u"operationsWithBody"_s, Json::integer(sums.bodies)},
        {u"operationsWithMultipart"_s, Json::integer(sums.multipart)},
        {u"operationsWithoutId"_s, Json::integer(withoutId)},
        {u"duplicateOperationIds"_s, Json::integer(duplicates)},
        {u"parametersEffective"_s, toJson(sums.parameters)},
        {u"explicitStyles"_s, toJson(sums.styles)},
        {u"securitySchemes"_s, Json::integer(document.securitySchemes.size())},
        {u"securityTypes"_s, Json::object(schemes)},
        {u"servers"_s, Json::array(servers)},
        {u"responseMediaTypes"_s, toJson(sums.mediaTypes)},
    };
    countReferences(document, entryText, counts);
    return Json::object(counts);
}

QStringList differingCounts(const Json &counted, const Json &expected, const QStringList &leftOut)
{
    QStringList differing;
    for (const auto entry : counted.members()) {
        const QString name = entry.key();
        const Json wanted = expected.member(name);
        const bool isSame = name == "responseMediaTypes"_L1 ? hasMostFrequent(entry.value(), wanted)
            : name == "circularSample"_L1                   ? hasSample(entry.value(), wanted)
                                                            : wanted == entry.value();
        if (!leftOut.contains(name) && !isSame)
            differing.append(u"%1: %2 counted, %3 expected"_s.arg(
                name, QString::fromUtf8(entry.value().toBytes()), QString::fromUtf8(wanted.toBytes())));
    }
    return differing;
}

} // namespace Workbench
