// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#include "ui/window/keptresults.h"

namespace Workbench::Ui {

Fixture KeptResult::fixture() const
{
    return isStream ? fixtureOfStream(recording, events, end, endError) : fixtureOfCall(recording, result);
}

RecordedExchange KeptResult::recorded(const KnownSecrets &secrets) const
{
    return isStream ? recordedStream(recording, events, end, endError, secrets)
                    : recordedCall(recording, result, secrets);
}

void KeptResults::add(std::shared_ptr<const KeptResult> result, qint64 bytes)
{
    std::erase_if(m_entries, [&](const Entry &entry) {
        const bool isSame = entry.result->exchangeId == result->exchangeId;
        m_bytes -= isSame ? entry.bytes : 0;
        return isSame;
    });
    m_entries.push_back({std::move(result), bytes});
    m_bytes += bytes;
    while (m_entries.size() > 1 && (qsizetype(m_entries.size()) > mostResults || m_bytes > mostBytes)) {
        m_bytes -= m_entries.front().bytes;
        m_entries.pop_front();
    }
}

std::shared_ptr<const KeptResult> KeptResults::find(const QString &exchangeId) const
{
    const auto found =
        std::ranges::find(m_entries, exchangeId, [](const Entry &entry) { return entry.result->exchangeId; });
    return found == m_entries.end() ? nullptr : found->result;
}

QList<std::shared_ptr<const KeptResult>> KeptResults::all() const
{
    QList<std::shared_ptr<const KeptResult>> results;
    for (auto entry = m_entries.rbegin(); entry != m_entries.rend(); ++entry)
        results.append(entry->result);
    return results;
}

void KeptResults::clear()
{
    m_entries.clear();
    m_bytes = 0;
}

} // namespace Workbench::Ui
