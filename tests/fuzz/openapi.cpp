// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "target.h"

#include "core/json/jsonpointer.h"
#include "core/sources/openapi/openapidocument.h"

#include <QSet>

#include <algorithm>

using namespace Workbench;

namespace {

constexpr qsizetype mostOperations = 20; // number of operations that are completed

void checkOperation(const OpenApiDocument &document, const OperationSpec &light, qsizetype index)
{
    FUZZ_EXPECT(light.inputSchema.isAbsent() && light.deferred && light.definition.isObject());
    FUZZ_EXPECT(document.indexOf(light.id.name) == index);
    const OperationSpec spec = completed(light);
    FUZZ_EXPECT(!spec.deferred && spec.inputSchema.member(u"properties").isObject());
    const auto operation = document.operation(index);
    FUZZ_EXPECT(operation && !operation->method.isEmpty() && !operation->servers.isEmpty());
    QSet<QString> members;
    for (const OpenApiParameter &parameter : operation->parameters)
        members.insert(parameter.member);
    FUZZ_EXPECT(!spec.inputSchema.member(u"required").isArray() || !members.isEmpty() || operation->body);
}

//! Reads the input as a description, and as the content of every other file that it refers to.
void runOpenApi(const QByteArray &input)
{
    const auto [entry, other] = inTwo(input);
    Limits limits;
    limits.jsonNodes = 50'000;
    limits.yamlAliasNodes = 50'000;
    limits.docSchemaNodes = 20'000;
    limits.docFiles = 4;
    OpenApiDocument::Reader reader(
        {QUrl(QStringLiteral("https://example.com/a/b.yaml")), entry}, {input.size() % 8 == 0}, limits);
    if (const Result<void> read = reader.read(); !read) {
        FUZZ_EXPECT(!read.error().message.isEmpty());
        FUZZ_EXPECT(read.error().kind == ErrorKind::Protocol || read.error().kind == ErrorKind::Limit);
        return;
    }
    for (int round = 0; round < 4; ++round) {
        for (const QUrl &url : reader.missingFiles()) {
            FUZZ_EXPECT(!url.isRelative() && !url.hasFragment());
            reader.add({url, other}, url);
        }
    }
    FUZZ_EXPECT(reader.missingFiles().isEmpty() || !other.isEmpty());
    const auto document = reader.finish();
    const QList<OperationSpec> specs = document->specs();
    FUZZ_EXPECT(specs.size() == document->entries.size());
    for (qsizetype i = 0; i < std::min(specs.size(), mostOperations); ++i)
        checkOperation(*document, specs.at(i), i);
    for (const OpenApiProblem &problem : document->problems)
        FUZZ_EXPECT(!problem.message.isEmpty() && problem.line >= 0);
}

} // namespace

FuzzTarget openApiTarget()
{
    return {"openapi",
        jsonWords()
            + QByteArrayList{"\"openapi\":\"3.1.0\"", "\"swagger\":\"2.0\"", "\"paths\":{", "\"/a/{id}\":{",
                "\"get\":{", "\"post\":{", "\"parameters\":[", "\"in\":\"query\"", "\"in\":\"formData\"",
                "\"in\":\"body\"", "\"name\":\"id\"", "\"requestBody\":{", "\"content\":{",
                "\"application/json\":{", "\"multipart/form-data\":{", "\"text/event-stream\":{",
                "\"schema\":{", "\"responses\":{", "\"200\":{", "\"default\":{", "\"components\":{",
                "\"schemas\":{", "\"$ref\":\"#/components/schemas/A\"", "\"$ref\":\"#/paths/~1a\"",
                "\"$ref\":\"other.json#/A\"", "\"$ref\":\"#\"", "\"$id\":\"x\"", "\"$anchor\":\"a\"",
                "\"$dynamicRef\":\"#a\"", "\"allOf\":[", "\"properties\":{", "\"operationId\":\"o\"",
                "\"security\":[{\"k\":[]}]", "\"servers\":[{\"url\":\"/\"}]", "\"x-a\":", "\"definitions\":{",
                "\"consumes\":[\"multipart/form-data\"]", "\"type\":\"file\"", "\"additionalOperations\":{"},
        runOpenApi};
}
