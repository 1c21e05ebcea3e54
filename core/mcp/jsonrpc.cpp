// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/mcp/jsonrpc.h"

#include "core/base/visibletext.h"
#include "core/json/jsonbuilder.h"

namespace Workbench::JsonRpc {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype maxShownMessage = 2000;

Json envelopeOf(const QList<Json::Member> &members)
{
    QList<Json::Member> all{{u"jsonrpc"_s, Json::string(u"2.0")}};
    all += members;
    return Json::object(all);
}

} // namespace

Message classify(const Json &message)
{
    Message out;
    if (!message.isObject()) {
        out.remark = u"expected an object, got %1"_s.arg(kindText(message));
        return out;
    }
    out.id = message.member("id"_L1);
    out.params = message.member("params"_L1);
    out.result = message.member("result"_L1);
    out.error = message.member("error"_L1);
    const Json method = message.member("method"_L1);
    out.method = method.toString();
    const bool hasId = out.id.isString() || out.id.isNumber();
    const bool answers = !out.result.isAbsent() || !out.error.isAbsent();
    // Some programs send all members of their message type; a request stays a request if the others are null.
    const auto holds = [](const Json &value) { return !value.isAbsent() && !value.isNull(); };
    const bool isAnswer = hasId && (holds(out.result) || holds(out.error));

    if (method.isString() && !isAnswer) {
        if (hasId)
            out.kind = Kind::Request;
        else if (out.id.isAbsent())
            out.kind = Kind::Notification;
        else
            out.remark = u"its id is %1, expected a string or a number"_s.arg(kindText(out.id));
    } else if (hasId) {
        out.kind = Kind::Response;
        if (!out.result.isAbsent() && !out.error.isAbsent())
            out.remark = u"holds both result and error"_s;
        else if (!answers)
            out.remark = u"holds neither result nor error"_s;
        else if (method.isString())
            out.remark =
                u"holds a method beside the %1"_s.arg(out.error.isAbsent() ? u"result"_s : u"error"_s);
    } else if (!out.error.isAbsent() && (out.id.isAbsent() || out.id.isNull())) {
        out.kind = Kind::ConnectionError;
    } else {
        out.remark = answers ? u"its id is %1, expected a string or a number"_s.arg(kindText(out.id))
                             : u"neither a request nor an answer"_s;
    }
    if (out.kind != Kind::Malformed && out.remark.isEmpty()
        && message.member("jsonrpc"_L1).toString() != "2.0"_L1)
        out.remark = u"jsonrpc is not \"2.0\""_s;
    return out;
}

Json request(qint64 id, QStringView method, const Json &params, const QList<Json::Member> &meta)
{
    JsonBuilder message; // in one pass, because each call does this
    message.beginObject().keyUtf8("jsonrpc").stringUtf8("2.0");
    message.keyUtf8("id").number(QByteArray::number(id)).keyUtf8("method").string(method).keyUtf8("params");
    if (meta.isEmpty()) {
        message.value(params);
    } else if (params.hasMember("_meta"_L1)) {
        Json all = params.member("_meta"_L1);
        for (const Json::Member &member : meta)
            all = withMember(all, member.key, member.value);
        message.value(withMember(params, u"_meta", all));
    } else {
        message.beginObject().members(params).keyUtf8("_meta").beginObject();
        for (const Json::Member &member : meta)
            message.add(member.key, member.value);
        message.endObject().endObject();
    }
    return message.endObject().take();
}

Json notification(QStringView method, const Json &params)
{
    return envelopeOf({{u"method"_s, Json::string(method)}, {u"params"_s, params}});
}

Json response(const Json &id, const Json &result)
{
    return envelopeOf({{u"id"_s, id}, {u"result"_s, result}});
}

Json errorObject(qint64 code, QStringView message, const Json &data)
{
    return Json::object(
        {{u"code"_s, Json::integer(code)}, {u"message"_s, Json::string(message)}, {u"data"_s, data}});
}

Json errorResponse(const Json &id, const Json &error)
{
    return envelopeOf({{u"id"_s, id.isAbsent() ? Json::null() : id}, {u"error"_s, error}});
}

Json errorResponse(const Json &id, qint64 code, QStringView message, const Json &data)
{
    return errorResponse(id, errorObject(code, message, data));
}

QByteArray idKey(const Json &id)
{
    if (id.isString())
        return "s" + id.utf8().toByteArray();
    if (!id.isNumber())
        return {};
    if (const std::optional<qint64> value = id.toInteger())
        return "n" + QByteArray::number(*value);
    return "n" + id.numberText();
}

Result<Json> outcomeOf(const Message &message, const QString &sourceName, const QString &method)
{
    if (!message.error.isAbsent()) {
        Error error = remoteError(message.error, sourceName, method);
        if (!message.result.isAbsent() && error.kind == ErrorKind::Remote) {
            const QString words = message.error.member("message"_L1).toString();
            error.kind = ErrorKind::Protocol;
            error.code = u"jsonrpc.result-and-error"_s;
            error.message =
                u"\"%1\" answered %2 with both a result and an error, which JSON-RPC forbids. The error says: %3"_s
                    .arg(sourceName, method, visibleText(words, false, maxShownMessage));
        }
        return std::unexpected(std::move(error));
    }
    if (!message.result.isAbsent())
        return message.result;
    return std::unexpected(Error{ErrorKind::Protocol, u"jsonrpc.empty-answer"_s,
        u"\"%1\" answered %2 with neither a result nor an error."_s.arg(sourceName, method)});
}

Error remoteError(const Json &error, const QString &sourceName, const QString &method)
{
    const Json code = error.member("code"_L1);
    const Json text = error.member("message"_L1);
    if (!error.isObject() || !code.isInteger() || !text.isString()) {
        const QString fault = !error.isObject()
            ? u"the error is %1, expected an object"_s.arg(kindText(error))
            : !code.isInteger() ? u"the error's code is %1, expected an integer"_s.arg(kindText(code))
                                : u"the error's message is %1, expected a string"_s.arg(kindText(text));
        const QString quoted = errorWords(error);
        return {ErrorKind::Protocol, u"jsonrpc.bad-error"_s,
            u"\"%1\" answered %2 with a malformed error%3 (%4)"_s.arg(
                sourceName, method, quoted.isEmpty() ? quoted : QString(u": "_s + quoted), fault),
            {}, Json::object({{u"data"_s, error}})};
    }
    const QString number = QString::fromLatin1(code.numberText());
    const QString words = text.toString().left(maxShownMessage);
    Error out{ErrorKind::Remote, ErrorCode::executionError,
        u"\"%1\" answered %2 with error %3: %4"_s.arg(sourceName, method, number, words)};
    out.details = error;
    return out;
}

QString errorWords(const Json &error)
{
    const auto textOf = [](const Json &value) {
        return value.isString() ? value.toString() : QString::fromUtf8(value.toBytes());
    };
    const Json code = error.member("code"_L1);
    const Json text = error.member("message"_L1);
    const bool isPlain = text.isString() && !text.utf8().isEmpty();
    const QString words = !isPlain ? textOf(error)
        : code.isAbsent()          ? text.toString()
                                   : u"%1: %2"_s.arg(textOf(code), text.toString());
    return words.left(maxShownMessage);
}

std::optional<qint64> remoteCode(const Error &error)
{
    return error.kind == ErrorKind::Remote ? error.details.member("code"_L1).toInteger() : std::nullopt;
}

} // namespace Workbench::JsonRpc
