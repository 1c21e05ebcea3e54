// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/operation/registry/operationregistry.h"

#include <QFuture>

#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace Workbench {

//! Counts the changes that a peer announced of its list, and how many of them were read since. Calls wait
//! here until the list is read again, so that no call goes to an operation that has become another one. GUI
//! thread. \source core/RULES.md R-130
class ListChanges {
public:
    ListChanges();
    ~ListChanges(); //!< ends every wait

    void announced() { ++m_announced; }
    //! Notes that a listing begins. It covers all changes that were announced until now.
    void listingBegins() { m_reading = m_announced; }
    //! Notes that the listing ended, with a list or with an error. Ends the waits for the changes that it
    //! covers.
    void listingEnded();
    //! Forgets all changes, because the connection ended or begins. Ends every wait.
    void clear();

    //! Returns whether changes were announced that no finished listing covers.
    bool isStale() const { return m_read != m_announced; }
    //! Returns whether the listing that began last covers all announced changes.
    bool isCovered() const { return m_reading == m_announced; }
    //! Returns whether a stream that begins now has to be refused. False after a listing that ended since the
    //! last refusal, so that a peer that keeps announcing changes cannot refuse streams for ever.
    bool refusesStream();
    //! Settles with true when a listing ends that covers the changes announced until now, or with false at
    //! once when \a cancellation is requested or by clear(). Later changes do not prolong the wait.
    QFuture<bool> whenRead(std::stop_token cancellation);

private:
    struct Wait;
    quint64 m_announced = 0; // counts changes
    quint64 m_reading = 0; // changes that the newest listing covers
    quint64 m_read = 0; // changes that a finished listing covers
    quint64 m_listings = 0; // finished listings
    std::optional<quint64> m_refusedAt; // m_listings when a stream was refused
    std::vector<std::unique_ptr<Wait>> m_waits;
};

//! Returns why a stream of \a source does not begin while its list is read again.
Error listIsReadAgain(const QString &source);

//! Calls \a call when \a listed has settled. Returns ErrorKind::Cancelled if the call was cancelled by then.
Task<Result<HandlerResult>> callAfter(QFuture<bool> listed, Handler call, Json input, CallContext context);

} // namespace Workbench
