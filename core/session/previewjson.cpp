// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/session/previewjson.h"

#include "core/json/jsonbuilder.h"

#include <QStringDecoder>

namespace Workbench {

using namespace Qt::StringLiterals;

QByteArray addressOf(const WirePreview &preview)
{
    return preview.address.isEmpty() ? preview.url.toEncoded(QUrl::RemoveFragment) : preview.address;
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
