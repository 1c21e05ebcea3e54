// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/operation/registry/itemstream.h"

#include "core/json/jsontext.h"

#include <QTimer>

namespace Workbench {

using namespace Qt::StringLiterals;

Json toJson(const SseFields &fields)
{
    return Json::object({{u"eventType"_s, Json::string(fields.eventType)},
        {u"lastEventId"_s, Json::string(fields.lastEventId)},
        {u"retry"_s, fields.retryMs ? Json::integer(*fields.retryMs) : Json()}});
}

QByteArray dataOfEvent(const Json &value)
{
    return value.isString() ? jsonUtf8(value.toString()) : value.toBytes();
}

namespace {

class IdleStream : public ItemStream {
public:
    IdleStream(std::unique_ptr<ItemStream> stream, std::chrono::milliseconds idle, QString requestId)
        : m_stream(std::move(stream))
        , m_requestId(std::move(requestId))
    {
        m_patience.setSingleShot(true);
        m_patience.setInterval(idle);
        connect(&m_patience, &QTimer::timeout, this, [this] {
            m_isLate = true;
            m_stream->cancel(); // ended() follows
        });
        connect(m_stream.get(), &ItemStream::item, this, [this](const StreamValue &value) {
            if (m_patience.isActive())
                m_patience.start();
            Q_EMIT item(value);
        });
        connect(m_stream.get(), &ItemStream::ended, this, &IdleStream::end);
    }
    void start() override
    {
        m_patience.start();
        m_stream->start();
    }
    void cancel() override
    {
        m_patience.stop();
        m_stream->cancel();
    }
    void setReading(bool reading) override
    {
        // While the consumer does not read, a lack of items does not count as silence of the producer.
        if (reading && !m_isLate)
            m_patience.start();
        else
            m_patience.stop();
        m_stream->setReading(reading);
    }

private:
    void end(EndReason reason, const Error &error)
    {
        m_patience.stop();
        if (!m_isLate || reason != EndReason::Cancelled) {
            Q_EMIT ended(reason, error);
            return;
        }
        const qint64 idle = m_patience.interval();
        Q_EMIT ended(EndReason::Error,
            {ErrorKind::Timeout, ErrorCode::timeout,
                u"Subscription %1 timed out (idle after %2ms)"_s.arg(m_requestId).arg(idle), {},
                Json::object({{u"idleTimeout"_s, Json::integer(idle)}})});
    }

    std::unique_ptr<ItemStream> m_stream;
    QString m_requestId;
    QTimer m_patience;
    bool m_isLate = false;
};

} // namespace

std::unique_ptr<ItemStream> withIdleLimit(std::unique_ptr<ItemStream> stream,
    const std::optional<std::chrono::milliseconds> &idle, const QString &requestId)
{
    if (!idle || idle->count() <= 0)
        return stream;
    return std::make_unique<IdleStream>(std::move(stream), *idle, requestId);
}

} // namespace Workbench

#include "moc_itemstream.cpp"
