// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/json/jsonparser.h"
#include "core/schema/dialects_p.h"
#include "core/schema/schemauri.h"

#include <QFile>

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

constexpr QLatin1StringView vocabularyNames[] = {"core"_L1, "applicator"_L1, "unevaluated"_L1,
    "validation"_L1, "meta-data"_L1, "format"_L1, "format-annotation"_L1, "format-assertion"_L1,
    "content"_L1};

QString withoutScheme(const QString &uri)
{
    const QString address = SchemaUri::split(uri).uri;
    if (address.startsWith("https://"_L1))
        return address.sliced(8);
    return address.startsWith("http://"_L1) ? address.sliced(7) : QString();
}

quint16 vocabularyBit(SchemaDialect base, const QString &name)
{
    if (name == "core"_L1)
        return CoreVocabulary;
    if (name == "applicator"_L1) // in 2019-09 it includes unevaluated*
        return base == SchemaDialect::Draft2019_09 ? ApplicatorVocabulary | UnevaluatedVocabulary
                                                   : ApplicatorVocabulary;
    if (name == "unevaluated"_L1)
        return UnevaluatedVocabulary;
    if (name == "validation"_L1)
        return ValidationVocabulary;
    if (name == "meta-data"_L1)
        return MetaDataVocabulary;
    if (name == "format"_L1 || name == "format-annotation"_L1 || name == "format-assertion"_L1)
        return FormatVocabulary;
    return name == "content"_L1 ? ContentVocabulary : 0;
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

} // namespace

Json builtInDocument(const QString &uri)
{
    static const QHash<QString, Json> documents = [] {
        QHash<QString, Json> result;
        const auto add = [&result](const QString &address, const QString &file) {
            QFile resource(u":/workbench/metaschemas/%1.json"_s.arg(file));
            if (resource.open(QIODevice::ReadOnly))
                result.insert(address, parseJson(resource.readAll()).value_or(Json()));
        };
        for (const KnownDialect &known : knownDialects) {
            add(known.uri, known.folder + "/schema"_L1);
            if (known.base == SchemaDialect::OpenApi3_1) {
                add(u"spec.openapis.org/oas/3.1/meta/base"_s, known.folder + "/meta/base"_L1);
                continue;
            }
            const QString parent = QString(known.uri).chopped(6); // "schema"
            for (const QLatin1StringView name : vocabularyNames)
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
        Json metaschema = documents.value(address);
        if (metaschema.isAbsent())
            metaschema = documents.value(QString(address + u'#'));
        if (!metaschema.isObject())
            break;
        if (vocabulary.isAbsent())
            vocabulary = metaschema.member("$vocabulary"_L1);
        const QString next = SchemaUri::split(metaschema.member("$schema"_L1).toString()).uri;
        if (next.isEmpty() || next == address)
            break;
        address = next;
    }
    return std::unexpected(u"The dialect %1 is not supported"_s.arg(uri.left(200)));
}

} // namespace Workbench::SchemaProgram
