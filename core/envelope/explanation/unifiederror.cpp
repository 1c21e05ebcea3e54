// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/envelope/explanation/recogniser_p.h"
#include "core/json/jsontext.h"

#include <algorithm>
#include <array>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr std::array toolCategories{"validation"_L1, "execution"_L1, "timeout"_L1, "model"_L1, "network"_L1,
    "authorization"_L1, "rate_limit"_L1, "not_found"_L1, "internal"_L1};

Json codeOf(const Json &value)
{
    return value.isString() || value.isNumber() ? value : Json::null();
}

Json known(const Json &value)
{
    return value.isNull() ? Json() : value;
}

Json firstKnown(const Json &first, const Json &second)
{
    return known(first).isAbsent() ? known(second) : first;
}

QString firstText(const Json &value, std::initializer_list<QLatin1StringView> names)
{
    for (const QLatin1StringView name : names) {
        if (const Json text = value.member(name); text.isString())
            return text.toString();
    }
    return {};
}

QString graphqlCategory(QByteArrayView code)
{
    if (code == "BAD_USER_INPUT" || code == "GRAPHQL_VALIDATION_FAILED" || code == "GRAPHQL_PARSE_FAILED")
        return u"validation"_s;
    if (code == "UNAUTHENTICATED" || code == "FORBIDDEN")
        return u"authorization"_s;
    return code == "NOT_FOUND" ? u"not_found"_s : u"execution"_s;
}

QString jsonRpcCategory(const Json &code)
{
    switch (code.toInteger().value_or(0)) {
    case -32602: return u"validation"_s;
    case -32601: return u"not_found"_s;
    case -32600:
    case -32700: return u"protocol"_s;
    default: break;
    }
    return u"execution"_s;
}

QString httpCategory(qint64 status)
{
    switch (status) {
    case 400:
    case 422: return u"validation"_s;
    case 401:
    case 403: return u"authorization"_s;
    case 404:
    case 410: return u"not_found"_s;
    case 408:
    case 504: return u"timeout"_s;
    case 429: return u"rate_limit"_s;
    default: break;
    }
    return u"execution"_s;
}

//! Returns the category of an error by its code, which may be null.
QString categoryOf(const Json &code)
{
    return code.utf8() == "INVALID_PARAMS" ? u"validation"_s : jsonRpcCategory(code);
}

} // namespace

UnifiedError httpError(const Json &status, const QString &statusText)
{
    const QString message = u"HTTP %1 %2"_s.arg(QString::fromLatin1(status.numberText()), statusText);
    return {.code = status,
        .message = message.trimmed(),
        .category = httpCategory(status.toInteger().value_or(0))};
}

UnifiedError textError(const QString &message, const QString &category)
{
    return {
        .code = Json::null(), .message = message, .category = category.isEmpty() ? u"execution"_s : category};
}

namespace Errors {

UnifiedError ofResponseEnvelope(const Json &value, const OpenedEnvelope &, const EnvelopePlace &)
{
    return httpError(value.member("meta"_L1).member("statusCode"_L1));
}

UnifiedError ofJsonRpc(const Json &, const OpenedEnvelope &opened, const EnvelopePlace &)
{
    const Json code = codeOf(opened.inside.member("code"_L1));
    return {.code = code,
        .message = firstText(opened.inside, {"message"_L1}),
        .category = jsonRpcCategory(code),
        .details = known(opened.inside.member("data"_L1))};
}

UnifiedError ofToolEnvelope(const Json &, const OpenedEnvelope &opened, const EnvelopePlace &)
{
    const Json &payload = opened.inside;
    const QString category = payload.member("category"_L1).toString();
    return {.code = payload.member("code"_L1),
        .message = payload.member("message"_L1).toString(),
        .category = std::ranges::contains(toolCategories, category) ? category : u"unknown"_s,
        .isRetryable = payload.member("recoverable"_L1).toBoolean(),
        .details = known(payload.member("details"_L1)),
        .hint = payload.member("suggestedAction"_L1).toString(),
        .next = payload.member("nextTool"_L1).toString()};
}

UnifiedError ofInside(const Json &, const OpenedEnvelope &opened, const EnvelopePlace &)
{
    const Json &inside = opened.inside;
    if (inside.isString())
        return textError(inside.toString());
    const Json code = codeOf(inside.member("code"_L1));
    QString message = firstText(inside, {"message"_L1, "detail"_L1});
    if (message.isEmpty())
        message = jsonText(inside.toBytes());
    return {.code = code,
        .message = message,
        .category = categoryOf(code),
        .details = firstKnown(inside.member("details"_L1), inside.member("data"_L1))};
}

UnifiedError ofSuccessFlag(const Json &value, const OpenedEnvelope &opened, const EnvelopePlace &place)
{
    UnifiedError error = ofInside(value, opened, place);
    if (error.code.isNull()) {
        error.code = codeOf(value.member("code"_L1));
        error.category = categoryOf(error.code);
    }
    error.details = firstKnown(error.details, value.member("details"_L1));
    return error;
}

UnifiedError ofJsend(const Json &value, const OpenedEnvelope &, const EnvelopePlace &)
{
    const Json message = value.member("message"_L1);
    return {.code = codeOf(value.member("code"_L1)),
        .message = message.isString() ? message.toString() : u"The request was refused."_s,
        .category = value.member("status"_L1).utf8() == "fail" ? u"validation"_s : u"execution"_s,
        .details = known(value.member("data"_L1))};
}

UnifiedError ofHttpResponse(const Json &value, const OpenedEnvelope &, const EnvelopePlace &)
{
    const Json code = value.member("statusCode"_L1);
    return httpError(
        code.isInteger() ? code : value.member("status"_L1), value.member("statusText"_L1).toString());
}

UnifiedError ofJsonApi(const Json &, const OpenedEnvelope &opened, const EnvelopePlace &)
{
    const Json first = opened.inside.at(0);
    const Json status = first.member("status"_L1);
    const qint64 number = status.isString() ? status.toString().toLongLong() : status.toInteger().value_or(0);
    return {.code = codeOf(firstKnown(first.member("code"_L1), status)),
        .message = firstText(first, {"detail"_L1, "title"_L1}),
        .category = httpCategory(number),
        .details = opened.inside};
}

UnifiedError ofGraphql(const Json &value, const OpenedEnvelope &, const EnvelopePlace &)
{
    const Json errors = value.member("errors"_L1);
    const Json code = codeOf(errors.at(0).member("extensions"_L1).member("code"_L1));
    return {.code = code,
        .message = errors.at(0).member("message"_L1).toString(),
        .category = graphqlCategory(code.utf8()),
        .details = errors};
}

UnifiedError ofProblem(const Json &value, const OpenedEnvelope &, const EnvelopePlace &place)
{
    constexpr std::array standard{"type"_L1, "title"_L1, "status"_L1, "detail"_L1, "instance"_L1};
    const Json own = value.member("status"_L1);
    const Json status = !own.isInteger() && place.httpStatus > 0 ? Json::integer(place.httpStatus) : own;
    const Json type = value.member("type"_L1);
    const bool saysNothing = !type.isString() || type.utf8() == "about:blank";
    QString message = firstText(value, {"detail"_L1, "title"_L1});
    if (message.isEmpty() && status.isInteger())
        message = u"HTTP %1"_s.arg(QString::fromLatin1(status.numberText()));
    QList<Json::Member> beside;
    for (const Json::Members::Entry entry : value.members()) {
        if (const QString key = entry.key(); !std::ranges::contains(standard, key))
            beside.append({key, entry.value()});
    }
    return {.code = saysNothing ? codeOf(status) : type,
        .message = message,
        .category = httpCategory(status.toInteger().value_or(0)),
        .details = beside.isEmpty() ? Json() : Json::object(beside)};
}

} // namespace Errors

} // namespace Workbench
