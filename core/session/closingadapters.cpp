// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "core/session/closingadapters.h"

#include <QTimer>

namespace Workbench {

ClosingAdapters::ClosingAdapters(std::chrono::milliseconds patience)
    : m_patience(patience)
{
}

quint64 ClosingAdapters::keep(std::unique_ptr<Adapter> adapter)
{
    const quint64 id = ++m_lastId;
    m_adapters.emplace(id, std::move(adapter));
    return id;
}

void ClosingAdapters::closeAndDelete(std::unique_ptr<Adapter> adapter)
{
    Adapter *closing = adapter.get();
    const quint64 id = keep(std::move(adapter));
    connect(closing, &Adapter::closed, this, [this, id] { drop(id); }, Qt::QueuedConnection);
    QTimer::singleShot(m_patience, this, [this, id] { drop(id); });
    closing->close();
}

void ClosingAdapters::deleteSoon(std::unique_ptr<Adapter> adapter)
{
    const quint64 id = keep(std::move(adapter));
    QTimer::singleShot(0, this, [this, id] { drop(id); });
}

void ClosingAdapters::deleteAll()
{
    while (!m_adapters.empty())
        m_adapters.extract(m_adapters.begin()); // the adapter is deleted after its entry is removed
}

void ClosingAdapters::drop(quint64 id)
{
    auto node = m_adapters.extract(id);
    if (node.empty())
        return;
    node.mapped().reset();
    if (m_adapters.empty())
        Q_EMIT emptied();
}

} // namespace Workbench

#include "moc_closingadapters.cpp"
