// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sources/adapter.h"

#include <QDateTime>

namespace Workbench {

//! What is known of a source's connection.
struct SourceState {
    enum class Phase : quint8 { Disconnected, Connecting, Ready, Degraded, Failed };
    Phase phase = Phase::Disconnected;
    QDateTime since; //!< UTC
    Error error; //!< of Failed; for Degraded its message says what is missing
    PeerInfo peer;
    QString incompleteReason; //!< of the list of operations; empty: complete
    //! What was odd about the source since it was connected, each once and the first hundred: about its
    //! handshake, its lists, its definitions, and what it sent that was no message. What it logs itself is
    //! not among them.
    QStringList remarks{};
    qsizetype operations = 0; //!< those listed; they stay listed when the connection is lost

    //! Connecting anyway gives its lists, though no calls.
    bool mayConnectAnyway() const { return phase == Phase::Failed && error.code == unknownVersionCode; }
    bool isUsable() const { return phase == Phase::Ready || phase == Phase::Degraded; }
};

} // namespace Workbench
