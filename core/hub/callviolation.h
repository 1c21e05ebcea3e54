// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QMetaType>
#include <QString>

namespace Workbench {

//! An event from a peer that violates the call protocol. It is reported and, except for Legacy, never
//! counts as an answer. \source core/RULES.md
struct CallViolation {
    enum class Kind : quint8 {
        Malformed, //!< it is not a call event, or it has no usable request id
        Unknown, //!< its request id was never used here, or too long ago
        Second, //!< another answer to an answered call
        AfterCompleted,
        AfterError,
        AfterAbort,
        Late, //!< after the deadline or the idle time of the request
        Legacy, //!< its output is not an envelope; the output was wrapped and used
    };
    Kind kind = Kind::Unknown;
    QString requestId; //!< empty if the event has none
    QString eventType;
    QString exchangeId; //!< the exchange of the request; empty if there is none
    QString text; //!< a description in one sentence
    //! Whether the peer may have sent the event before it learned that this side had ended the request.
    bool isExpected = false;
};

} // namespace Workbench

Q_DECLARE_METATYPE(Workbench::CallViolation)
