// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/openapi/openapiresponse.h"

#include "core/base/visibletext.h"
#include "core/envelope/bodymedia.h"
#include "core/json/jsonbuilder.h"
#include "core/json/jsonparser.h"
#include "core/json/jsonview.h"
#include "core/schema/schemadefinitions.h"
#include "core/sources/openapi/openapiencode.h"
#include "core/sources/openapi/openapisecurity.h"
#include "core/sources/openapi/openapisharedschemas.h"
#include "core/transport/http/responsecheck.h"

#include <QStringDecoder>

#include <algorithm>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype shownHeader = 300;

bool isGoodStatus(int status)
{
    return status >= 200 && status < 300;
}

QString charsetOf(const QString &contentType)
{
    for (const QString &part : contentType.split(u';').sliced(1)) {
        const QString name = part.section(u'=', 0, 0).trimmed().toLower();
        if (name != "charset"_L1)
            continue;
        QString value = part.section(u'=', 1).trimmed();
        if (value.size() >= 2 && value.startsWith(u'"') && value.endsWith(u'"'))
            value = value.sliced(1, value.size() - 2);
        return value;
    }
    return {};
}

QString decodedText(const QString &contentType, const QByteArray &body, QList<Warning> *warnings)
{
    const QString charset = charsetOf(contentType);
    // Stateless: a character that the end of the body cuts is replaced, not kept back for more.
    QStringDecoder decoder(
        charset.isEmpty() ? "UTF-8" : charset.toLatin1().constData(), QStringDecoder::Flag::Stateless);
    if (!decoder.isValid()) {
        warnings->append(
            {{}, u"The charset \"%1\" is not known; read as UTF-8."_s.arg(visibleText(charset, false, 60)),
                u"charset"_s, {}});
        decoder = QStringDecoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
    }
    QString text = decoder(body);
    if (decoder.hasError())
        warnings->append({{}, u"The text holds bytes that its charset does not know."_s, u"charset"_s, {}});
    return text;
}

Json headersJson(const HttpMeta &meta)
{
    JsonBuilder builder;
    builder.beginObject();
    for (const auto &[name, value] : meta.headers)
        builder.add(name, value);
    return builder.endObject().take();
}

QString statusText(const HttpResponseHead &head)
{
    if (!head.reason.isEmpty())
        return visibleText(QString::fromLatin1(head.reason), false, 100);
    struct Known {
        int status;
        QLatin1StringView text;
    };
    static constexpr Known known[] = {{300, "Multiple Choices"_L1}, {301, "Moved Permanently"_L1},
        {302, "Found"_L1}, {303, "See Other"_L1}, {304, "Not Modified"_L1}, {307, "Temporary Redirect"_L1},
        {308, "Permanent Redirect"_L1}, {400, "Bad Request"_L1}, {401, "Unauthorized"_L1},
        {402, "Payment Required"_L1}, {403, "Forbidden"_L1}, {404, "Not Found"_L1},
        {405, "Method Not Allowed"_L1}, {406, "Not Acceptable"_L1}, {407, "Proxy Authentication Required"_L1},
        {408, "Request Timeout"_L1}, {409, "Conflict"_L1}, {410, "Gone"_L1}, {411, "Length Required"_L1},
        {412, "Precondition Failed"_L1}, {413, "Content Too Large"_L1}, {414, "URI Too Long"_L1},
        {415, "Unsupported Media Type"_L1}, {422, "Unprocessable Content"_L1},
        {428, "Precondition Required"_L1}, {429, "Too Many Requests"_L1}, {500, "Internal Server Error"_L1},
        {501, "Not Implemented"_L1}, {502, "Bad Gateway"_L1}, {503, "Service Unavailable"_L1},
        {504, "Gateway Timeout"_L1}};
    const auto found = std::ranges::find(known, head.status, &Known::status);
    return found == std::end(known) ? QString() : QString(found->text);
}

Json warningsJson(const QList<Warning> &warnings)
{
    QList<Json> all;
    for (const Warning &warning : warnings) {
        all.append(JsonBuilder()
                .beginObject()
                .add(u"pointer", warning.pointer)
                .add(u"message", warning.message)
                .add(u"keyword", warning.keyword)
                .add(u"schemaLocation", warning.schemaLocation)
                .endObject()
                .take());
    }
    return Json::array(all);
}

struct Declared {
    const OpenApiResponse *response = nullptr;
    const OpenApiMedia *media = nullptr;
};

Declared declaredFor(const OpenApiOperation &operation, const HttpResponseHead &head)
{
    Declared declared;
    declared.response = declaredResponse(operation, head.status);
    if (declared.response)
        declared.media = declaredMedia(*declared.response, QString::fromLatin1(head.header("content-type")));
    return declared;
}

std::shared_ptr<const PreparedSchema> schemaOf(const OpenApiReading &reading, const Declared &declared)
{
    if (!declared.media)
        return reading.schemas->none();
    const QString key =
        reading.operationName + u'\n' + declared.response->status + u'\n' + declared.media->type;
    return reading.schemas->prepared(key, declared.media->schema, *reading.operation, reading.dialect);
}

//! What does not fit the schema of a declared error.
QList<Warning> errorWarnings(const OpenApiReading &reading, const Declared &declared, const Json &data)
{
    QList<Warning> warnings;
    const auto schema = schemaOf(reading, declared);
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

//! A web page where the document promises something else. \source core/RULES.md R-25
std::optional<Error> unexpectedPage(
    const OpenApiReading &reading, const HttpResponseHead &head, const QByteArray &body)
{
    const OpenApiResponse *response = declaredResponse(*reading.operation, head.status);
    if (head.mediaType() != "text/html" || !response || response->media.isEmpty()
        || declaredMedia(*response, u"text/html"))
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

const OpenApiMedia *declaredMedia(const OpenApiResponse &response, QStringView contentType)
{
    const QString bare = bareMedia(contentType);
    const QString anySubtype = QString(bare.section(u'/', 0, 0) + u"/*"_s);
    for (const QString &wanted : {contentType.toString(), bare, anySubtype, u"*/*"_s}) {
        for (const OpenApiMedia &media : response.media) {
            if (media.type.compare(wanted, Qt::CaseInsensitive) == 0 || bareMedia(media.type) == wanted)
                return &media;
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
    if (isCut) {
        made->whole = [last = m_whole, key, schema, shared, dialect, limits = m_limits](const auto &use) {
            const QMutexLocker lock(&last->mutex);
            if (last->key != key) {
                last->schema.reset(); // before the next one is made
                last->schema = prepareSchema(withNearestDefinitions(schema, shared, limits),
                    SchemaConversion::Extended, dialect, limits);
                last->key = key;
            }
            use(*last->schema);
        };
    }
    constexpr qsizetype mostValues = 20'000; // in the schemas that are kept, besides the newest
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
        const QString text = QString::fromUtf8(value);
        const auto same = std::ranges::find(meta.headers, lower, &std::pair<QString, QString>::first);
        if (same == meta.headers.end())
            meta.headers.append({lower, text});
        else
            same->second += u", "_s + text;
    }
    return meta;
}

Json dataOf(const HttpResponseHead &head, const QByteArray &body, QList<Warning> *warnings)
{
    const QString contentType = QString::fromLatin1(head.header("content-type"));
    const QString bare = bareMedia(contentType);
    if (body.isEmpty()) {
        if (isJsonMedia(bare) && head.status != 204 && head.status != 205)
            warnings->append({{}, u"The body is labelled JSON and is empty."_s, u"parse"_s, {}});
        return {};
    }
    if (isJsonMedia(bare)) {
        auto parsed = parseJsonDetailed(body);
        if (parsed) {
            for (const JsonRemark &remark : parsed->remarks)
                warnings->append({remark.pointer, remark.message, u"json"_s, {}});
            return parsed->value;
        }
        warnings->append({{},
            u"The body is labelled JSON but is none (%1); it is shown as text."_s.arg(
                parsed.error().error.message),
            u"parse"_s, {}});
        return Json::string(decodedText(contentType, body, warnings));
    }
    if (!isBinaryMedia(contentType))
        return Json::string(decodedText(contentType, body, warnings));
    return Json::string(QString::fromLatin1(body.toBase64()));
}

//! Takes from \a warnings what is odd about the text of the body and breaks nothing.
QList<RecognitionNote> takeNotes(QList<Warning> &warnings)
{
    QList<RecognitionNote> notes;
    warnings.removeIf([&notes](const Warning &warning) {
        const bool isJson = warning.keyword == "json"_L1;
        if (!isJson && warning.keyword != "charset"_L1)
            return false;
        notes.append({isJson ? "received.json"_L1 : "received.bytes"_L1, Diagnosis::Severity::Info,
            remarkText({warning.pointer, warning.message})});
        return true;
    });
    return notes;
}

Error statusError(const OpenApiReading &reading, const HttpResponseHead &head, const QByteArray &body)
{
    const HttpMeta meta = metaOf(head);
    QList<Warning> warnings;
    Declared declared = declaredFor(*reading.operation, head);
    const bool isCut = body.size() > reading.limits.httpErrorBodyBytes;
    Json data;
    if (isCut) {
        const QByteArray start = body.first(reading.limits.httpErrorBodyBytes);
        HttpResponseHead asText = head;
        if (isJsonMedia(meta.contentType))
            asText.headers = {{"content-type", "text/plain"}};
        data = dataOf(asText, start, &warnings);
        warnings = {{{}, u"Only the first %1 bytes are kept."_s.arg(start.size()), u"limit"_s, {}}};
    } else {
        data = dataOf(head, body, &warnings);
        if (declared.media && warnings.isEmpty() && !data.isAbsent())
            warnings = errorWarnings(reading, declared, data);
    }
    JsonBuilder details;
    details.beginObject()
        .add(u"statusCode", Json::integer(head.status))
        .add(u"headers", headersJson(meta))
        .add(u"body", data);
    if (declared.response) {
        details.key(u"declared").beginObject().add(u"status", declared.response->status);
        if (!declared.response->description.isEmpty())
            details.add(u"description", declared.response->description);
        if (declared.media)
            details.add(u"contentType", declared.media->type);
        details.endObject();
    }
    if (!warnings.isEmpty())
        details.add(u"warnings", warningsJson(warnings));
    if (const Json wanted = wantedCredentials(*reading.operation); head.status == 401 && wanted.size() > 0)
        details.add(u"credentials", wanted);
    Error error{ErrorKind::Remote, QString(ErrorCode::executionError),
        u"HTTP %1: %2"_s.arg(head.status).arg(statusText(head)), {}, details.endObject().take()};
    if (error.message.endsWith(": "_L1))
        error.message.chop(2);
    QStringList hints;
    for (const auto name : {"www-authenticate", "retry-after", "location", "allow"}) {
        if (const QByteArray value = head.header(name); !value.isEmpty())
            hints.append(u"%1: %2"_s.arg(
                QLatin1StringView(name), visibleText(QString::fromUtf8(value), false, shownHeader)));
    }
    error.detail = hints.join(u'\n');
    return error;
}

Result<HandlerResult> readOpenApiAnswer(
    const OpenApiReading &reading, const HttpResponseHead &head, const QByteArray &body)
{
    if (!isGoodStatus(head.status))
        return std::unexpected(statusError(reading, head, body));
    if (std::optional<Error> page = unexpectedPage(reading, head, body))
        return std::unexpected(*std::move(page));
    QList<Warning> warnings;
    const Json data = dataOf(head, body, &warnings);
    const QList<RecognitionNote> notes = takeNotes(warnings);
    const Declared declared = declaredFor(*reading.operation, head);
    // Text that was meant to be JSON must not be made to fit a schema: it would be lost.
    const bool isAsLabelled =
        std::ranges::none_of(warnings, [](const Warning &warning) { return warning.keyword == "parse"_L1; });
    DescribedEnvelope described{httpEnvelope(data, metaOf(head)),
        isAsLabelled && !data.isAbsent() ? schemaOf(reading, declared) : reading.schemas->none(), warnings,
        notes};
    if (!reading.operation->responses.isEmpty() && !declared.response) {
        described.warnings.append({{},
            u"The document declares no response with the status %1."_s.arg(head.status), u"status"_s, {}});
    } else if (declared.response && !declared.media && !declared.response->media.isEmpty()
        && !body.isEmpty()) {
        described.warnings.append({{},
            u"The document does not declare %1 for the status %2."_s
                .arg(visibleText(QString::fromLatin1(head.header("content-type")), false, 100))
                .arg(head.status),
            u"contentType"_s, {}});
    }
    return described;
}

} // namespace Workbench
