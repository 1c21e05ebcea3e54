// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/openapi/openapifacts.h"

#include "core/json/jsonbuilder.h"

namespace Workbench {

namespace {

constexpr qsizetype mostToldProblems = 50;

Json serverFacts(const OpenApiServer &server)
{
    JsonBuilder facts;
    facts.beginObject().add(u"url", server.url);
    if (!server.description.isEmpty())
        facts.add(u"description", server.description);
    if (!server.variables.isEmpty()) {
        facts.key(u"variables").beginObject();
        for (const OpenApiServerVariable &variable : server.variables) {
            facts.key(variable.name).beginObject().add(u"default", variable.defaultValue);
            if (!variable.description.isEmpty())
                facts.add(u"description", variable.description);
            if (!variable.allowed.isEmpty()) {
                facts.key(u"enum").beginArray();
                for (const QString &value : variable.allowed)
                    facts.string(value);
                facts.endArray();
            }
            facts.endObject();
        }
        facts.endObject();
    }
    return facts.endObject().take();
}

Json problemFacts(const OpenApiProblem &problem)
{
    JsonBuilder facts;
    facts.beginObject().add(u"file", problem.file.fileName()).add(u"pointer", problem.pointer);
    if (problem.line > 0)
        facts.add(u"line", Json::integer(problem.line));
    return facts.add(u"message", problem.message).endObject().take();
}

} // namespace

Json openApiFacts(const OpenApiDocument &document)
{
    JsonBuilder facts;
    facts.beginObject();
    if (!document.servers().isEmpty()) {
        facts.key(u"servers").beginArray();
        for (const OpenApiServer &server : document.servers())
            facts.value(serverFacts(server));
        facts.endArray();
    }
    if (!document.securitySchemes().isEmpty()) {
        facts.key(u"securitySchemes").beginObject();
        for (const OpenApiSecurityScheme &scheme : document.securitySchemes())
            facts.add(scheme.id, scheme.definition);
        facts.endObject();
    }
    if (!document.problems().isEmpty()) {
        facts.key(u"problems").beginArray();
        const QList<OpenApiProblem> &problems = document.problems();
        for (const OpenApiProblem &problem : problems.first(std::min(problems.size(), mostToldProblems)))
            facts.value(problemFacts(problem));
        facts.endArray();
    }
    return facts.endObject().take();
}

} // namespace Workbench
