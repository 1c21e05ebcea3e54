// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/envelope/bodymedia.h"

#include <QStringList>

#include <algorithm>
#include <array>

namespace Workbench {

using namespace Qt::StringLiterals;

bool isBinaryMedia(const QString &contentType)
{
    // Text although the type does not begin with it.
    static const QStringList texts{u"application/yaml"_s, u"application/x-yaml"_s,
        u"application/javascript"_s, u"application/ecmascript"_s, u"application/x-www-form-urlencoded"_s,
        u"application/jsonl"_s, u"application/x-ndjson"_s, u"application/json-seq"_s,
        u"application/graphql"_s, u"application/sql"_s};
    static constexpr std::array endings{"/json"_L1, "+json"_L1, "/xml"_L1, "+xml"_L1, "+yaml"_L1};
    const QString bare = contentType.section(u';', 0, 0).trimmed().toLower();
    return !bare.startsWith("text/"_L1) && !texts.contains(bare)
        && std::ranges::none_of(endings, [&bare](QLatin1StringView ending) { return bare.endsWith(ending); });
}

} // namespace Workbench
