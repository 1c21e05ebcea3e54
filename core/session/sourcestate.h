// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/sources/adapter.h"

#include <QDateTime>

namespace Workbench {

//! The state of a source's connection.
struct SourceState {
    enum class Phase : quint8 { Disconnected, Connecting, Ready, Degraded, Failed };
    Phase phase = Phase::Disconnected;
    QDateTime since; //!< UTC
    Error error; //!< why the phase is Failed; in phase Degraded the message says what is missing
    PeerInfo peer;
    QString incompleteReason; //!< why the list of operations is incomplete; empty: it is complete
    //! The first hundred distinct remarks since the source was connected: about its handshake, its lists, its
    //! definitions, and output that was not a message. Lines that the source logs itself do not count.
    QStringList remarks{};
    //! UTC, when the last attempt to connect began; kept until the next attempt. Invalid: there was none.
    QDateTime connectedSince{};
    qsizetype operations = 0; //!< number of listed operations; they stay listed when the connection is lost

    //! Returns whether Sessions::connectAnyway() can read the lists of the source, without calls.
    bool mayConnectAnyway() const { return phase == Phase::Failed && error.code == unknownVersionCode; }
    bool isUsable() const { return phase == Phase::Ready || phase == Phase::Degraded; }
};

} // namespace Workbench
