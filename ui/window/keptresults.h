// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/checks/recorder.h"

#include <QHash>

#include <deque>
#include <memory>

namespace Workbench::Ui {

//! What a call or stream of this run came to, as long as it is kept.
struct KeptResult {
    QString exchangeId;
    OperationId operation;
    Recording recording;
    Result<Outcome> result = std::unexpected(Error{}); //!< of a call
    bool isStream = false;
    std::shared_ptr<Subscription> stream{}; //!< of a stream that has ended, to be shown again
    QList<FixtureEvent> events{}; //!< of a stream
    QString end{}; //!< as Fixture::end
    std::optional<Error> endError{};

    //! Looks at the whole definition: not for the GUI thread.
    Fixture fixture() const;
    RecordedExchange recorded(const KnownSecrets &secrets) const; //!< as above
};

//! The results that History can still record and compare: the newest, bounded by number and by size.
class KeptResults {
public:
    static constexpr qsizetype mostResults = 200;
    static constexpr qint64 mostBytes = 256LL << 20;

    //! \a bytes: about what it takes. The newest one stays whatever its size.
    void add(std::shared_ptr<const KeptResult> result, qint64 bytes);
    std::shared_ptr<const KeptResult> find(const QString &exchangeId) const; //!< null: no longer kept
    QList<std::shared_ptr<const KeptResult>> all() const; //!< newest first
    void clear();

private:
    struct Entry {
        std::shared_ptr<const KeptResult> result;
        qint64 bytes;
    };
    std::deque<Entry> m_entries; //!< oldest first
    qint64 m_bytes = 0;
};

} // namespace Workbench::Ui
