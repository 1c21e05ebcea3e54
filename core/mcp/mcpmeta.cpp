// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/mcp/mcpmeta.h"

#include "core/base/visibletext.h"
#include "core/mcp/jsonrpc.h"

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype maxShownResultType = 60;

} // namespace

Json clientInfo()
{
    return Json::object(
        {{u"name"_s, Json::string(u"envelope-workbench")}, {u"title"_s, Json::string(u"Envelope Workbench")},
            {u"version"_s, Json::string(QStringLiteral(WORKBENCH_VERSION))}});
}

QList<Json::Member> requestMeta(const QString &revision, const Json &capabilities, const QString &logLevel)
{
    QList<Json::Member> meta{{u"io.modelcontextprotocol/protocolVersion"_s, Json::string(revision)},
        {u"io.modelcontextprotocol/clientInfo"_s, clientInfo()},
        {u"io.modelcontextprotocol/clientCapabilities"_s, capabilities}};
    if (!logLevel.isEmpty())
        meta.append({u"io.modelcontextprotocol/logLevel"_s, Json::string(logLevel)});
    return meta;
}

QString resultType(const Json &result)
{
    const Json type = result.member("resultType"_L1);
    return type.isAbsent() ? u"complete"_s : type.toString();
}

std::optional<Error> resultTypeFault(
    const Json &result, const QString &method, const QString &sourceName, bool isModern)
{
    const QString type = resultType(result);
    // A legacy result may have any further member, but without content this is a task that was started.
    const bool isStartedTask = type == "task"_L1 && method == "tools/call"_L1
        && !result.hasMember("content"_L1) && !result.hasMember("task"_L1);
    if (type == "complete"_L1 || (!isModern && type != "input_required"_L1 && !isStartedTask))
        return {};
    if (type == "task"_L1 && isModern && method == "tools/call"_L1)
        return {};
    static const QStringList mayAsk{u"tools/call"_s, u"prompts/get"_s, u"resources/read"_s};
    if (type == "input_required"_L1 && isModern && mayAsk.contains(method))
        return {};
    const Json given = result.member("resultType"_L1);
    const QString shown = given.isString()
        ? u"resultType \"%1\""_s.arg(visibleText(type, false, maxShownResultType))
        : u"a resultType that is %1"_s.arg(JsonRpc::kindText(given));
    const QString code = type == "input_required"_L1 ? u"mcp.input-required"_s : u"mcp.result-type"_s;
    const QString why = !isModern
        ? u"This belongs to MCP 2026-07-28, and the server agreed on an older revision. Set the protocol to "
          u"2026-07-28 if the server speaks it."_s
        : type == "input_required"_L1
        ? u"Only tools/call, prompts/get and resources/read may ask for input."_s
        : u"Expected complete, input_required, or task for tools/call."_s;
    return Error{ErrorKind::Protocol, code,
        u"\"%1\" answered %2 with %3. %4"_s.arg(sourceName, method, shown, why), {},
        Json::object({{u"data"_s, result}})};
}

QStringList missingMembers(const Json &result, bool isCacheable)
{
    QStringList missing;
    if (!result.hasMember("resultType"_L1))
        missing.append(u"resultType"_s);
    if (isCacheable && !result.member("ttlMs"_L1).isInteger())
        missing.append(u"ttlMs"_s);
    const QString scope = result.member("cacheScope"_L1).toString();
    if (isCacheable && scope != "public"_L1 && scope != "private"_L1)
        missing.append(u"cacheScope"_s);
    return missing;
}

qint64 freshFor(const Json &result)
{
    return std::max<qint64>(0, result.member("ttlMs"_L1).toInteger().value_or(0));
}

} // namespace Workbench
