// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sources/adapter.h"

#include <chrono>

namespace Workbench {

//! Adapters that are being closed. Each is deleted from the event loop when it has closed, or when the
//! patience is over: an adapter's destructor ends everything without waiting.
class ClosingAdapters : public QObject {
    Q_OBJECT
public:
    explicit ClosingAdapters(std::chrono::milliseconds patience);

    void closeAndDelete(std::unique_ptr<Adapter> adapter);
    //! Deletes an adapter that has emitted closed() already. Its own code may still be on the stack, so this
    //! happens from the event loop.
    void deleteSoon(std::unique_ptr<Adapter> adapter);
    //! Deletes all adapters without waiting, because the services that they use are about to be deleted.
    //! Emits nothing.
    void deleteAll();
    bool isEmpty() const { return m_adapters.empty(); }

Q_SIGNALS:
    void emptied(); //!< Emitted when the last adapter was deleted, except by deleteAll().

private:
    quint64 keep(std::unique_ptr<Adapter> adapter);
    void drop(quint64 id);

    std::chrono::milliseconds m_patience;
    std::map<quint64, std::unique_ptr<Adapter>> m_adapters;
    quint64 m_lastId = 0;
};

} // namespace Workbench
