// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

// Takes one measurement per run and prints it as a line of JSON, for values.mjs:
//   valuebench records FILE              writes the records as JSON
//   valuebench yaml FILE.yaml FILE.json  reads one value in both forms
//   valuebench jsonpath FILE.json QUERY RESULT.json  parses the query, and writes the selected values

#include "measure.h"
#include "records.h"

#include "core/json/jsonparser.h"
#include "core/json/query/jsonpath.h"
#include "core/json/yaml/yaml.h"

using namespace Workbench;
using namespace Qt::StringLiterals;

namespace {

constexpr int recordCount = 5000;

void yaml(const QString &yamlPath, const QString &jsonPath)
{
    const QByteArray yamlText = Bench::read(yamlPath);
    const QByteArray jsonText = Bench::read(jsonPath);
    const Result<Json> fromYaml = parseYaml(yamlText);
    const Result<Json> fromJson = parseJson(jsonText);
    if (!fromYaml || !fromJson || *fromYaml != *fromJson)
        qFatal("the two texts do not say the same");
    const double json = Bench::best([&] {
        if (!parseJson(jsonText))
            qFatal("no JSON");
    });
    const double seconds = Bench::best([&] {
        if (!parseYaml(yamlText))
            qFatal("no YAML");
    });
    Bench::print({{u"yamlMs"_s, seconds * 1e3}, {u"jsonMs"_s, json * 1e3}});
}

void jsonPath(const QString &path, const QString &query, const QString &resultPath)
{
    const Json value = jsonLiteral(Bench::read(path));
    const double parse = Bench::best([&] {
        if (!JsonPath::parse(query))
            qFatal("no JSONPath: %s", qPrintable(query));
    });
    const JsonPath compiled = JsonPath::parse(query).value();
    JsonPathResult result;
    const double select = Bench::best([&] { result = compiled.evaluate(value); });
    if (result.incomplete())
        qFatal("%s", qPrintable(result.incomplete()->message));
    JsonBuilder builder;
    builder.beginArray();
    for (qsizetype i = 0; i < result.size(); ++i)
        builder.value(result.value(i));
    Bench::write(resultPath, builder.endArray().take().toBytes());
    Bench::print({{u"parseUs"_s, parse * 1e6}, {u"selectMs"_s, select * 1e3}});
}

} // namespace

int main(int argc, char **argv)
{
    const QByteArrayView command(argc > 1 ? argv[1] : "");
    const auto argument = [&](int index) { return QString::fromLocal8Bit(argv[index]); };
    if (command == "records" && argc == 3) {
        Bench::write(argument(2), BenchRecords::make(recordCount, 0));
    } else if (command == "yaml" && argc == 4) {
        yaml(argument(2), argument(3));
    } else if (command == "jsonpath" && argc == 5) {
        jsonPath(argument(2), argument(3), argument(4));
    } else {
        std::fputs(
            "usage: valuebench records FILE, yaml FILE.yaml FILE.json, or jsonpath FILE.json QUERY RESULT\n",
            stderr);
        return 2;
    }
    return 0;
}
