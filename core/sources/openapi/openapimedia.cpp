// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/openapi/openapimedia.h"

#include "core/json/jsonbuilder.h"
#include "core/json/jsontexts.h"
#include "core/sources/openapi/openapirequest.h"
#include "core/sources/openapi/openapisharedschemas.h"

#include <algorithm>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

//! Returns the schema by which a form asks for a file. \source core/sources/openapi/README.md 5
Json fileSchema(const Json &declared)
{
    static const auto text = [](QStringView description) {
        return Json::object(
            {{u"type"_s, Json::string(u"string")}, {u"description"_s, Json::string(description)}});
    };
    static const Json properties = Json::object({
        {QString(fileMember), withMember(text(u"Name of the file"), u"minLength", Json::integer(1))},
        {u"type"_s, text(u"Media type of the file")},
        {u"data"_s, text(u"Content of the file, if it is text")},
        {u"base64"_s, text(u"Content of the file as base64, if it is not text")},
    });
    static const Json required = Json::array({Json::string(QString(fileMember))});
    JsonBuilder schema;
    schema.beginObject().add(u"type", u"object");
    for (const auto name : {"title"_L1, "description"_L1})
        schema.add(QString(name), declared.member(name));
    return schema.add(u"properties", properties)
        .add(u"required", required)
        .add(u"x-file", Json::boolean(true))
        .endObject()
        .take();
}

constexpr int deepestCombination = 16; // levels of allOf inside allOf

//! Looks for files in the schemas of a body, which may be definitions.
class FileSchemas {
public:
    explicit FileSchemas(const OpenApiSharedSchemas *definitions)
        : m_definitions(definitions)
    {
    }

    Json followed(const Json &schema) const
    {
        return m_definitions ? m_definitions->followed(schema) : schema;
    }

    bool isFile(const Json &declared, int depth = 0)
    {
        if (--m_left < 0)
            return false;
        const Json schema = followed(declared);
        const Json parts = schema.member("allOf"_L1); // a reference with other keywords is written so
        const auto isPartAFile = [this, depth](const Json &part) { return isFile(part, depth + 1); };
        if (depth < deepestCombination && std::ranges::any_of(parts.items(), isPartAFile))
            return true;
        const QString type = schema.member("type"_L1).toString();
        if (type == "file"_L1)
            return true;
        if (!type.isEmpty() && type != "string"_L1)
            return false;
        if (schema.member("format"_L1).toString() == "binary"_L1)
            return true;
        const QString media = schema.member("contentMediaType"_L1).toString();
        return !media.isEmpty() && !schema.hasMember("contentEncoding"_L1) && !isJsonMedia(media)
            && !isTextMedia(media);
    }

    //! Returns \a declared, the schema of a multipart body, with the schemas of files replaced by
    //! fileSchema(), also in the parts of allOf, anyOf and oneOf. Returns \a declared itself if it has no
    //! file.
    Json withFiles(const Json &declared, int depth = 0)
    {
        if (--m_left < 0)
            return declared;
        const Json schema = followed(declared);
        Json out = withFilesOfOwn(schema);
        if (depth == deepestCombination)
            return out == schema ? declared : out;
        for (const auto keyword : {"allOf"_L1, "anyOf"_L1, "oneOf"_L1}) {
            const Json parts = schema.member(keyword);
            if (!parts.isArray())
                continue;
            QList<Json> changed;
            for (const Json &part : parts.items())
                changed.append(withFiles(part, depth + 1));
            if (const Json all = Json::array(changed); all != parts)
                out = withMember(out, QString(keyword), all);
        }
        return out == schema ? declared : out;
    }

private:
    Json withFilesOfOwn(const Json &schema)
    {
        const Json properties = schema.member("properties"_L1);
        if (!properties.isObject())
            return schema;
        QList<Json::Member> members;
        bool hasFiles = false;
        for (const auto entry : properties.members()) {
            Json property = entry.value();
            const Json known = followed(property);
            const Json items = known.member("items"_L1);
            if (isFile(known)) {
                property = fileSchema(known);
                hasFiles = true;
            } else if (isFile(items)) {
                property = withMember(known, u"items", fileSchema(followed(items)));
                hasFiles = true;
            }
            members.append({entry.key(), property});
        }
        return hasFiles ? withMember(schema, u"properties", Json::object(members)) : schema;
    }

    const OpenApiSharedSchemas *m_definitions;
    int m_left = 10'000; // schemas that may still be examined: recursive ones have no end
};

Json bodySchema(const OpenApiMedia &media, const OpenApiOperation &operation, FileSchemas &files)
{
    if (isJsonSequenceMedia(media.type))
        return sequenceSchema(media, operation);
    const bool isData = isJsonMedia(media.type) || isXmlMedia(media.type) || isFormMedia(media.type)
        || bareMedia(media.type) == "*/*"_L1;
    Json schema = media.schema;
    if (schema.isAbsent() && !media.itemSchema.isAbsent()) {
        schema = Json::object({{u"type"_s, Json::string(u"array")}, {u"items"_s, media.itemSchema}});
    }
    if (isMultipartMedia(media.type))
        return files.withFiles(schema);
    if (isTextMedia(media.type) && schema.isAbsent())
        return Json::object({{u"type"_s, Json::string(u"string")}});
    if (isData || isTextMedia(media.type))
        return schema;
    const Json known = files.followed(schema);
    const QString type = known.member("type"_L1).toString();
    const bool isBytes = known.isAbsent() || known.size() == 0 || files.isFile(known) || type == "string"_L1;
    return isBytes ? fileSchema(known) : schema;
}

//! Returns the schema that all media types share, otherwise a choice (anyOf).
Json bodySchema(const OpenApiBody &body, const OpenApiOperation &operation, FileSchemas &files)
{
    QList<Json> distinct;
    QList<QStringList> types; //!< media types of each schema in distinct
    for (const OpenApiMedia &media : body.media) {
        Json schema = bodySchema(media, operation, files);
        if (!schema.isObject())
            schema = Json::emptyObject();
        const qsizetype known = distinct.indexOf(schema);
        if (known < 0) {
            distinct.append(schema);
            types.append(QStringList{media.type});
        } else if (!types.at(known).contains(media.type)) {
            types[known].append(media.type);
        }
    }
    if (distinct.size() == 1)
        return distinct.first();
    JsonBuilder choice;
    choice.beginObject().key(u"anyOf").beginArray();
    for (qsizetype i = 0; i < distinct.size(); ++i) {
        const bool hasTitle = distinct.at(i).hasMember("title"_L1);
        choice.value(hasTitle ? distinct.at(i)
                              : withMember(distinct.at(i), u"title", Json::string(types.at(i).first())));
    }
    choice.endArray().key(u"x-media-types").beginArray(); // the media types of each alternative
    for (const QStringList &of : std::as_const(types))
        choice.value(textArray(of));
    return choice.endArray().endObject().take();
}

//! Writes \a schema with the annotations of its parameter or body.
void addNoted(JsonBuilder &builder, const Json &schema, const QString &description, QStringView place,
    const Json &example, bool isDeprecated, bool isModern)
{
    builder.beginObject();
    const QByteArrayView exampleKey = isModern ? "examples" : "example";
    // keywords beside a reference are ignored
    const bool isWrapped = !isModern && schema.hasMember("$ref"_L1);
    if (isWrapped)
        builder.key(u"allOf").beginArray().value(schema).endArray();
    for (const auto entry : (isWrapped ? Json() : schema).members()) {
        const QByteArrayView key = entry.keyUtf8();
        const bool isReplaced = (key == "description" && !description.isEmpty()) || key == "x-in"
            || (key == "deprecated" && isDeprecated) || (key == exampleKey && !example.isAbsent());
        if (!isReplaced)
            builder.keyUtf8(key).value(entry.value());
    }
    if (!description.isEmpty())
        builder.add(u"description", description);
    if (isDeprecated)
        builder.add(u"deprecated", Json::boolean(true));
    if (!example.isAbsent()) {
        builder.keyUtf8(exampleKey);
        if (isModern)
            builder.beginArray();
        builder.value(example);
        if (isModern)
            builder.endArray();
    }
    if (schema.isBoolean() && !schema.toBoolean())
        builder.add(u"not", Json::emptyObject());
    builder.add(u"x-in", place).endObject();
}

void addContentType(JsonBuilder &builder, const OpenApiBody &body)
{
    builder.key(QString(contentTypeMember)).beginObject().add(u"type", u"string");
    const bool isOpen =
        std::ranges::any_of(body.media, [](const OpenApiMedia &media) { return isMediaRange(media.type); });
    QStringList types;
    for (const OpenApiMedia &media : body.media) {
        if (!types.contains(media.type))
            types.append(media.type);
    }
    if (isOpen)
        builder.add(u"description", QString(u"Media type of the body: "_s % types.join(", "_L1)));
    else
        builder.add(u"description", u"Media type of the body").add(u"enum", textArray(types));
    builder.add(u"x-in", u"header").endObject();
}

const OpenApiMedia *eventMedia(const OpenApiResponse *response)
{
    if (!response)
        return nullptr;
    for (const OpenApiMedia &media : response->media) {
        if (isEventStreamMedia(media.type))
            return &media;
    }
    return nullptr;
}

const OpenApiResponse *responseOf(const OpenApiOperation &operation, const QString &status)
{
    const auto found = std::ranges::find(operation.responses, status, &OpenApiResponse::status);
    return found == operation.responses.cend() ? nullptr : &*found;
}

} // namespace

QString bareMedia(QStringView mediaType)
{
    const qsizetype end = mediaType.indexOf(u';');
    return (end < 0 ? mediaType : mediaType.first(end)).trimmed().toString().toLower();
}

bool isEventStreamMedia(QStringView mediaType)
{
    return bareMedia(mediaType) == "text/event-stream"_L1;
}

bool isTextMedia(QStringView mediaType)
{
    return bareMedia(mediaType).startsWith("text/"_L1);
}

bool isFormMedia(QStringView mediaType)
{
    return bareMedia(mediaType) == "application/x-www-form-urlencoded"_L1;
}

bool isMultipartMedia(QStringView mediaType)
{
    return bareMedia(mediaType).startsWith("multipart/"_L1);
}

bool isMediaRange(QStringView mediaType)
{
    return mediaType.contains(u'*');
}

static MediaType withoutCharset(const QString &contentType)
{
    MediaType type = MediaType::read(contentType);
    type.parameters.removeIf([](const auto &one) { return one.first == "charset"_L1; });
    return type;
}

const OpenApiMedia *bestMedia(const QList<OpenApiMedia> &media, QStringView contentType)
{
    const MediaType actual = MediaType::read(contentType);
    const OpenApiMedia *best = nullptr;
    std::optional<int> bestFit;
    bool isTie = false;
    for (const OpenApiMedia &one : media) {
        const std::optional<int> fit = mediaFit(MediaType::read(one.type), actual);
        if (fit > bestFit) { // an empty optional is less than any value
            best = &one;
            bestFit = fit;
            isTie = false;
        } else if (fit && fit == bestFit && withoutCharset(one.type) != withoutCharset(best->type)) {
            isTie = true; // both declare a parameter that the actual type lacks
        }
    }
    return isTie ? nullptr : best;
}

const OpenApiMedia *firstJson(const QList<OpenApiMedia> &media, bool upstream)
{
    const auto found = std::ranges::find_if(media, [upstream](const OpenApiMedia &one) {
        return upstream ? one.type == "application/json"_L1 : isJsonMedia(one.type);
    });
    return found == media.cend() ? nullptr : &*found;
}

Json eventSchemaOf(const OpenApiMedia &media, const OpenApiOperation &operation)
{
    if (!media.itemSchema.isAbsent())
        return media.itemSchema;
    const Json known =
        operation.sharedSchemas ? operation.sharedSchemas->followed(media.schema) : media.schema;
    const bool isList = known.member("type"_L1).toString() == "array"_L1 && known.hasMember("items"_L1);
    return isList ? known.member("items"_L1) : media.schema;
}

//! Returns true if \a schema, declared for a sequence of items, describes the whole list.
static bool describesList(const Json &schema, const OpenApiOperation &operation)
{
    const Json known = operation.sharedSchemas ? operation.sharedSchemas->followed(schema) : schema;
    return operation.version >= OpenApiVersion::V3_2 || known.member("type"_L1).toString() == "array"_L1
        || known.hasMember("prefixItems"_L1);
}

Json sequenceSchema(const OpenApiMedia &media, const OpenApiOperation &operation)
{
    const Json &item = media.itemSchema.isAbsent() ? media.schema : media.itemSchema;
    if (item.isAbsent() || (media.itemSchema.isAbsent() && describesList(media.schema, operation)))
        return media.schema;
    return Json::object({{u"type"_s, Json::string(u"array")}, {u"items"_s, item}});
}

QStringList successStatuses(const Json &responses, bool upstream)
{
    QStringList statuses;
    if (upstream) {
        for (const auto status : {"200"_L1, "201"_L1}) {
            if (statuses.isEmpty() && responses.hasMember(status))
                statuses.append(QString(status));
        }
        return statuses;
    }
    for (const auto entry : responses.members()) {
        const QByteArrayView key = entry.keyUtf8();
        const auto isPlace = [](char c) { return (c >= '0' && c <= '9') || c == 'X' || c == 'x'; };
        if (key.size() == 3 && key.front() == '2' && isPlace(key[1]) && isPlace(key[2]))
            statuses.append(entry.key());
    }
    std::ranges::sort(statuses); // digits come before letters
    if (statuses.isEmpty() && responses.hasMember("default"_L1))
        statuses.append(u"default"_s);
    return statuses;
}

Json inputSchemaOf(const OpenApiOperation &operation, bool isSelfContained)
{
    FileSchemas schemas(operation.sharedSchemas.get());
    const auto written = [&](const Json &schema) {
        return isSelfContained ? schemas.followed(schema) : schema;
    };
    const bool isModern = operation.version >= OpenApiVersion::V3_1;
    JsonBuilder builder;
    QStringList required;
    builder.beginObject().add(u"type", u"object").key(u"properties").beginObject();
    for (const OpenApiParameter &parameter : operation.parameters) {
        if (parameter.isIgnored())
            continue;
        Json schema = written(parameter.schema);
        if (schema.isAbsent() && parameter.contentType.isEmpty())
            schema = Json::object({{u"type"_s, Json::string(u"string")}});
        builder.key(parameter.member);
        addNoted(builder, schema, parameter.description, QString(parameterPlaceName(parameter.place)),
            parameter.example, parameter.isDeprecated, isModern);
        if (parameter.isRequired)
            required.append(parameter.member);
    }
    if (const std::optional<OpenApiBody> &body = operation.body) {
        builder.key(QString(bodyMember));
        addNoted(builder, written(bodySchema(*body, operation, schemas)), body->description, u"body",
            body->media.isEmpty() ? Json() : body->media.first().example, false, isModern);
        if (body->isRequired)
            required.append(QString(bodyMember));
        if (body->media.size() > 1 || (body->media.size() == 1 && isMediaRange(body->media.first().type)))
            addContentType(builder, *body);
    }
    builder.endObject();
    if (!required.isEmpty())
        builder.add(u"required", textArray(required));
    const Json schema = builder.endObject().take();
    return isSelfContained ? operation.selfContained(schema) : schema;
}

Json outputSchemaOf(const OpenApiOperation &operation, bool upstream)
{
    if (operation.method == "HEAD")
        return {}; // its responses have no body
    for (const QString &status : operation.successes) {
        const OpenApiResponse *const response = responseOf(operation, status);
        const OpenApiMedia *const media = response ? firstJson(response->media, upstream) : nullptr;
        if (media && !media->schema.isAbsent())
            return media->schema;
    }
    for (const QString &status : operation.successes) {
        const OpenApiResponse *const response = responseOf(operation, status);
        for (const OpenApiMedia &media : response && !upstream ? response->media : QList<OpenApiMedia>()) {
            if (isJsonSequenceMedia(media.type))
                return sequenceSchema(media, operation);
        }
    }
    for (const QString &status : operation.isEventStream ? operation.successes : QStringList()) {
        if (const OpenApiMedia *const media = eventMedia(responseOf(operation, status)))
            return eventSchemaOf(*media, operation);
    }
    return {};
}

QList<ErrorDefinition> errorSchemasOf(const OpenApiOperation &operation, bool upstream)
{
    if (upstream)
        return {};
    QList<ErrorDefinition> definitions;
    for (const OpenApiResponse &response : operation.responses) {
        if (operation.successes.contains(response.status))
            continue;
        ErrorDefinition definition;
        definition.code = u"HTTP_"_s % response.status.toUpper();
        definition.description = response.description;
        if (const OpenApiMedia *const media = firstJson(response.media, upstream))
            definition.schema = media->schema;
        bool isNumber = false;
        const int status = response.status.toInt(&isNumber);
        if (isNumber && response.status.size() == 3)
            definition.httpStatus = status;
        definitions.append(std::move(definition));
    }
    return definitions;
}

} // namespace Workbench
