// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/session/preview.h"

#include "core/json/jsonbuilder.h"

#include <QStringDecoder>

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

//! Returns \a parts as a curl command with a shell variable in place of the session's id.
QByteArray curlInSession(RequestParts parts, const QByteArray &sessionHeader)
{
    const QByteArray marker = "$session";
    for (auto &[name, value] : parts.headers) {
        if (name.compare(sessionHeader, Qt::CaseInsensitive) == 0)
            value = marker;
    }
    const QByteArray header = sessionHeader + ": " + marker;
    return asCurlCommand(parts).replace(QByteArray("'" + header + "'"), QByteArray("\"" + header + "\""));
}

} // namespace

QByteArray addressOf(const WirePreview &preview)
{
    return preview.address.isEmpty() ? preview.url.toEncoded(QUrl::RemoveFragment) : preview.address;
}

RequestParts partsOf(const WirePreview &preview)
{
    return {preview.method, addressOf(preview), preview.headers, preview.body};
}

QByteArray asCurlCommands(const WirePreview &preview)
{
    if (preview.opening.isEmpty())
        return asCurlCommand(partsOf(preview));
    RequestParts first = partsOf(preview);
    first.headers.removeIf([&preview](const auto &header) {
        return header.first.compare(preview.sessionHeader, Qt::CaseInsensitive) == 0;
    });
    first.body = preview.opening.constFirst();
    QByteArray commands = "# opens a new session: the session of the workbench ends with it\nsession=$("
        + asCurlCommand(first).trimmed()
        + " \\\n  --silent --show-error --dump-header - --output /dev/null |\n"
        + "  tr -d '\\r' | awk 'tolower($1) == \"" + preview.sessionHeader.toLower() + ":\" { print $2 }')\n";
    for (const QByteArray &body : preview.opening.sliced(1)) {
        RequestParts next = partsOf(preview);
        next.body = body;
        commands += curlInSession(next, preview.sessionHeader);
    }
    return commands + curlInSession(partsOf(preview), preview.sessionHeader);
}

Json toJson(const WirePreview &preview)
{
    JsonBuilder builder;
    builder.beginObject();
    if (preview.method.isEmpty())
        return builder.add(u"frame", preview.frame).endObject().take();
    builder.add(u"method", QString::fromLatin1(preview.method))
        .add(u"url", QString::fromUtf8(addressOf(preview)));
    builder.key(u"headers").beginArray();
    for (const auto &[name, value] : preview.headers)
        builder.beginArray()
            .value(Json::string(QString::fromLatin1(name)))
            .value(Json::string(QString::fromUtf8(value)))
            .endArray();
    builder.endArray();
    if (!preview.body.isEmpty()) {
        QStringDecoder decoder(QStringDecoder::Utf8);
        const QString text = decoder(preview.body);
        const bool isText = !decoder.hasError();
        builder.add(u"body", isText ? text : QString::fromLatin1(preview.body.toBase64()));
        builder.add(u"bodyEncoding", isText ? u"utf-8"_s : u"base64"_s);
    }
    return builder.endObject().take();
}

} // namespace Workbench
