// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonparser.h"
#include "core/json/jsonpointer.h"
#include "core/schema/dialects_p.h"
#include "core/schema/schemauri.h"

#include <QFile>
#include <QMutex>

#include <algorithm>
#include <iterator>

namespace Workbench::SchemaProgram {

using namespace Qt::StringLiterals;

namespace {

struct KnownDialect {
    QLatin1StringView uri; // without scheme: http and https are equivalent
    QLatin1StringView folder;
    SchemaDialect base;
};

constexpr KnownDialect knownDialects[] = {
    {"json-schema.org/draft-04/schema"_L1, "draft-04"_L1, SchemaDialect::Draft4},
    {"json-schema.org/draft-06/schema"_L1, "draft-06"_L1, SchemaDialect::Draft6},
    {"json-schema.org/draft-07/schema"_L1, "draft-07"_L1, SchemaDialect::Draft7},
    {"json-schema.org/draft/2019-09/schema"_L1, "2019-09"_L1, SchemaDialect::Draft2019_09},
    {"json-schema.org/draft/2020-12/schema"_L1, "2020-12"_L1, SchemaDialect::Draft2020_12},
    {"spec.openapis.org/oas/3.1/dialect/base"_L1, "openapi-3.1"_L1, SchemaDialect::OpenApi3_1},
};

struct KnownVocabulary {
    QLatin1StringView name;
    quint16 bit;
};

constexpr KnownVocabulary knownVocabularies[] = {
    {"core"_L1, CoreVocabulary},
    {"applicator"_L1, ApplicatorVocabulary},
    {"unevaluated"_L1, UnevaluatedVocabulary},
    {"validation"_L1, ValidationVocabulary},
    {"meta-data"_L1, MetaDataVocabulary},
    {"format"_L1, FormatVocabulary},
    {"format-annotation"_L1, FormatVocabulary},
    {"format-assertion"_L1, FormatVocabulary},
    {"content"_L1, ContentVocabulary},
};

QString withoutScheme(const QString &uri)
{
    const QString address = SchemaUri::split(uri).uri;
    if (address.startsWith("https://"_L1))
        return address.sliced(8);
    return address.startsWith("http://"_L1) ? address.sliced(7) : QString();
}

quint16 vocabularyBit(SchemaDialect base, const QString &name)
{
    const auto known = std::ranges::find(knownVocabularies, name, &KnownVocabulary::name);
    if (known == std::end(knownVocabularies))
        return 0;
    // In 2019-09 the applicator vocabulary includes unevaluated*.
    const bool hasUnevaluated = base == SchemaDialect::Draft2019_09 && known->bit == ApplicatorVocabulary;
    return hasUnevaluated ? quint16(ApplicatorVocabulary | UnevaluatedVocabulary) : known->bit;
}

Json resourceDocument(const QString &name)
{
    QFile file(u":/workbench/metaschemas/%1.json"_s.arg(name));
    return file.open(QIODevice::ReadOnly) ? parseJson(file.readAll()).value_or(Json()) : Json();
}

std::expected<Dialect, QString> withVocabularies(Dialect dialect, const Json &vocabulary)
{
    dialect.vocabularies = CoreVocabulary;
    const QString prefix = dialect.base == SchemaDialect::Draft2019_09
        ? u"json-schema.org/draft/2019-09/vocab/"_s
        : u"json-schema.org/draft/2020-12/vocab/"_s;
    for (const auto &entry : vocabulary.members()) {
        const QString uri = entry.key();
        const bool required = entry.value().toBoolean();
        const QString address = withoutScheme(uri);
        const QString name = address.startsWith(prefix) ? address.sliced(prefix.size()) : QString();
        const bool isOpenApi = address == "spec.openapis.org/oas/3.1/vocab/base"_L1;
        const quint16 bit = isOpenApi ? quint16(OpenApiVocabulary) : vocabularyBit(dialect.base, name);
        if (bit == 0 && required)
            return std::unexpected(u"The vocabulary %1 is not supported"_s.arg(uri));
        dialect.vocabularies |= bit;
        // 2019-09 asserts formats if the vocabulary is required, 2020-12 if the vocabulary is
        // format-assertion.
        dialect.assertFormats =
            dialect.assertFormats || name == "format-assertion"_L1 || (name == "format"_L1 && required);
    }
    return dialect;
}

QString addressOf(SchemaDialect dialect)
{
    if (dialect <= SchemaDialect::OpenApi3_0)
        return dialect == SchemaDialect::OpenApi2 ? u"urn:schema-object:2.0"_s : u"urn:schema-object:3.0"_s;
    const auto known = std::ranges::find(knownDialects, dialect, &KnownDialect::base);
    return (dialect <= SchemaDialect::Draft7 ? "http://"_L1 : "https://"_L1) + known->uri;
}

Json metaschemaDocument(const QString &uri, const QHash<QString, Json> &documents)
{
    if (const Json given = documentAt(uri, documents); !given.isAbsent())
        return given;
    if (uri == addressOf(SchemaDialect::OpenApi2))
        return resourceDocument(u"openapi-2.0/schema"_s);
    if (uri == addressOf(SchemaDialect::OpenApi3_0))
        return resourceDocument(u"openapi-3.0/schema"_s);
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
    Json source = metaschemaDocument(uri, given.documents);
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

Json documentAt(const QString &uri, const QHash<QString, Json> &documents)
{
    const Json document = documents.value(uri);
    return document.isAbsent() ? documents.value(QString(uri + u'#')) : document;
}

Json builtInDocument(const QString &uri)
{
    static const QHash<QString, Json> documents = [] {
        QHash<QString, Json> result;
        const auto add = [&result](const QString &address, const QString &file) {
            if (const Json document = resourceDocument(file); !document.isAbsent())
                result.insert(address, document);
        };
        for (const KnownDialect &known : knownDialects) {
            add(known.uri, known.folder + "/schema"_L1);
            if (known.base == SchemaDialect::OpenApi3_1) {
                add(u"spec.openapis.org/oas/3.1/meta/base"_s, known.folder + "/meta/base"_L1);
                continue;
            }
            const QString parent = QString(known.uri).chopped(6); // "schema"
            for (const auto &[name, bit] : knownVocabularies)
                add(parent + "meta/"_L1 + name, known.folder + "/meta/"_L1 + name);
        }
        return result;
    }();
    return documents.value(withoutScheme(uri));
}

std::expected<Dialect, QString> dialectOf(const QString &uri, const QHash<QString, Json> &documents)
{
    constexpr int longestChain = 8; // of metaschemas that name each other
    QString address = SchemaUri::split(uri).uri;
    Json vocabulary;
    for (int i = 0; i < longestChain; ++i) {
        const QString bare = withoutScheme(address);
        for (const KnownDialect &known : knownDialects) {
            if (known.uri != bare)
                continue;
            const Dialect dialect{known.base, AllVocabularies, false};
            return vocabulary.isObject() && known.base >= SchemaDialect::Draft2019_09
                ? withVocabularies(dialect, vocabulary)
                : dialect;
        }
        const Json document = documentAt(address, documents);
        if (!document.isObject())
            break;
        if (vocabulary.isAbsent())
            vocabulary = document.member("$vocabulary"_L1);
        const QString next = SchemaUri::split(document.member("$schema"_L1).toString()).uri;
        if (next.isEmpty() || next == address)
            break;
        address = next;
    }
    return std::unexpected(u"The dialect %1 is not supported"_s.arg(uri.left(200)));
}

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
