// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Takes one measurement per run and prints it as a line of JSON, for schema.mjs:
//   schemabench records FOLDER            writes schema.json and records.json
//   schemabench workbench|jsoncons FOLDER validates the records
//   schemabench cast FOLDER               casts cast-values.json to cast-schema.json, writes cast-ours.json
//   schemabench large                     a result of 10 MB: parsed, and parsed, validated and cast

#include "measure.h"
#include "records.h"
#include "support/jsonconsschema.h"

#include "core/json/jsonparser.h"
#include "core/schema/cast.h"
#include "core/schema/schema.h"

using namespace Workbench;
using namespace Qt::StringLiterals;
using Bench::best;
using Bench::print;
using Bench::read;
using Bench::write;

namespace {

constexpr int recordCount = 5000;
constexpr int invalidEvery = 20;

QList<Json> itemsOf(const Json &array)
{
    QList<Json> items;
    for (const Json &item : array.items())
        items.append(item);
    return items;
}

void workbench(const QString &folder)
{
    const Json source = jsonLiteral(read(folder + u"/schema.json"_s));
    const Schema schema = Schema::compile(source).value();
    const double compile = best([&source] {
        if (!Schema::compile(source))
            qFatal("the schema does not compile");
    });
    const QList<Json> records = itemsOf(jsonLiteral(read(folder + u"/records.json"_s)));
    QByteArray verdicts;
    const auto validate = [&](const ValidateOptions &options) {
        verdicts.clear();
        for (const Json &record : records)
            verdicts +=
                schema.validate(record, options).verdict == ValidationReport::Verdict::Valid ? '1' : '0';
    };
    const double errors = best([&] { validate({}); });
    const double flag = best([&] { validate({.maxErrors = 0}); });
    print({{u"compileMs"_s, compile * 1e3}, {u"perSecond"_s, double(records.size()) / flag},
              {u"withErrorsPerSecond"_s, double(records.size()) / errors}},
        verdicts);
}

void jsonconsPeer(const QString &folder)
{
    const QByteArray source = read(folder + u"/schema.json"_s);
    const auto schema = JsonconsSchema::compile(source);
    if (!schema)
        qFatal("jsoncons does not compile the schema");
    const double compile = best([&source] { JsonconsSchema::compile(source); });
    const auto instances = JsonconsSchema::parse(read(folder + u"/records.json"_s));
    std::vector<std::optional<bool>> result;
    const double flag = best([&] { result = schema->verdicts(*instances); });
    QByteArray verdicts;
    for (const std::optional<bool> &verdict : result)
        verdicts += !verdict ? '?' : *verdict ? '1' : '0';
    print({{u"compileMs"_s, compile * 1e3}, {u"perSecond"_s, double(result.size()) / flag}}, verdicts);
}

void cast(const QString &folder)
{
    const CastType type = CastType::fromSchema(jsonLiteral(read(folder + u"/cast-schema.json"_s)));
    const QList<Json> values = itemsOf(jsonLiteral(read(folder + u"/cast-values.json"_s)));
    QList<Json> made;
    const double seconds = best([&] {
        made.clear();
        for (const Json &value : values) {
            const Result<CastOutcome> outcome = type.cast(value);
            made.append(outcome ? outcome->value : Json::null());
        }
    });
    write(folder + u"/cast-ours.json"_s, Json::array(made).toBytes());
    print({{u"perSecond"_s, double(values.size()) / seconds}});
}

void large()
{
    const QByteArray text = BenchRecords::make(22'500, 0);
    const Json record = jsonLiteral(BenchRecords::schema());
    const Json source = Json::object({{u"type"_s, Json::string(u"array"_s)},
        {u"items"_s, withoutMember(record, u"$defs")}, {u"$defs"_s, record.member("$defs"_L1)}});
    const Schema schema = Schema::compile(source).value();
    const CastType type = CastType::fromSchema(source);
    const double parse = best([&text] { parseJson(text); });
    const double validate = best([&, value = *parseJson(text)] {
        if (schema.validate(value).verdict != ValidationReport::Verdict::Valid)
            qFatal("the large result is not valid");
    });
    const double castOnly = best([&, value = *parseJson(text)] {
        if (!type.cast(value))
            qFatal("the large result cannot be cast");
    });
    const double all = best([&] {
        const Json value = *parseJson(text);
        const Result<CastOutcome> outcome = type.cast(value);
        if (!outcome || schema.validate(outcome->value).verdict != ValidationReport::Verdict::Valid)
            qFatal("the large result is not valid");
    });
    print({{u"megabytes"_s, double(text.size()) / 1e6}, {u"parseMs"_s, parse * 1e3},
        {u"validateMs"_s, validate * 1e3}, {u"castMs"_s, castOnly * 1e3}, {u"allMs"_s, all * 1e3}});
}

} // namespace

int main(int argc, char **argv)
{
    const QByteArrayView command(argc > 1 ? argv[1] : "");
    const QString folder = QString::fromLocal8Bit(argc > 2 ? argv[2] : ".");
    if (command == "records") {
        write(folder + u"/schema.json"_s, BenchRecords::schema());
        write(folder + u"/records.json"_s, BenchRecords::make(recordCount, invalidEvery));
    } else if (command == "workbench") {
        workbench(folder);
    } else if (command == "jsoncons") {
        jsonconsPeer(folder);
    } else if (command == "cast") {
        cast(folder);
    } else if (command == "large") {
        large();
    } else {
        std::fputs("usage: schemabench records|workbench|jsoncons|cast FOLDER, or large\n", stderr);
        return 2;
    }
    return 0;
}
