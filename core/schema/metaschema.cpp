// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonparser.h"
#include "core/json/jsonpointer.h"
#include "core/schema/dialects_p.h"
#include "core/schema/metaschema_p.h"
#include "core/schema/schemauri.h"

#include <QFile>
#include <QMutex>

namespace Workbench::SchemaProgram {

using namespace Qt::StringLiterals;

namespace {

QString addressOf(SchemaDialect dialect)
{
    switch (dialect) {
    case SchemaDialect::OpenApi2: return u"urn:schema-object:2.0"_s;
    case SchemaDialect::OpenApi3_0: return u"urn:schema-object:3.0"_s;
    case SchemaDialect::Draft4: return u"http://json-schema.org/draft-04/schema"_s;
    case SchemaDialect::Draft6: return u"http://json-schema.org/draft-06/schema"_s;
    case SchemaDialect::Draft7: return u"http://json-schema.org/draft-07/schema"_s;
    case SchemaDialect::Draft2019_09: return u"https://json-schema.org/draft/2019-09/schema"_s;
    case SchemaDialect::Draft2020_12: return u"https://json-schema.org/draft/2020-12/schema"_s;
    case SchemaDialect::OpenApi3_1: return u"https://spec.openapis.org/oas/3.1/dialect/base"_s;
    }
    return {};
}

Json ownDocument(const QString &folder)
{
    QFile file(u":/workbench/metaschemas/%1/schema.json"_s.arg(folder));
    return file.open(QIODevice::ReadOnly) ? parseJson(file.readAll()).value_or(Json()) : Json();
}

Json document(const QString &uri, const QHash<QString, Json> &documents)
{
    for (const QString &spelling : {uri, QString(uri + u'#')}) {
        if (const Json given = documents.value(spelling); !given.isAbsent())
            return given;
    }
    if (uri == addressOf(SchemaDialect::OpenApi2))
        return ownDocument(u"openapi-2.0"_s);
    if (uri == addressOf(SchemaDialect::OpenApi3_0))
        return ownDocument(u"openapi-3.0"_s);
    return builtInDocument(uri);
}

//! Returns the documents of a metaschema with fixed references instead of dynamic references. Both have the
//! same meaning if the metaschema is not extended, and fixed references are faster.
QHash<QString, Json> plainDocuments(const QString &uri)
{
    const QByteArray reference = "\"$ref\":\"" + uri.toUtf8() + '"';
    QHash<QString, Json> result;
    const auto add = [&](const QString &address) {
        QByteArray text = builtInDocument(address).toBytes();
        text.replace("\"$dynamicRef\":\"#meta\"", reference);
        text.replace("\"$recursiveRef\":\"#\"", reference);
        text.replace("\"$dynamicAnchor\":\"meta\"", "\"$comment\":\"\"");
        text.replace("\"$recursiveAnchor\":true", "\"$comment\":\"\"");
        result.insert(address, parseJson(text).value_or(Json()));
    };
    add(uri);
    for (const Json &part : builtInDocument(uri).member("allOf"_L1).items())
        add(SchemaUri::resolve(uri, part.member("$ref"_L1).toString()));
    return result;
}

//! Returns a compiled metaschema. A built-in metaschema is compiled on first use and then kept.
Result<Schema> metaschema(const QString &uri, const SchemaOptions &given)
{
    Json source = document(uri, given.documents);
    if (source.isAbsent())
        return std::unexpected(Error{});
    SchemaOptions options;
    options.limits.schemaValidateMs = given.limits.schemaCompileMs;
    options.limits.schemaSteps = given.limits.schemaSteps;
    options.limits.jsonDepth = given.limits.jsonDepth;
    options.checkMetaschema = false;
    if (!given.documents.isEmpty()) { // the metaschema may refer to them
        options.documents = given.documents;
        options.baseUri = uri;
        return Schema::compile(source, options);
    }
    static QMutex mutex;
    static QHash<QString, Schema> known;
    constexpr qsizetype most = 64; // combinations of dialect and limits
    const QMutexLocker lock(&mutex);
    const QString key = u"%1 %2 %3 %4"_s.arg(uri)
                            .arg(given.limits.schemaCompileMs)
                            .arg(given.limits.schemaSteps)
                            .arg(given.limits.jsonDepth);
    if (const auto found = known.constFind(key); found != known.cend())
        return *found;
    options.baseUri = uri;
    for (const SchemaDialect dialect : {SchemaDialect::Draft2019_09, SchemaDialect::Draft2020_12}) {
        if (uri == addressOf(dialect)) {
            options.documents = plainDocuments(uri);
            source = options.documents.value(uri);
        }
    }
    Result<Schema> compiled = Schema::compile(source, options);
    if (compiled) {
        if (known.size() >= most)
            known.clear();
        known.insert(key, *compiled);
    }
    return compiled;
}

//! Returns whether \a pointer passes through a schema inside \a root that names its own dialect: another
//! metaschema applies there.
bool isForeign(const Json &root, const QString &pointer)
{
    Json at = root;
    for (const QString &token : JsonPointer::tokens(pointer)) {
        at = at.isArray() ? at.at(token.toLongLong()) : at.member(token);
        if (at.member("$schema"_L1).isString())
            return true;
    }
    return false;
}

} // namespace

Result<QList<SchemaProblem>> metaschemaProblems(const Json &schema, const SchemaOptions &options)
{
    QString uri = addressOf(options.defaultDialect);
    const Json declared = schema.member("$schema"_L1);
    if (declared.isString() && options.defaultDialect > SchemaDialect::OpenApi3_0)
        uri = SchemaUri::split(declared.toString()).uri;
    const Result<Schema> compiled = metaschema(uri, options);
    if (!compiled)
        return QList<SchemaProblem>();
    const ValidationReport report = compiled->validate(schema);
    if (report.verdict == ValidationReport::Verdict::NotValidated) {
        const QString kind = report.reason.section(u':', 0, 0);
        if (kind == "reference"_L1 || kind == "schema"_L1 || kind == "cycle"_L1 || kind == "regex"_L1)
            return QList<SchemaProblem>(); // a custom metaschema that cannot be used
        return std::unexpected(Error{.kind = ErrorKind::Limit,
            .code = kind,
            .message = u"The schema could not be checked against its metaschema: %1"_s.arg(report.reason)});
    }
    QList<SchemaProblem> problems;
    for (const ValidationError &error : report.errors) {
        if (!isForeign(schema, error.pointer))
            problems.append({error.pointer, error.message});
    }
    return problems;
}

} // namespace Workbench::SchemaProgram
