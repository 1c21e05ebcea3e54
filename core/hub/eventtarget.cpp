// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/hub/eventtarget.h"

#include <QPointer>

namespace Workbench {

using namespace Qt::StringLiterals;

Result<void> checkTopic(const QString &topic, qsizetype count)
{
    const auto refused = [](const QString &why) {
        return std::unexpected(Error{ErrorKind::Limit, u"event.topics"_s, why});
    };
    if (topic.size() > TopicLimit::topicLength)
        return refused(u"A topic is longer than %1 characters"_s.arg(TopicLimit::topicLength));
    if (count >= TopicLimit::topicsPerConnection)
        return refused(u"There are already %1 topics, the limit"_s.arg(TopicLimit::topicsPerConnection));
    return {};
}

Result<void> EventTarget::publish(const EventEnvelope &event)
{
    if (event.isReserved()) {
        return std::unexpected(Error{ErrorKind::Usage, u"event.reserved"_s,
            u"Types that start with \"__\" are reserved: %1"_s.arg(event.type.left(64))});
    }
    return send(event);
}

Result<quint64> EventTarget::addListener(const QString &topic, Listener listener)
{
    const QString name = normalisedTopic(topic);
    auto found = m_topics.find(name);
    const bool isFirst = found == m_topics.end();
    if (isFirst) {
        if (const Result<void> fits = checkTopic(name, qsizetype(m_topics.size())); !fits)
            return std::unexpected(fits.error());
        found = m_topics.emplace(name, Topic{name, {}}).first;
    }
    const quint64 id = ++m_lastListener;
    found->second.listeners.emplace(id, std::move(listener));
    m_topicOf.insert(id, name);
    if (isFirst)
        topicAdded(name);
    return id;
}

void EventTarget::removeListener(quint64 id)
{
    const QString name = m_topicOf.take(id);
    const auto found = m_topics.find(name);
    if (found == m_topics.end())
        return;
    found->second.listeners.erase(id);
    if (!found->second.listeners.empty())
        return;
    m_topics.erase(found);
    topicRemoved(name);
}

QStringList EventTarget::topics() const
{
    QStringList names;
    for (const auto &[name, topic] : m_topics)
        names.append(name);
    return names;
}

void EventTarget::deliver(const EventEnvelope &event)
{
    if (event.isReserved())
        return;
    const QPointer<EventTarget> self(this);
    const EventEnvelope kept = event; // a listener may delete the owner of the original
    Q_EMIT received(kept);
    if (!self)
        return;
    const QString name = kept.topic();
    const auto found = m_topics.find(name);
    if (found == m_topics.end())
        return;
    // Listeners may be added and removed during the calls. A removed listener is not called any more.
    QList<quint64> ids;
    for (const auto &[id, listener] : found->second.listeners)
        ids.append(id);
    for (const quint64 id : std::as_const(ids)) {
        if (!self)
            return;
        const auto topic = m_topics.find(name);
        if (topic == m_topics.end())
            return;
        const auto listener = topic->second.listeners.find(id);
        if (listener == topic->second.listeners.end())
            continue;
        if (const Listener call = listener->second)
            call(kept);
    }
}

void EventTarget::dropListeners()
{
    m_topics.clear();
    m_topicOf.clear();
}

} // namespace Workbench

#include "moc_eventtarget.cpp"
