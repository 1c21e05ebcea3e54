// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/models/httpwords.h"

#include "core/envelope/httpreason.h"
#include "core/json/jsonparser.h"

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

namespace {

QList<std::pair<QString, QString>> headersOf(const Json &headers)
{
    QList<std::pair<QString, QString>> pairs;
    for (const auto entry : headers.members())
        pairs.append({entry.key(), entry.value().toString()});
    if (!headers.isArray())
        return pairs;
    for (const Json &pair : headers.items())
        pairs.append({pair.at(0).toString(), pair.at(1).toString()});
    return pairs;
}

} // namespace

std::optional<HttpRoute> httpRouteOf(const OperationSpec &spec)
{
    const QString method = spec.meta.member("method"_L1).toString();
    const QString path = spec.meta.member("path"_L1).toString();
    if (method.isEmpty() || !path.startsWith(u'/'))
        return {};
    return HttpRoute{method, path};
}

bool isDeprecated(const OperationSpec &spec)
{
    return spec.definition.member("deprecated"_L1).toBoolean();
}

QStringList serversOf(const OperationSpec &spec)
{
    Json servers = spec.meta.member("servers"_L1);
    if (!servers.isArray())
        servers = spec.definition.member("servers"_L1);
    QStringList urls;
    for (const Json &server : servers.items()) {
        const QString url = server.isString() ? server.toString() : server.member("url"_L1).toString();
        if (!url.isEmpty())
            urls.append(url);
    }
    return urls.size() > 1 ? urls : QStringList();
}

QString statusText(int status)
{
    const QString reason(httpReason(status));
    return reason.isEmpty() ? QString::number(status) : QString(QString::number(status) + u' ' + reason);
}

std::optional<Outcome> answerOf(const Error &error)
{
    const std::optional<qint64> status = error.details.member("statusCode"_L1).toInteger();
    if (!status || *status < 100 || *status > 999)
        return {};
    HttpMeta meta;
    meta.statusCode = int(*status);
    meta.headers = headersOf(error.details.member("headers"_L1));
    meta.contentType = error.details.member("contentType"_L1).toString();
    for (const auto &[name, value] : std::as_const(meta.headers)) {
        if (meta.contentType.isEmpty() && name.compare("content-type"_L1, Qt::CaseInsensitive) == 0)
            meta.contentType = value;
    }
    Json body = error.details.member("body"_L1);
    if (body.isString() && meta.contentType.contains("json"_L1, Qt::CaseInsensitive)) {
        if (const auto parsed = parseJsonDetailed(body.toString().toUtf8()))
            body = parsed->value;
    }
    return Outcome{httpEnvelope(body, meta), body, {}, 0, {}, {}};
}

} // namespace Workbench::Ui
