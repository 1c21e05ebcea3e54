// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sources/adapter.h"

#include <chrono>

namespace Workbench {

//! Adapters on their way out. Each is deleted from the event loop when it has closed, or when its patience is
//! over: an adapter's destructor ends what is left without waiting.
class ClosingAdapters : public QObject {
    Q_OBJECT
public:
    explicit ClosingAdapters(std::chrono::milliseconds patience);

    void closeAndDelete(std::unique_ptr<Adapter> adapter);
    //! For one that has emitted closed() already: its own code may still be on the stack.
    void deleteSoon(std::unique_ptr<Adapter> adapter);
    //! Without waiting for any: what they use is about to go. Emits nothing.
    void deleteAll();
    bool isEmpty() const { return m_adapters.empty(); }

Q_SIGNALS:
    void emptied();

private:
    quint64 keep(std::unique_ptr<Adapter> adapter);
    void drop(quint64 id);

    std::chrono::milliseconds m_patience;
    std::map<quint64, std::unique_ptr<Adapter>> m_adapters;
    quint64 m_lastId = 0;
};

} // namespace Workbench
