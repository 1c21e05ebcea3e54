// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/session/previewcurl.h"

#include "core/session/previewjson.h"

namespace Workbench {

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

} // namespace Workbench
