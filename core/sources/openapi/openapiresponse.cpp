// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/openapi/openapiresponse.h"

#include "core/base/visibletext.h"
#include "core/envelope/bodymedia.h"
#include "core/envelope/httpreason.h"
#include "core/envelope/pipeline/httpbody.h"
#include "core/json/jsonbuilder.h"
#include "core/json/jsonparser.h"
#include "core/json/jsontext.h"
#include "core/json/jsonview.h"
#include "core/schema/schemadefinitions.h"
#include "core/sources/openapi/openapimedia.h"
#include "core/sources/openapi/openapisharedschemas.h"
#include "core/transport/http/responsecheck.h"

#include <algorithm>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype shownHeader = 300;

QString statusText(const HttpResponseHead &head)
{
    if (!head.reason.isEmpty())
        return visibleText(QString::fromLatin1(head.reason), false, 100);
    return QString(httpReason(head.status));
}

//! A response that was read, with the declarations of the document that apply to it.
struct Answer {
    QString contentType; //!< as received
    BodyReading body;
    const OpenApiResponse *response = nullptr;
    const OpenApiMedia *media = nullptr;
};

//! Returns true if the Content-Type was missing or unusable; a warning in \a body says so.
bool isUnlabelled(const BodyReading &body)
{
    return std::ranges::any_of(
        body.warnings, [](const Warning &warning) { return warning.keyword == "contentType"_L1; });
}

//! If \a isCut, \a body is only the beginning of the body, and JSON is read as text.
Answer answerOf(
    const OpenApiReading &reading, const HttpResponseHead &head, const QByteArray &body, bool isCut = false)
{
    Answer answer{.contentType = QString::fromLatin1(head.header("content-type")),
        .body = {},
        .response = declaredResponse(*reading.operation, head.status)};
    const OpenApiMedia *const json = answer.response ? firstJson(answer.response->media) : nullptr;
    // The fields of a response to HEAD describe the body of GET. The response itself has no body.
    if (reading.operation->method != "HEAD") {
        MediaType asText = MediaType::read(answer.contentType);
        const bool isPart = isCut && (isJsonMedia(asText.essence) || isJsonSequenceMedia(asText.essence));
        asText.essence = u"text/plain"_s;
        answer.body = readBody(isPart ? asText.toString() : answer.contentType, body, json != nullptr);
    }
    const bool isEmptyJson = body.isEmpty() && isJsonMedia(answer.contentType)
        && reading.operation->method != "HEAD" && head.status != 204 && head.status != 205;
    if (isEmptyJson)
        answer.body.warnings.append({{}, u"The body is labelled JSON and is empty."_s, u"parse"_s, {}});
    if (!answer.response)
        return answer;
    answer.media = bestMedia(
        answer.response->media, answer.body.mediaType.isEmpty() ? answer.contentType : answer.body.mediaType);
    if (!answer.media && answer.body.form == BodyReading::Form::Json && isUnlabelled(answer.body))
        answer.media = json;
    return answer;
}

bool isJsonForm(BodyReading::Form form)
{
    return form == BodyReading::Form::Json || form == BodyReading::Form::JsonSequence;
}

bool isAsLabelled(const Answer &answer)
{
    return std::ranges::none_of(
        answer.body.warnings, [](const Warning &warning) { return warning.keyword == "parse"_L1; });
}

//! Returns the schema of a response, which the pipeline applies to JSON only. Text that should be JSON gets
//! no schema, because normalising it would lose the text.
std::shared_ptr<const PreparedSchema> schemaOf(const OpenApiReading &reading, const Answer &answer)
{
    if (!answer.media || !isAsLabelled(answer)
        || (isUnlabelled(answer.body) && !isJsonForm(answer.body.form)))
        return reading.schemas->none();
    const bool isSequence = answer.body.form == BodyReading::Form::JsonSequence;
    QString key = reading.operationName + u'\n' + answer.response->status + u'\n' + answer.media->type;
    if (isSequence)
        key += u"\nsequence"_s;
    const Json schema = isSequence ? sequenceSchema(*answer.media, *reading.operation) : answer.media->schema;
    return reading.schemas->prepared(key, schema, *reading.operation, reading.dialect);
}

//! Returns the violations of the schema of a declared error.
QList<Warning> errorWarnings(const OpenApiReading &reading, const Answer &answer)
{
    QList<Warning> warnings;
    const Json &data = answer.body.data;
    const auto schema = schemaOf(reading, answer);
    withSufficientSchema(*schema, data, [&](const PreparedSchema &sufficient) {
        if (!sufficient.validator) {
            warnings.append(
                {{}, u"Not validated: "_s + sufficient.validator.error().message, u"schema"_s, {}});
            return;
        }
        const ValidationReport report = sufficient.validator->validate(data,
            {.maxErrors = reading.limits.warningsPerResult,
                .stopAtFirst = false,
                .direction = ValidateOptions::Direction::Response});
        if (report.verdict == ValidationReport::Verdict::NotValidated)
            warnings.append({{}, u"Not validated: "_s + report.reason, u"budget"_s, {}});
        for (const ValidationError &error : report.errors)
            warnings.append({error.pointer, error.message, error.keyword, error.schemaLocation});
    });
    return warnings;
}

//! Returns the error for a web page if the document declares another media type. \source core/RULES.md R-25
std::optional<Error> unexpectedPage(
    const OpenApiReading &reading, const HttpResponseHead &head, const QByteArray &body)
{
    const OpenApiResponse *response = declaredResponse(*reading.operation, head.status);
    const bool isHead = reading.operation->method == "HEAD"; // its fields describe the body of GET
    if (isHead || head.mediaType() != "text/html" || !response || response->media.isEmpty()
        || bestMedia(response->media, u"text/html"))
        return {};
    QByteArrayList expected;
    for (const OpenApiMedia &media : response->media)
        expected.append(bareMedia(media.type).toLatin1());
    auto error = unexpectedAnswer(head,
        body.first(std::min<qsizetype>(body.size(), reading.limits.httpErrorBodyBytes)), expected,
        reading.limits);
    if (!error)
        return {};
    error->message.prepend(u"\"%1\" "_s.arg(reading.sourceName));
    error->details = statusError(reading, head, body).details;
    return error;
}

//! Returns the credentials that \a operation accepts, for an error's details: [{"id", "form", "name"?}],
//! where "form" is bearer, basic, apikey or oauth, and "name" is the header or parameter of an API key. Empty
//! if the document asks for none.
Json wantedCredentials(const OpenApiOperation &operation)
{
    QList<Json> wanted;
    for (const OpenApiSecurityScheme &scheme : operation.schemes) {
        QString form;
        switch (scheme.type) {
        case OpenApiSecurityScheme::Type::ApiKey: form = u"apikey"_s; break;
        case OpenApiSecurityScheme::Type::Http:
            form = scheme.isHttp("basic"_L1) ? u"basic"_s : u"bearer"_s;
            break;
        case OpenApiSecurityScheme::Type::OAuth2:
        case OpenApiSecurityScheme::Type::OpenIdConnect: form = u"oauth"_s; break;
        case OpenApiSecurityScheme::Type::MutualTls:
        case OpenApiSecurityScheme::Type::Unknown: continue;
        }
        wanted.append(Json::object({{u"id"_s, Json::string(scheme.id)}, {u"form"_s, Json::string(form)},
            {u"name"_s, scheme.name.isEmpty() ? Json() : Json::string(scheme.name)}}));
    }
    return Json::array(wanted);
}

using Data = OpenApiEventReading::Data;

//! The data of the last event in many services, whose streams have no other end.
constexpr auto usualEndMark = "[DONE]";

Data togetherOf(const QList<Data> &parts)
{
    const bool areSame =
        std::ranges::all_of(parts, [&parts](Data part) { return part == parts.constFirst(); });
    return parts.isEmpty() || !areSame ? Data::Unsaid : parts.constFirst();
}

//! Finds out what a schema says about the data of events. Schemas may be recursive and branch at every level.
class DataWords {
public:
    explicit DataWords(const OpenApiOperation &operation)
        : m_operation(operation)
    {
    }

    //! Returns Unsaid for a schema without a type. Text that is not an object or array then stays text.
    Data of(const Json &declared)
    {
        if (--m_left < 0)
            return Data::Unsaid;
        const OpenApiSharedSchemas *const shared = m_operation.sharedSchemas.get();
        const Json schema = shared ? shared->followed(declared) : declared;
        const auto kindOf = [](QStringView type) { return type == "string"_L1 ? Data::Text : Data::Json; };
        const Json type = schema.member("type"_L1);
        if (type.isString())
            return kindOf(type.toString());
        QList<Data> parts;
        for (const Json &one : type.items()) {
            if (one.toString() != "null"_L1 || type.size() == 1) // null beside another type decides nothing
                parts.append(kindOf(one.toString()));
        }
        const Json values = schema.hasMember("const"_L1) ? Json::array({schema.member("const"_L1)})
                                                         : schema.member("enum"_L1);
        for (const Json &one : parts.isEmpty() ? values.items() : Json().items()) {
            if (!one.isNull() || values.size() == 1)
                parts.append(one.isString() ? Data::Text : Data::Json);
        }
        if (!parts.isEmpty())
            return togetherOf(parts);
        for (const Json &part : schema.member("allOf"_L1).items()) {
            if (const Data said = of(part); said != Data::Unsaid)
                return said;
        }
        for (const auto keyword : {"anyOf"_L1, "oneOf"_L1}) {
            for (const Json &part : schema.member(keyword).items()) {
                if (part.member("type"_L1).toString() != "null"_L1)
                    parts.append(of(part));
            }
        }
        if (!parts.isEmpty())
            return togetherOf(parts);
        return schema.hasMember("properties"_L1) || schema.hasMember("items"_L1) ? Data::Json : Data::Unsaid;
    }

private:
    const OpenApiOperation &m_operation;
    int m_left = 1000; // schemas that may still be examined
};

//! Returns true if the description of the operation, its input or its responses contains "[DONE]".
bool namesEndMark(const OpenApiOperation &operation)
{
    const auto says = [](const QString &text) { return text.contains(QLatin1StringView(usualEndMark)); };
    const auto isIn = [](const Json &json) {
        return !json.isAbsent() && json.toBytes().contains(usualEndMark);
    };
    QStringList texts{operation.description};
    QList<Json> schemas;
    const auto add = [&](const QList<OpenApiMedia> &media) {
        for (const OpenApiMedia &one : media)
            schemas += {one.schema, one.itemSchema, one.example};
    };
    for (const OpenApiParameter &parameter : operation.parameters)
        texts.append(parameter.description);
    if (operation.body) {
        texts.append(operation.body->description);
        add(operation.body->media);
    }
    for (const OpenApiResponse &response : operation.responses) {
        texts.append(response.description);
        add(response.media);
    }
    if (std::ranges::any_of(texts, says) || std::ranges::any_of(schemas, isIn))
        return true;
    SharedDefinitions reached; // each once
    for (const Json &schema : std::as_const(schemas)) {
        if (operation.sharedSchemas)
            operation.sharedSchemas->addReached(schema, reached);
    }
    return std::ranges::any_of(reached, isIn);
}

//! Returns the event as an object, as itemSchema of 3.2 describes it. \source core/sources/openapi/README.md
//! 9
Json wholeEvent(const SseEvent &event)
{
    JsonBuilder whole;
    whole.beginObject().add(u"data", jsonText(event.data));
    if (!event.type.isEmpty())
        whole.add(u"event", event.type);
    if (event.hasId)
        whole.add(u"id", event.lastEventId);
    if (event.retryMs)
        whole.add(u"retry", Json::integer(*event.retryMs));
    return whole.endObject().take();
}

} // namespace

const OpenApiResponse *declaredResponse(const OpenApiOperation &operation, int status)
{
    const QString exact = QString::number(status);
    const QString range = exact.first(1) + u"XX"_s;
    for (const QString &wanted : {exact, range, u"default"_s}) {
        for (const OpenApiResponse &response : operation.responses) {
            if (response.status.compare(wanted, Qt::CaseInsensitive) == 0)
                return &response;
        }
    }
    return nullptr;
}

std::shared_ptr<const PreparedSchema> OpenApiSchemas::prepared(
    const QString &key, const Json &schema, const OpenApiOperation &operation, SchemaDialect dialect)
{
    {
        const QMutexLocker lock(&m_mutex);
        const auto known = std::ranges::find(m_ready, key, &Ready::key);
        if (known != m_ready.end()) {
            std::rotate(m_ready.begin(), known, known + 1);
            return m_ready.front().schema;
        }
    }
    SharedDefinitions shared;
    if (operation.sharedSchemas)
        operation.sharedSchemas->addReached(schema, shared);
    Limits nearest = m_limits; // compiled in about two milliseconds
    nearest.schemaSubschemas = std::min<qint64>(nearest.schemaSubschemas, 1000);
    nearest.schemaBytes = std::min<qint64>(nearest.schemaBytes, 128LL << 10);
    bool isCut = false;
    const Json part = withNearestDefinitions(schema, shared, nearest, &isCut);
    auto made =
        std::make_shared<PreparedSchema>(*prepareSchema(part, SchemaConversion::Extended, dialect, m_limits));
    made->formatsAreWarnings = m_formatsAreWarnings;
    if (isCut) {
        made->whole = [last = m_whole, key, schema, shared, dialect, limits = m_limits,
                          areWarnings = m_formatsAreWarnings](const auto &use) {
            const QMutexLocker lock(&last->mutex);
            if (last->key != key) {
                last->schema.reset(); // frees it before the next one is made
                auto whole = std::make_shared<PreparedSchema>(
                    *prepareSchema(withNearestDefinitions(schema, shared, limits), SchemaConversion::Extended,
                        dialect, limits));
                whole->formatsAreWarnings = areWarnings;
                last->schema = std::move(whole);
                last->key = key;
            }
            use(*last->schema);
        };
    }
    constexpr qsizetype mostValues = 20'000; // in the cached schemas except the newest
    const QMutexLocker lock(&m_mutex);
    m_ready.insert(m_ready.begin(), {key, made});
    qsizetype values = 0;
    const auto isBeyond = [&values](const Ready &ready) {
        values +=
            JsonView(ready.schema->schema).isAbsent() ? 1 : JsonView(ready.schema->schema).extentInNodes();
        return values > mostValues;
    };
    m_ready.erase(std::find_if(m_ready.begin() + 1, m_ready.end(), isBeyond), m_ready.end());
    return made;
}

HttpMeta metaOf(const HttpResponseHead &head)
{
    HttpMeta meta;
    meta.statusCode = head.status;
    meta.contentType = QString::fromLatin1(head.header("content-type"));
    for (const auto &[name, value] : head.headers) {
        const QString lower = QString::fromLatin1(name).toLower();
        const QString text = value.isValidUtf8() ? QString::fromUtf8(value) : QString::fromLatin1(value);
        const auto same = std::ranges::find(meta.headers, lower, &std::pair<QString, QString>::first);
        if (same == meta.headers.end())
            meta.headers.append({lower, text});
        else
            same->second += u", "_s + text;
    }
    return meta;
}

//! Returns the notes on the text of the body.
QList<RecognitionNote> notesOf(const BodyReading &body)
{
    QList<RecognitionNote> notes;
    for (const Warning &remark : body.remarks) {
        const auto code = remark.keyword == "json"_L1 ? "received.json"_L1 : "received.bytes"_L1;
        notes.append({code, Diagnosis::Severity::Info, remarkText({remark.pointer, remark.message})});
    }
    return notes;
}

Error statusError(const OpenApiReading &reading, const HttpResponseHead &head, const QByteArray &body)
{
    const HttpMeta meta = metaOf(head);
    const QByteArray kept = keptErrorBody(body, reading.limits);
    const bool isCut = kept.size() < body.size();
    const Answer answer = answerOf(reading, head, kept, isCut);
    QList<Warning> warnings = answer.body.warnings;
    if (isCut)
        warnings = {cutBodyWarning(kept.size())};
    else if (warnings.isEmpty() && isJsonForm(answer.body.form))
        warnings = errorWarnings(reading, answer);
    if (!isCut) // remarks may come from a character that was cut
        warnings += answer.body.remarks;
    JsonBuilder details;
    details.beginObject().add(u"statusCode", Json::integer(head.status)).key(u"headers").beginObject();
    for (const auto &[name, value] : meta.headers)
        details.add(name, value);
    details.endObject().add(u"body", answer.body.data);
    if (answer.body.form == BodyReading::Form::Bytes && isUnlabelled(answer.body))
        details.add(u"contentType", answer.body.mediaType); // otherwise the body would count as text
    if (answer.response) {
        details.key(u"declared").beginObject().add(u"status", answer.response->status);
        if (!answer.response->description.isEmpty())
            details.add(u"description", answer.response->description);
        if (answer.media)
            details.add(u"contentType", answer.media->type);
        details.endObject();
    }
    if (!warnings.isEmpty()) {
        details.key(u"warnings").beginArray();
        for (const Warning &warning : std::as_const(warnings))
            details.value(toJson(warning));
        details.endArray();
    }
    if (const Json wanted = wantedCredentials(*reading.operation); head.status == 401 && wanted.size() > 0)
        details.add(u"credentials", wanted);
    Error error{ErrorKind::Remote, QString(ErrorCode::executionError),
        u"HTTP %1: %2"_s.arg(head.status).arg(statusText(head)), {}, details.endObject().take()};
    if (error.message.endsWith(": "_L1))
        error.message.chop(2);
    QStringList hints;
    for (const auto name : {"www-authenticate", "retry-after", "location", "allow"}) {
        if (const QByteArray value = head.header(name); !value.isEmpty())
            hints.append(
                u"%1: %2"_s.arg(QLatin1StringView(name), QString::fromUtf8(value).left(shownHeader)));
    }
    error.detail = hints.join(u'\n');
    return error;
}

Result<HandlerResult> readOpenApiAnswer(
    const OpenApiReading &reading, const HttpResponseHead &head, const QByteArray &body)
{
    if (head.status < 200 || head.status >= 300)
        return std::unexpected(statusError(reading, head, body));
    if (std::optional<Error> page = unexpectedPage(reading, head, body))
        return std::unexpected(*std::move(page));
    const Answer answer = answerOf(reading, head, body);
    HttpMeta meta = metaOf(head);
    if (answer.body.form == BodyReading::Form::Bytes)
        meta.contentType = answer.body.mediaType; // an assumed type; otherwise the data would count as text
    DescribedEnvelope described{httpEnvelope(answer.body.data, std::move(meta)),
        answer.body.data.isAbsent() ? reading.schemas->none() : schemaOf(reading, answer),
        answer.body.warnings, notesOf(answer.body)};
    const bool isOfEvents = answer.media && isEventStreamMedia(answer.media->type);
    if (isOfEvents && !reading.operation->isEventStream) {
        described.notes.append({"received.events"_L1, Diagnosis::Severity::Info,
            u"The answer is a stream of events. Subscribe to the operation to see each of them."_s});
    }
    if (!reading.operation->responses.isEmpty() && !answer.response) {
        described.warnings.append({{},
            u"The document declares no response with the status %1."_s.arg(head.status), u"status"_s, {}});
    } else if (answer.response && !answer.media && !answer.response->media.isEmpty()
        && !answer.body.data.isAbsent() && !isUnlabelled(answer.body)) {
        described.warnings.append({{},
            u"The document does not declare %1 for the status %2."_s.arg(
                visibleText(answer.contentType, false, 100), QString::number(head.status)),
            u"contentType"_s, {}});
    }
    return described;
}

OpenApiEventReading eventReadingOf(
    const OpenApiReading &reading, const HttpResponseHead &head, const std::optional<QByteArray> &endMark)
{
    OpenApiEventReading out;
    const OpenApiOperation &operation = *reading.operation;
    out.endMark = endMark.value_or(QByteArray());
    if (!endMark && namesEndMark(operation))
        out.endMark = usualEndMark;
    const OpenApiResponse *const response = declaredResponse(operation, head.status);
    const OpenApiMedia *const media =
        response ? bestMedia(response->media, QString::fromLatin1(head.header("content-type"))) : nullptr;
    if (media) {
        out.isWhole = !media->itemSchema.isAbsent();
        out.data = DataWords(operation).of(eventSchemaOf(*media, operation));
    }
    out.schema = reading.schemas->none();
    if (media) {
        const QString key =
            reading.operationName + u'\n' + response->status + u'\n' + media->type + u"\nevent"_s;
        out.schema =
            reading.schemas->prepared(key, eventSchemaOf(*media, operation), operation, reading.dialect);
    }
    return out;
}

StreamValue eventValue(const SseEvent &event, const HttpMeta &meta, const OpenApiEventReading &reading)
{
    SseFields fields{event.type, event.lastEventId, event.retryMs, {}};
    DescribedEnvelope value{httpEnvelope({}, meta), reading.schema};
    if (event.hasReplacedBytes)
        value.notes.append({"received.bytes"_L1, Diagnosis::Severity::Info,
            u"The event was not valid UTF-8; each invalid byte is replaced by U+FFFD."_s});
    Json &data = value.envelope.data;
    if (reading.isWhole) {
        data = wholeEvent(event);
    } else {
        const auto parsed =
            reading.data == Data::Text ? std::unexpected(JsonParseError()) : parseJsonDetailed(event.data);
        const bool isJson =
            parsed && (reading.data == Data::Json || parsed->value.isObject() || parsed->value.isArray());
        data = isJson ? parsed->value : Json::string(jsonText(event.data));
        for (const JsonRemark &remark : isJson ? parsed->remarks : QList<JsonRemark>())
            value.notes.append({"received.json"_L1, Diagnosis::Severity::Info, remarkText(remark)});
    }
    if (event.data != dataOfEvent(data))
        fields.data = event.data;
    return {std::move(value), fields};
}

} // namespace Workbench
