// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/hub/eventtarget.h"

namespace Workbench {

using namespace Qt::StringLiterals;

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

} // namespace Workbench

#include "moc_eventtarget.cpp"
