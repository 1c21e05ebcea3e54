// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/base/answers.h"

#include <QCoreApplication>

#include <deque>

namespace Workbench {

namespace {

//! Queue of the coroutines whose answer has arrived. GUI thread.
class ReadyOnes {
public:
    void add(std::coroutine_handle<> waiting)
    {
        m_ready.push_back(waiting);
        if (!m_isDue)
            resumeSoon();
    }

private:
    void resumeSoon()
    {
        m_isDue = true;
        QMetaObject::invokeMethod(
            QCoreApplication::instance(), [this] { resumeAll(); }, Qt::QueuedConnection);
    }
    void resumeAll()
    {
        m_isDue = false;
        // A coroutine that runs a nested event loop must not keep the others waiting.
        if (m_ready.size() > 1)
            resumeSoon();
        while (!m_ready.empty()) {
            const std::coroutine_handle<> next = m_ready.front();
            m_ready.pop_front();
            next.resume();
        }
    }

    std::deque<std::coroutine_handle<>> m_ready;
    bool m_isDue = false;
};

ReadyOnes &readyOnes()
{
    static ReadyOnes ones;
    return ones;
}

} // namespace

void resumeFromEventLoop(std::coroutine_handle<> waiting)
{
    readyOnes().add(waiting);
}

} // namespace Workbench
