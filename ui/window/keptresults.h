// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/checks/recorder.h"

#include <QHash>

#include <deque>
#include <memory>

namespace Workbench::Ui {

//! The result of a call or stream of this run.
struct KeptResult {
    QString exchangeId;
    OperationId operation;
    Recording recording;
    Result<Outcome> result = std::unexpected(Error{}); //!< for a call
    bool isStream = false;
    std::shared_ptr<Subscription> stream{}; //!< a finished stream, to show it again
    QList<FixtureEvent> events{}; //!< for a stream
    QString end{}; //!< how a stream ended, see Fixture::end
    std::optional<Error> endError{};

    //! Returns the result as a fixture. Reads the whole definition, so call it on a worker.
    Fixture fixture() const;
    //! Returns the result as a redacted recording. Reads the whole definition, so call it on a worker.
    RecordedExchange recorded(const KnownSecrets &secrets) const;
};

//! The results that can still be recorded and compared: the newest ones, limited by number and by size.
class KeptResults {
public:
    static constexpr qsizetype mostResults = 200;
    static constexpr qint64 mostBytes = 256LL << 20;

    //! Adds \a result, which takes about \a bytes of memory. The newest result is kept whatever its size.
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
