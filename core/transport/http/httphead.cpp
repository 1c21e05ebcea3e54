// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/transport/http/httpclient.h"
#include "core/transport/http/httptext.h"

namespace Workbench {

QByteArray HttpResponseHead::header(QByteArrayView name) const
{
    QByteArray joined;
    bool isFirst = true;
    for (const auto &[key, value] : headers) {
        if (!isSameName(key, name))
            continue;
        if (!std::exchange(isFirst, false))
            joined += ", ";
        joined += value;
    }
    return joined;
}

QByteArray HttpResponseHead::mediaType() const
{
    const QByteArray type = header("content-type");
    const auto end = std::ranges::find_if(type, [](char c) { return c == ';' || c == ','; });
    return type.first(end - type.begin()).trimmed().toLower();
}

} // namespace Workbench
