// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/demo/demodesktools.h"

#include "app/demo/demotools.h"
#include "core/json/jsonbuilder.h"
#include "core/json/jsonparser.h"

#include <QStringList>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

Json dataResult(const QString &text, const Json &data)
{
    return withMember(textResult(text), u"structuredContent", data);
}

Json formQuestion(const Json &arguments)
{
    static const Json schema = jsonLiteral(R"json({
        "type": "object", "required": ["name", "time"], "properties": {
            "name": {"type": "string", "title": "Name", "minLength": 1, "description": "The name for the reservation"},
            "mail": {"type": "string", "title": "Mail", "format": "email", "description": "For the confirmation; optional"},
            "time": {"type": "string", "title": "Time", "oneOf": [
                {"const": "18:00", "title": "Six"}, {"const": "20:00", "title": "Eight"}], "default": "20:00"},
            "window": {"type": "boolean", "title": "At the window", "default": true},
            "children": {"type": "integer", "title": "Children", "minimum": 0, "maximum": 10, "default": 0}}})json");
    const qint64 guests = arguments.member("guests"_L1).toInteger().value_or(2);
    return Json::object({{u"message"_s, Json::string(u"A table for %1: who comes, and when?"_s.arg(guests))},
        {u"requestedSchema"_s, schema}});
}

Json linkQuestion(const Json &arguments, bool isModern)
{
    const qint64 bill = arguments.member("bill"_L1).toInteger().value_or(1);
    return Json::object({{u"mode"_s, Json::string(u"url")},
        {u"message"_s, Json::string(u"Bill %1 is paid on the page of the bank."_s.arg(bill))},
        {u"url"_s, Json::string(u"https://bank.example/pay?bill=%1"_s.arg(bill))},
        {u"elicitationId"_s, isModern ? Json() : Json::string(u"bill-%1"_s.arg(bill))}});
}

Json samplingQuestion(const Json &arguments)
{
    const QString dish = arguments.member("dish"_L1).toString(u"mushroom risotto"_s);
    const Json text = Json::object({{u"type"_s, Json::string(u"text")},
        {u"text"_s, Json::string(u"Which wine goes with %1?"_s.arg(dish))}});
    const Json message = Json::object({{u"role"_s, Json::string(u"user")}, {u"content"_s, text}});
    return Json::object({{u"systemPrompt"_s, Json::string(u"You are a waiter. Answer in one sentence.")},
        {u"messages"_s, Json::array(QList<Json>{message})}, {u"maxTokens"_s, Json::integer(100)},
        {u"temperature"_s, Json::numberFromText("0.5")}});
}

Json question(QStringView method, const Json &params)
{
    return Json::object({{u"method"_s, Json::string(method)}, {u"params"_s, params}});
}

Json bookedTable(const Json &arguments, const Json &answer)
{
    const Json content = answer.member("content"_L1);
    const QString name = content.member("name"_L1).toString();
    const QString time = content.member("time"_L1).toString();
    if (name.isEmpty())
        return failedResult(u"The form came back without a name."_s);
    const Json data =
        withMember(content, u"guests", Json::integer(arguments.member("guests"_L1).toInteger().value_or(2)));
    return dataResult(u"A table is kept for %1 at %2."_s.arg(name, time), data);
}

Json foldersResult(const Json &answer)
{
    QStringList names;
    for (const Json &root : answer.member("roots"_L1).items())
        names.append(root.member("uri"_L1).toString());
    return dataResult(
        names.isEmpty() ? u"There is no folder that this server may know."_s : names.join(u'\n'),
        Json::object({{u"roots"_s, answer.member("roots"_L1)}}));
}

} // namespace

const Json &deskTools()
{
    static const Json tools = jsonLiteral(R"json([
  {"name": "book-table", "title": "Book a table", "description": "Asks for the values of a form",
   "inputSchema": {"type": "object", "properties": {"guests": {"type": "integer", "minimum": 1, "maximum": 12, "default": 2}}}},
  {"name": "pay-bill", "title": "Pay a bill", "description": "Asks to open an address",
   "inputSchema": {"type": "object", "properties": {"bill": {"type": "integer", "minimum": 1, "default": 1}}}},
  {"name": "suggest-wine", "title": "Suggest a wine", "description": "Asks for the answer of a language model",
   "inputSchema": {"type": "object", "properties": {"dish": {"type": "string", "default": "mushroom risotto"}}},
   "annotations": {"readOnlyHint": true}},
  {"name": "list-folders", "title": "List folders", "description": "Asks which folders it may know; the setting Roots of the source names them",
   "inputSchema": {"type": "object", "properties": {}}, "annotations": {"readOnlyHint": true}},
  {"name": "cook-dinner", "title": "Cook dinner", "description": "Takes its time, and can run as a task",
   "inputSchema": {"type": "object", "properties": {"seconds": {"type": "number", "minimum": 0, "maximum": 3600, "default": 10}}},
   "execution": {"taskSupport": "optional"}, "annotations": {"readOnlyHint": true}}
])json");
    return tools;
}

Json deskQuestion(const QString &tool, const Json &arguments, bool isModern)
{
    if (tool == "book-table"_L1)
        return question(u"elicitation/create", formQuestion(arguments));
    if (tool == "pay-bill"_L1)
        return question(u"elicitation/create", linkQuestion(arguments, isModern));
    if (tool == "suggest-wine"_L1)
        return question(u"sampling/createMessage", samplingQuestion(arguments));
    if (tool == "list-folders"_L1)
        return question(u"roots/list", Json::emptyObject());
    return {};
}

QStringList deskCapability(const Json &question)
{
    const QString method = question.member("method"_L1).toString();
    if (method == "elicitation/create"_L1) {
        const bool isLink = question.member("params"_L1).member("mode"_L1).toString() == "url"_L1;
        return {u"elicitation"_s, isLink ? u"url"_s : u"form"_s};
    }
    return {method.section(u'/', 0, 0)};
}

Json deskResult(const QString &tool, const Json &arguments, const Json &answer)
{
    if (tool == "list-folders"_L1 && answer.member("roots"_L1).isArray())
        return foldersResult(answer);
    if (tool == "suggest-wine"_L1 && answer.hasMember("content"_L1)) {
        const Json content = answer.member("content"_L1);
        const QString text = (content.isArray() ? content.at(0) : content).member("text"_L1).toString();
        return textResult(text.isEmpty() ? u"The answer has no text."_s : text);
    }
    const QString action = answer.member("action"_L1).toString();
    if (tool == "book-table"_L1 && action == "accept"_L1)
        return bookedTable(arguments, answer);
    if (tool == "pay-bill"_L1 && action == "accept"_L1)
        return textResult(u"Thank you. The demo does not check the payment."_s);
    return failedResult(action == "cancel"_L1 ? u"The question was left without a decision."_s
                                              : u"The question was declined."_s);
}

} // namespace Workbench
