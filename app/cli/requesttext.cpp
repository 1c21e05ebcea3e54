// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "app/cli/requesttext.h"

#include "app/cli/output.h"
#include "core/exchange/requesttext.h"
#include "core/json/jsonbuilder.h"

#include <QStringDecoder>

using namespace Qt::StringLiterals;

namespace Workbench::Cli {

namespace {

std::unexpected<Error> usage(const QString &sentence)
{
    return std::unexpected(Error{ErrorKind::Usage, u"usage"_s, sentence, {}, {}});
}

QByteArray addressOf(const WirePreview &preview)
{
    return preview.address.isEmpty() ? preview.url.toEncoded(QUrl::RemoveFragment) : preview.address;
}

QByteArray asJson(const WirePreview &preview)
{
    JsonBuilder builder;
    builder.beginObject();
    if (preview.method.isEmpty())
        return escapedInvisible(builder.add(u"frame", preview.frame).endObject().take().toBytes()) + '\n';
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
    return escapedInvisible(builder.endObject().take().toBytes()) + '\n';
}

RequestParts partsOf(const WirePreview &preview)
{
    return {preview.method, addressOf(preview), preview.headers, preview.body};
}

} // namespace

Result<QByteArray> requestText(const WirePreview &preview, const QString &form)
{
    if (form == "json"_L1)
        return asJson(preview);
    if (form.isEmpty() && preview.method.isEmpty())
        return QByteArray(preview.body.endsWith('\n') ? preview.body : preview.body + '\n');
    if (preview.method.isEmpty())
        return usage(u"this source does not speak HTTP: use --as json"_s);
    if (form.isEmpty() || form == "http"_L1)
        return asHttpMessage(partsOf(preview));
    if (form == "curl"_L1)
        return asCurlCommand(partsOf(preview));
    return usage(u"--as is curl, http or json, not \"%1\""_s.arg(form));
}

} // namespace Workbench::Cli
