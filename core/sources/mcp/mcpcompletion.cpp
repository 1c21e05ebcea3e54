// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/sources/mcp/mcpcompletion.h"

#include "core/mcp/mcprevisions.h"
#include "core/sources/mcp/mcphandshake.h"

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

bool isTemplate(const OperationSpec &spec)
{
    return spec.kind == "resource-template"_L1;
}

Json completionParams(
    const McpConnection &connection, const OperationSpec &spec, const QString &member, const Json &input)
{
    const Json ref = isTemplate(spec) ? Json::object({{u"type"_s, Json::string(u"ref/resource")},
                                            {u"uri"_s, spec.definition.member("uriTemplate"_L1)}})
                                      : Json::object({{u"type"_s, Json::string(u"ref/prompt")},
                                            {u"name"_s, spec.definition.member("name"_L1)}});
    QList<Json::Member> others;
    for (const auto &entry : input.members()) {
        if (entry.key() != member && entry.value().isString())
            others.append({entry.key(), entry.value()});
    }
    // completion/complete has "context" from 2025-06-18 on.
    const bool sendsContext = !others.isEmpty() && connection.agreement
        && isRevisionFrom(connection.agreement->revision, u"2025-06-18"_s);
    return Json::object({{u"ref"_s, ref},
        {u"argument"_s,
            Json::object({{u"name"_s, Json::string(member)},
                {u"value"_s, Json::string(input.member(QStringView(member)).toString())}})},
        {u"context"_s, sendsContext ? Json::object({{u"arguments"_s, Json::object(others)}}) : Json()}});
}

} // namespace

bool completesInput(const McpConnection &connection, const OperationSpec &spec)
{
    const std::optional<McpAgreement> &agreement = connection.agreement;
    if (!agreement || !agreement->listsOnly.isEmpty() || connection.lacksCompletion
        || (spec.kind != "prompt"_L1 && !isTemplate(spec)))
        return false;
    return agreement->has("completions"_L1)
        || agreement->revision == mcpRevisions().first(); // that revision has no capability for it
}

Task<Result<InputCompletion>> completeInput(std::shared_ptr<McpConnection> connection, OperationSpec spec,
    QString member, Json input, std::stop_token cancellation, QString pinned)
{
    const auto request = std::make_shared<McpConnection::Request>();
    request->method = u"completion/complete"_s;
    request->params = completionParams(*connection, spec, member, input);
    request->cancellation = cancellation;
    const Result<Json> answer = co_await askWithSession(connection, request, pinned, true);
    if (!answer) {
        if (JsonRpc::remoteCode(answer.error()) == JsonRpc::methodNotFound)
            connection->lacksCompletion = true;
        co_return std::unexpected(answer.error());
    }
    const Json completion = answer->member("completion"_L1);
    const Json values = completion.member("values"_L1);
    if (!values.isArray()) {
        co_return std::unexpected(Error{ErrorKind::Protocol, u"mcp.bad-completion"_s,
            u"\"%1\" answered completion/complete with completion.values that is %2, expected an array."_s
                .arg(connection->sourceName(), JsonRpc::kindText(values))});
    }
    InputCompletion made;
    made.hasMore = completion.member("hasMore"_L1).toBoolean() || values.size() > InputCompletion::maxValues;
    made.total = completion.member("total"_L1).toInteger().value_or(-1);
    for (const Json &value : values.items()) {
        if (made.values.size() == InputCompletion::maxValues)
            break;
        if (value.isString())
            made.values.append(value.toString());
    }
    co_return made;
}

} // namespace Workbench
