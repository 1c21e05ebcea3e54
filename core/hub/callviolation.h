// SPDX-FileCopyrightText: 2026 The Envelope Workbench authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <QMetaType>
#include <QString>

namespace Workbench {

//! An event of a peer that fits nothing we wait for. It is reported and changes nothing. \source
//! core/RULES.md
struct CallViolation {
    enum class Kind : quint8 {
        Malformed, //!< no event, or it names no request
        Unknown, //!< a request id that was never ours, or is long forgotten
        Second, //!< one more answer to a call that has one
        AfterCompleted,
        AfterError,
        AfterAbort,
        Late, //!< after its deadline
        Legacy, //!< an output that is no envelope; it was wrapped and used
        NotOwner, //!< about a request of another connection
    };
    Kind kind = Kind::Unknown;
    QString requestId; //!< empty: none was named
    QString eventType;
    QString exchangeId; //!< of the call it is about; empty: none
    QString text; //!< one sentence
};

} // namespace Workbench

Q_DECLARE_METATYPE(Workbench::CallViolation)
