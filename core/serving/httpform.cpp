// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/serving/envelopeforms.h"

#include <QStringList>

#include <algorithm>
#include <array>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

constexpr QLatin1StringView jsonType{"application/json"};
constexpr QLatin1StringView problemType{"application/problem+json"};

// of one connection, or no longer true of what is sent; a joined set-cookie cannot be split again
constexpr std::array notPassedOn{"connection"_L1, "keep-alive"_L1, "proxy-connection"_L1,
    "proxy-authenticate"_L1, "proxy-authorization"_L1, "te"_L1, "trailer"_L1, "transfer-encoding"_L1,
    "upgrade"_L1, "content-length"_L1, "content-encoding"_L1, "date"_L1, "set-cookie"_L1};

QString joinedText(const Json &content)
{
    QStringList texts;
    for (const Json block : content.items()) {
        if (block.member("type"_L1).utf8() == "text")
            texts.append(block.member("text"_L1).toString());
    }
    return texts.join(u'\n');
}

Json problem(const QString &title, int status, const QString &detail, const Json::Member &extension)
{
    return Json::object({{u"type"_s, Json::string(u"about:blank")}, {u"title"_s, Json::string(title)},
        {u"status"_s, Json::integer(status)}, {u"detail"_s, Json::string(detail)}, extension});
}

struct PlainForm {
    HttpForm form;

    void operator()(const LocalMeta &meta)
    {
        form.headers.append({u"x-operation-id"_s, meta.operationId});
        if (form.body.isAbsent())
            form.statusCode = 204;
        else
            form.headers.append({u"content-type"_s, jsonType});
    }

    void operator()(const HttpMeta &meta)
    {
        form.statusCode = meta.statusCode;
        form.headers.append({u"content-type"_s, meta.contentType});
        for (const auto &[name, value] : meta.headers) {
            const QString lower = name.toLower();
            if (lower != "content-type"_L1 && lower != "x-response-source"_L1
                && !std::ranges::contains(notPassedOn, lower))
                form.headers.append({lower, value});
        }
    }

    void operator()(const McpMeta &meta)
    {
        if (!meta.isError) {
            form.headers.append({u"content-type"_s, jsonType});
            return;
        }
        form.statusCode = 502;
        form.headers.append({u"content-type"_s, problemType});
        form.body = problem(u"The tool reported an error"_s, form.statusCode, joinedText(meta.content),
            {u"content"_s, meta.content});
    }
};

int statusOf(const QString &code)
{
    if (code == ErrorCode::operationNotFound)
        return 404;
    if (code == ErrorCode::accessDenied)
        return 403;
    if (code == ErrorCode::validationError)
        return 400;
    return code == ErrorCode::timeout ? 504 : 500;
}

QString titleOf(int status)
{
    switch (status) {
    case 400: return u"Invalid input"_s;
    case 403: return u"Access denied"_s;
    case 404: return u"Operation not found"_s;
    case 504: return u"The operation timed out"_s;
    default: break;
    }
    return u"The operation failed"_s;
}

QString headerOf(const HttpForm &form, QLatin1StringView name)
{
    const auto found = std::ranges::find(form.headers, name, &std::pair<QString, QString>::first);
    return found == form.headers.end() ? QString() : found->second;
}

} // namespace

HttpForm toHttpForm(const ResponseEnvelope &envelope, const QString &accept)
{
    HttpForm form;
    form.headers.append({u"x-response-source"_s, envelope.source()});
    const QStringList accepted = accept.split(u',');
    const bool isWhole = std::ranges::any_of(accepted, [](const QString &range) {
        return range.section(u';', 0, 0).trimmed().compare(envelopeMediaType, Qt::CaseInsensitive) == 0;
    });
    if (isWhole) {
        form.headers.append({u"content-type"_s, envelopeMediaType});
        form.body = envelope.toJson();
        return form;
    }
    form.body = envelope.data;
    PlainForm plain{std::move(form)};
    std::visit([&plain](const auto &meta) { plain(meta); }, envelope.meta());
    return plain.form;
}

HttpForm toHttpForm(const Error &error)
{
    const CallError call = toCallError(error);
    const int status = statusOf(call.code);
    return {status, {{u"content-type"_s, problemType}},
        problem(titleOf(status), status, call.message, {u"code"_s, Json::string(call.code)})};
}

RestoredEnvelope envelopeFromHttpForm(const HttpForm &form)
{
    const QString contentType = headerOf(form, "content-type"_L1);
    if (contentType.section(u';', 0, 0).trimmed().compare(envelopeMediaType, Qt::CaseInsensitive) == 0) {
        const bool isVoid = form.body.size() == 1; // nothing but its meta: the operation returned nothing
        const Json data = isVoid ? Json::null() : form.body.member("data"_L1);
        auto restored =
            envelopeFromJson(Json::object({{u"data"_s, data}, {u"meta"_s, form.body.member("meta"_L1)}}));
        if (restored) {
            if (isVoid)
                restored->data = {};
            return {*std::move(restored), true};
        }
    }
    return {httpEnvelope(form.body, {form.statusCode, form.headers, contentType}), false};
}

} // namespace Workbench
