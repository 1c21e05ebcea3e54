// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/panes/streamexport.h"

#include "core/base/atomicfile.h"
#include "core/json/jsonbuilder.h"

#include <QtConcurrentRun>

using namespace Qt::StringLiterals;

namespace Workbench::Ui {

Json exportedEvent(const StreamItem &item)
{
    JsonBuilder builder;
    builder.beginObject().add(u"seq", Json::integer(qint64(item.sequence)));
    builder.add(u"at", item.at.toString(Qt::ISODateWithMs)).add(u"envelope", item.outcome.envelope.toJson());
    builder.key(u"warnings").beginArray();
    for (const Warning &warning : item.outcome.warnings)
        builder.value(toJson(warning));
    builder.endArray();
    if (!item.outcome.changes.isEmpty()) {
        builder.add(u"received", item.outcome.receivedData).key(u"changes").beginArray();
        for (const Change &change : item.outcome.changes)
            builder.value(toJson(change));
        builder.endArray();
    }
    builder.add(u"sse", item.sse ? toJson(*item.sse) : Json());
    return builder.endObject().take();
}

QFuture<Result<qsizetype>> exportEvents(const QString &path, QList<StreamItem> events)
{
    return QtConcurrent::run([path, events = std::move(events)]() -> Result<qsizetype> {
        QByteArray lines;
        for (const StreamItem &event : events)
            lines += exportedEvent(event).toBytes() + '\n';
        if (Result<void> written = writeFileAtomically(path, lines); !written)
            return std::unexpected(std::move(written).error());
        return events.size();
    });
}

} // namespace Workbench::Ui
