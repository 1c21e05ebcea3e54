// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/hub/eventtarget.h"

#include "core/json/jsonbuilder.h"
#include "core/json/jsonparser.h"

namespace Workbench {

using namespace Qt::StringLiterals;

namespace {

std::unexpected<Error> malformed(const QString &why)
{
    return std::unexpected(Error{ErrorKind::Protocol, u"event.malformed"_s, why});
}

} // namespace

Result<void> EventTarget::publish(const EventEnvelope &event)
{
    if (event.isReserved()) {
        return std::unexpected(Error{ErrorKind::Usage, u"event.reserved"_s,
            u"Types that start with \"__\" are reserved: %1"_s.arg(event.type.left(64))});
    }
    return send(event);
}

void EventTarget::addTopic(const QString &topic)
{
    const QString name = normalisedTopic(topic);
    if (++m_topics[name] == 1)
        topicAdded(name);
}

void EventTarget::removeTopic(const QString &topic)
{
    const QString name = normalisedTopic(topic);
    const auto found = m_topics.find(name);
    if (found == m_topics.end() || --*found > 0)
        return;
    m_topics.erase(found);
    topicRemoved(name);
}

QString topicOf(const QString &type, const QString &id)
{
    return type + u':' + id;
}

QString normalisedTopic(const QString &topic)
{
    return topic.contains(u':') ? topic : topicOf(topic);
}

QString EventEnvelope::topic() const
{
    return topicOf(type, id);
}

Json EventEnvelope::toJson() const
{
    return withExtra({{u"type"_s, Json::string(type)}, {u"id"_s, Json::string(id)},
                         {u"payload"_s, payload.isAbsent() ? Json::emptyObject() : payload}},
        extra);
}

QByteArray EventEnvelope::toBytes() const
{
    if (!extra.isAbsent())
        return toJson().toBytes();
    // Writes the text directly: toJson() would only copy the payload, which may be large, into another
    // document.
    QByteArray bytes = "{\"type\":" + Json::string(type).toBytes() + ",\"id\":" + Json::string(id).toBytes()
        + ",\"payload\":";
    bytes += payload.isAbsent() ? QByteArray("{}") : payload.toBytes();
    bytes += '}';
    return bytes;
}

Result<EventEnvelope> eventEnvelopeFromJson(const Json &message)
{
    if (!message.isObject())
        return malformed(u"The message is not a JSON object"_s);
    const Json type = message.member("type"_L1);
    if (!type.isString())
        return malformed(u"The message has no string \"type\""_s);
    Json extra;
    if (message.size() > 3)
        extra = membersBeside(message, {"type"_L1, "id"_L1, "payload"_L1});
    return EventEnvelope{type.toString(), message.member("id"_L1).toString(), message.member("payload"_L1),
        std::move(extra), {}};
}

Result<EventEnvelope> EventDecoder::decode(const QByteArray &message)
{
    auto parsed = parseJsonDetailed(message, m_maxNodes);
    Result<EventEnvelope> event =
        parsed ? eventEnvelopeFromJson(parsed->value) : std::unexpected(std::move(parsed.error().error));
    if (!event) {
        countMalformed();
        return event;
    }
    m_inRow = 0;
    for (const JsonRemark &remark : std::as_const(parsed->remarks))
        event->remarks.append(remarkText(remark));
    return event;
}

} // namespace Workbench

#include "moc_eventtarget.cpp"
